package threadwall.process.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import threadwall.process.PreconditionException;
import threadwall.process.ProcessTree;
import threadwall.process.proc.KeyValueLines;

/**
 * Cgroups of this run's own, with limits, for processes that are moved into them. They are removed when this is closed or
 * this JVM is gone, however it went: a shell at the other end of a pipe waits until nobody is in them any more.
 */
public final class TemporaryCgroups implements AutoCloseable {

    /** A cgroup can be removed once its last process is gone; PostgreSQL is given 15 s to stop, and this the double. */
    private static final String KEEPER = """
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

    private static final int KEEPER_SECONDS = 35;

    private final List<CgroupPlan> groups;
    private final Process keeper;

    private TemporaryCgroups(List<CgroupPlan> groups, Process keeper) {
        this.groups = groups;
        this.keeper = keeper;
    }

    /**
     * Where cgroups with these bounds would be made; makes none.
     *
     * @throws PreconditionException (environment) where they cannot be
     */
    public static List<Path> places(CgroupLimits bounds) throws PreconditionException {
        return planned(bounds).stream().map(CgroupPlan::folder).toList();
    }

    private static List<CgroupPlan> planned(CgroupLimits bounds) throws PreconditionException {
        return CgroupPlan.of(
                Path.of("/"), "threadwall-" + ProcessHandle.current().pid(), bounds);
    }

    /** @throws PreconditionException (environment) where they cannot be made, or a limit cannot be set */
    public static TemporaryCgroups of(CgroupLimits bounds)
            throws PreconditionException, IOException, InterruptedException {
        var groups = planned(bounds);
        var confinement = new TemporaryCgroups(groups, keeper(groups));
        try {
            for (var group : groups) {
                Files.createDirectory(group.folder());
                for (var limit : group.limits().entrySet()) {
                    Files.writeString(group.folder().resolve(limit.getKey()), limit.getValue());
                }
            }
            return confinement;
        } catch (IOException e) {
            confinement.close();
            throw PreconditionException.environment(
                    "cannot make or limit a cgroup (%s: %s); run it as root, outside of a container that may not",
                    e.getClass().getSimpleName(), e.getMessage());
        }
    }

    private static Process keeper(List<CgroupPlan> groups) throws IOException {
        var command = new ArrayList<>(List.of("sh", "-c", KEEPER, "sh"));
        groups.forEach(group -> command.add(group.folder().toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /**
     * Moves processes into it. What they start from then on is in it as well; memory that they have stays charged to where
     * they were.
     */
    public void take(ProcessTree processes) throws IOException {
        for (var group : groups) {
            // the root first, so that none is started outside behind the list
            for (long pid : processes.pids().toArray()) {
                try {
                    Files.writeString(group.folder().resolve("cgroup.procs"), Long.toString(pid));
                } catch (IOException e) {
                    if (ProcessHandle.of(pid).isPresent()) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Pages of files that were read again since they had been given up for others, so far. */
    public long refaults() throws IOException {
        var stat = groups.getFirst().folder().resolve("memory.stat");
        var refaults = KeyValueLines.read(stat).number("workingset_refault_file");
        if (refaults == null) {
            throw new NoSuchFileException(stat.toString(), null, "it has no workingset_refault_file");
        }
        return refaults;
    }

    /** Removes it, once the last process in it is gone. */
    @Override
    public void close() throws IOException, InterruptedException {
        keeper.getOutputStream().close();
        if (!keeper.waitFor(KEEPER_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("processes are left in "
                    + groups.stream().map(group -> group.folder().toString()).toList());
        }
    }
}
