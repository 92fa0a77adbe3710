package threadwall.process.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import threadwall.process.PreconditionException;
import threadwall.process.ProcessTree;
import threadwall.process.proc.KeyValueLines;

/**
 * Temporary cgroups with limits. They are deleted when this is closed, or when this JVM is gone, however it ended: a
 * shell that reads from a pipe of this JVM waits until no process is left in them.
 */
public final class TemporaryCgroups implements AutoCloseable {

    /**
     * A cgroup can be deleted once its last process has ended. PostgreSQL gets 15 s to stop; this waits twice as long.
     */
    private static final String CLEANER = """
            trap '' INT TERM HUP
            read -r _
            for folder; do
                tries=0
                while [ -d "$folder" ] && ! rmdir "$folder" && [ "$tries" -lt 600 ]; do
                    sleep 0.05
                    tries=$((tries + 1))
                done
            done
            """;

    private static final int CLEANER_SECONDS = 35;

    private static final String ENTER = """
            while [ "$1" != -- ]; do
                echo $$ >"$1/cgroup.procs" || exit
                shift
            done
            shift
            exec "$@"
            """;

    private final List<CgroupPlan> plans;

    /** {@code null} for no limit. */
    private final Long memoryBytes;

    private final Process cleaner;

    private TemporaryCgroups(List<CgroupPlan> plans, Long memoryBytes, Process cleaner) {
        this.plans = plans;
        this.memoryBytes = memoryBytes;
        this.cleaner = cleaner;
    }

    /**
     * The folders in which cgroups with these limits would be created; creates nothing.
     *
     * @throws PreconditionException (environment) where they cannot be created
     */
    public static List<Path> plannedFolders(CgroupLimits limits) throws PreconditionException {
        return planned(limits).stream().map(CgroupPlan::folder).toList();
    }

    private static List<CgroupPlan> planned(CgroupLimits limits) throws PreconditionException {
        return CgroupPlan.of(Path.of("/"), name(), limits);
    }

    private static String name() {
        return "threadwall-" + ProcessHandle.current().pid();
    }

    /**
     * Creates the cgroups.
     *
     * @throws PreconditionException (environment) where they cannot be created, or a limit cannot be set
     */
    public static TemporaryCgroups of(CgroupLimits limits)
            throws PreconditionException, IOException, InterruptedException {
        return limited(unlimited(limits));
    }

    /**
     * Creates the cgroups for these limits, which {@link #limit} sets. Until then all that their processes use is charged to
     * them, and nothing is refused.
     *
     * @throws PreconditionException (environment) where they cannot be created
     */
    public static TemporaryCgroups unlimited(CgroupLimits limits)
            throws PreconditionException, IOException, InterruptedException {
        return create(planned(limits), limits);
    }

    /**
     * Creates some of several at the same time.
     *
     * @param suffix of their name
     */
    public static TemporaryCgroups of(CgroupLimits limits, String suffix)
            throws PreconditionException, IOException, InterruptedException {
        return limited(create(CgroupPlan.of(Path.of("/"), name() + "-" + suffix, limits), limits));
    }

    private static TemporaryCgroups create(List<CgroupPlan> plans, CgroupLimits limits)
            throws PreconditionException, IOException, InterruptedException {
        var cgroups = new TemporaryCgroups(plans, limits.memoryBytes(), cleaner(plans));
        try {
            for (var plan : plans) {
                Files.createDirectory(plan.folder());
            }
            return cgroups;
        } catch (IOException e) {
            cgroups.close();
            throw PreconditionException.environment(
                    "cannot create a cgroup (%s: %s); run this as root, and outside of a container",
                    e.getClass().getSimpleName(), e.getMessage());
        }
    }

    private static TemporaryCgroups limited(TemporaryCgroups cgroups)
            throws PreconditionException, IOException, InterruptedException {
        try {
            cgroups.limit();
            return cgroups;
        } catch (PreconditionException e) {
            cgroups.close();
            throw e;
        }
    }

    /**
     * Sets the limits. Of memory that their processes use already, the kernel reclaims written page cache.
     *
     * @throws PreconditionException (environment) where one cannot be set
     */
    public void limit() throws PreconditionException {
        try {
            for (var plan : plans) {
                if (memoryBytes != null) {
                    setIfThere(plan.folder().resolve("memory.swap.max"), "0"); // first: else the limit would swap
                    setIfThere(plan.folder().resolve("memory.swappiness"), "0");
                }
                for (var limit : plan.limits().entrySet()) {
                    Files.writeString(plan.folder().resolve(limit.getKey()), limit.getValue());
                }
                if (memoryBytes != null) { // not first: it may not be below the limit of memory
                    setIfThere(plan.folder().resolve("memory.memsw.limit_in_bytes"), Long.toString(memoryBytes));
                }
            }
        } catch (IOException e) {
            throw PreconditionException.environment(
                    "cannot limit a cgroup (%s: %s); if it is busy, its processes use more than that already, so raise the limit;"
                            + " else run this as root, and outside of a container",
                    e.getClass().getSimpleName(), e.getMessage());
        }
    }

    /** Swap is forbidden as in most containers. Where the kernel has none, or does not count it, there is no such file. */
    private static void setIfThere(Path file, String value) throws IOException {
        if (Files.exists(file)) {
            Files.writeString(file, value);
        }
    }

    private static Process cleaner(List<CgroupPlan> plans) throws IOException {
        var command = new ArrayList<>(List.of("sh", "-c", CLEANER, "sh"));
        plans.forEach(plan -> command.add(plan.folder().toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /**
     * Moves processes into the cgroups. Processes that they start later belong to them as well. Memory that they
     * already use stays charged to the cgroup that they were in.
     */
    public void add(ProcessTree processes) throws IOException {
        for (var plan : plans) {
            // the root first: a child that it starts meanwhile is then in the cgroup already
            for (long pid : processes.pids()) {
                try {
                    Files.writeString(plan.folder().resolve("cgroup.procs"), Long.toString(pid));
                } catch (IOException e) {
                    if (ProcessHandle.of(pid).isPresent()) {
                        throw e;
                    }
                }
            }
        }
    }

    /**
     * A command that runs another one in the cgroups from its first instruction on: a JVM chooses its heap and threads by
     * the limits that it starts under.
     */
    public List<String> enter(List<String> command) {
        var line = new ArrayList<>(List.of("sh", "-c", ENTER, "sh"));
        plans.forEach(plan -> line.add(plan.folder().toString()));
        line.add("--");
        line.addAll(command);
        return List.copyOf(line);
    }

    /** How many of their processes the kernel has killed because the memory was used up; 0 if it keeps no such count. */
    public long killedForMemory() {
        return plans.stream()
                .flatMap(
                        plan -> Stream.of("memory.events", "memory.oom_control").map(plan.folder()::resolve))
                .map(file -> KeyValueLines.read(file).number("oom_kill"))
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
    }

    /** File pages that were read again after the kernel had evicted them, since the cgroup was created. */
    public long refaults() throws IOException {
        var stat = plans.getFirst().folder().resolve("memory.stat");
        var refaults = KeyValueLines.read(stat).number("workingset_refault_file");
        if (refaults == null) {
            throw new NoSuchFileException(stat.toString(), null, "it has no workingset_refault_file");
        }
        return refaults;
    }

    /** Deletes the cgroups once their last process has ended. */
    @Override
    public void close() throws IOException, InterruptedException {
        cleaner.getOutputStream().close();
        if (!cleaner.waitFor(CLEANER_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("processes still run in the cgroups "
                    + plans.stream().map(plan -> plan.folder().toString()).toList());
        }
    }
}
