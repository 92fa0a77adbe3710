package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.cgroup.BlockDevice;
import threadwall.process.cgroup.CgroupLimits;
import threadwall.process.cgroup.TemporaryCgroups;
import threadwall.record.RunFile;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.DataSize;

/**
 * A PostgreSQL of the sweep's own with limited memory. Its table {@code world} has the rows of the largest step; the
 * other steps read its first rows. It is in the cgroups before it loads, so that they count what it touches from then on,
 * its {@code shared_buffers} above all. The limits are set after loading, which they would slow down.
 */
public final class BoundedDatabase implements DatabaseProvider {

    /** File systems that are held in memory. */
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    private final Path home;
    private final Path folder;
    private final Path data;
    private final Progress progress;
    private PostgresServer postgres;
    private TemporaryCgroups cgroups;

    /**
     * @param folder the run's, for PostgreSQL's log and the record of the load
     * @param data folder for data that are kept; {@code null} for a temporary one
     */
    public BoundedDatabase(Path home, Path folder, Path data, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.data = data;
        this.progress = progress;
    }

    /**
     * Checks, before anything is started or created, whether a database can have its data there and be limited.
     *
     * @param data as above
     * @throws PreconditionException (environment) where not
     */
    public static void check(List<StepPlan> steps, Path data) throws PreconditionException, IOException {
        var place = data == null ? Path.of(System.getProperty("java.io.tmpdir")) : requireUsable(data);
        var kind = Files.getFileStore(place).type();
        if (IN_MEMORY.contains(kind)) {
            throw PreconditionException.environment(
                    "%s is in memory (%s), where disk reads are as fast as cached ones; name a folder on a disk with --data",
                    place, kind);
        }
        TemporaryCgroups.plannedFolders(limits(size(steps), place));
    }

    /** The nearest existing folder. */
    private static Path requireUsable(Path data) throws PreconditionException, IOException {
        var place = DataLocation.of(DataLocation.POSTGRES, null, data);
        place.requireUsable();
        return place.existing();
    }

    /** All steps have the same limits; the table has the rows of the largest. */
    private static DataSize size(List<StepPlan> steps) {
        return steps.stream()
                .map(plan -> plan.data().dataSize())
                .reduce((one, other) -> one.rows() > other.rows() ? one : other)
                .orElseThrow();
    }

    private static CgroupLimits limits(DataSize size, Path data) throws PreconditionException, IOException {
        var perSecond = size.diskReadsPerSecond();
        if (perSecond == null) {
            return new CgroupLimits(size.memoryBytes(), null);
        }
        var device = BlockDevice.of(data)
                .orElseThrow(() -> PreconditionException.environment(
                        "--disk-reads %d: %s is not on a single disk, so its reads cannot be limited; name a folder on one disk with --data",
                        perSecond, data));
        return new CgroupLimits(size.memoryBytes(), new CgroupLimits.ReadLimit(device, perSecond));
    }

    @Override
    public SharedDatabase open(List<StepPlan> steps) throws PreconditionException, IOException, InterruptedException {
        var size = size(steps);
        var options = new ArrayList<>(PostgresServer.connections(steps));
        options.addAll(List.of("--shared-buffers", Long.toString(size.sharedBuffersBytes() >> 20)));
        if (data != null) {
            options.addAll(List.of("--data", data.toAbsolutePath().toString()));
        }
        postgres = PostgresServer.start(home, folder, options);
        var files = Path.of("/proc", Long.toString(postgres.processes().root()), "cwd")
                .toRealPath();
        var limits = limits(size, files);
        progress.note("temporary cgroups limit PostgreSQL; the sweep removes them at its end: "
                + TemporaryCgroups.plannedFolders(limits));
        cgroups = TemporaryCgroups.unlimited(limits);
        cgroups.add(postgres.processes());
        var loaded = new StoreData(home, DataLocation.of(DataLocation.POSTGRES, postgres.url(), null), progress)
                .loadFor(RunFile.in(folder), size.rows());
        var cache = new DatabaseCache(home, folder, postgres, files, cgroups, loaded.world());
        // the kernel can reclaim only pages that are written
        drop(cache);
        cgroups.limit();
        return new SharedDatabase(postgres.url(), Optional.of(postgres.processes()), Optional.of(cache));
    }

    private static void drop(DatabaseCache cache) throws PreconditionException, IOException, InterruptedException {
        try {
            cache.drop();
        } catch (StepFailedException e) {
            if (ChildProcess.shuttingDown()) {
                throw new InterruptedException("ended with this process");
            }
            throw PreconditionException.environment("%s", e.getMessage());
        }
    }

    /** The database first: a cgroup can be deleted only when no process is left in it. */
    @Override
    public void close() throws IOException, InterruptedException {
        try {
            if (postgres != null) {
                postgres.close();
            }
        } finally {
            if (cgroups != null) {
                cgroups.close();
            }
        }
    }
}
