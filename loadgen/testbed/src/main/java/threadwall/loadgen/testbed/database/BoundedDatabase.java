package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.cgroup.BlockDevice;
import threadwall.process.cgroup.CgroupLimits;
import threadwall.process.cgroup.TemporaryCgroups;
import threadwall.record.RunFile;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.DataSize;

/**
 * A PostgreSQL of the sweep's own whose table {@code world} has the rows of the largest step; the others ask for its first.
 * It is loaded first and bounded then: a load would take the longer for it.
 */
public final class BoundedDatabase implements DatabaseProvider {

    /** File systems without a disk. */
    private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

    /**
     * PostgreSQL's own cache is memory that does not give way, and what is in it is in the page cache as well: little of it,
     * so that there is one cache, which can be seen and dropped.
     */
    private static final int SHARED_BUFFERS_MEGABYTES = 8;

    private final Path home;
    private final Path folder;
    private final Path data;
    private final Progress progress;
    private PostgresServer postgres;
    private TemporaryCgroups cgroups;

    /**
     * @param folder the run's, which has its log and the record of the load
     * @param data where its data stay; {@code null} for a temporary folder
     */
    public BoundedDatabase(Path home, Path folder, Path data, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.data = data;
        this.progress = progress;
    }

    /**
     * Looks, before anything is started or made, whether a database could have its data there and be bounded.
     *
     * @param data as above
     * @throws PreconditionException (environment) where not
     */
    public static void check(List<StepPlan> steps, Path data) throws PreconditionException, IOException {
        var place = data == null ? Path.of(System.getProperty("java.io.tmpdir")) : fit(data);
        var kind = Files.getFileStore(place).type();
        if (IN_MEMORY.contains(kind)) {
            throw PreconditionException.environment(
                    "%s is memory (%s), from which a database reads as fast as from its cache; name a folder on a disk by --data",
                    place, kind);
        }
        TemporaryCgroups.places(bounds(size(steps), place));
    }

    /** The folder, or the nearest above it that is there. */
    private static Path fit(Path data) throws PreconditionException, IOException {
        var place = DataLocation.of(DataLocation.POSTGRES, null, data);
        place.requireFit();
        return place.existing();
    }

    /** All steps have the same bounds; the largest has all rows. */
    private static DataSize size(List<StepPlan> steps) {
        return steps.stream()
                .map(StepPlan::dataSize)
                .reduce((one, other) -> one.rows() > other.rows() ? one : other)
                .orElseThrow();
    }

    private static CgroupLimits bounds(DataSize size, Path data) throws PreconditionException, IOException {
        var perSecond = size.diskReadsPerSecond();
        if (perSecond == null) {
            return new CgroupLimits(size.memoryBytes(), null);
        }
        var device = BlockDevice.of(data)
                .orElseThrow(() -> PreconditionException.environment(
                        "--disk-reads %d: %s lies on no one disk whose reads could be bounded; name a folder that does by --data",
                        perSecond, data));
        return new CgroupLimits(size.memoryBytes(), new CgroupLimits.Reads(device, perSecond));
    }

    @Override
    public SharedDatabase open(List<StepPlan> steps) throws PreconditionException, IOException, InterruptedException {
        var size = size(steps);
        postgres = PostgresServer.start(home, folder, steps, data, SHARED_BUFFERS_MEGABYTES);
        var world = new StoreData(home, DataLocation.of(DataLocation.POSTGRES, postgres.url(), null), progress)
                .loadFor(RunFile.in(folder), size.rows());
        var files = Path.of("/proc", Long.toString(postgres.processes().root()), "cwd")
                .toRealPath();
        var bounds = bounds(size, files);
        progress.note("PostgreSQL is bounded by cgroups, which go with this sweep: " + TemporaryCgroups.places(bounds));
        cgroups = TemporaryCgroups.of(bounds);
        cgroups.take(postgres.processes());
        var cache = new DatabaseCache(home, folder, postgres, files, cgroups, world.world());
        return new SharedDatabase(postgres.url(), Optional.of(postgres.processes()), Optional.of(cache));
    }

    /** The database first: nobody may be left in a cgroup that is to go. */
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
