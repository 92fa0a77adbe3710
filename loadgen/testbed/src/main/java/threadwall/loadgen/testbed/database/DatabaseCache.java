package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.ChildProcess;
import threadwall.process.cgroup.BlockDevice;
import threadwall.process.cgroup.TemporaryCgroups;
import threadwall.process.proc.KeyValueLines;
import threadwall.record.DataRecord;
import tools.jackson.databind.json.JsonMapper;

/** The data of a PostgreSQL whose memory is limited: what of it is in the page cache, and what is read from disk. */
public final class DatabaseCache {

    /** Enough to scan a table much larger than memory from a slow disk. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private static final JsonMapper JSON = new JsonMapper();

    private final Path home;
    private final Path folder;
    private final PostgresServer postgres;
    private final Path data;
    private final Optional<BlockDevice> disk;
    private final TemporaryCgroups cgroups;
    private final DataRecord.World world;

    /**
     * What was read so far.
     *
     * @param askedBytes that the database's processes read, from the page cache or the disk
     * @param diskBytes of these, from the disk
     * @param diskReads requests that the disk served, also for other processes; {@code null} where the data are not on a
     *     single disk
     * @param refaults pages that were read again after the kernel had evicted them
     */
    public record Counters(long askedBytes, long diskBytes, Long diskReads, long refaults) {

        public Counters since(Counters earlier) {
            return new Counters(
                    askedBytes - earlier.askedBytes,
                    diskBytes - earlier.diskBytes,
                    diskReads == null || earlier.diskReads == null ? null : diskReads - earlier.diskReads,
                    refaults - earlier.refaults);
        }
    }

    /** @param data PostgreSQL's own folder */
    DatabaseCache(
            Path home,
            Path folder,
            PostgresServer postgres,
            Path data,
            TemporaryCgroups cgroups,
            DataRecord.World world)
            throws IOException {
        this.home = home;
        this.folder = folder;
        this.postgres = postgres;
        this.data = data;
        this.disk = BlockDevice.of(data);
        this.cgroups = cgroups;
        this.world = world;
    }

    /** Table and index of the first rows, in bytes: their share of the whole. */
    public long bytes(int rows) {
        return (long) ((double) rows / world.rows() * (world.tableBytes() + world.indexBytes()));
    }

    /**
     * Drops the data from PostgreSQL's own cache, which writes what has changed, and then from the page cache. {@code dd
     * iflag=nocache count=0} calls posix_fadvise(2) with POSIX_FADV_DONTNEED for a whole file.
     */
    public void drop() throws StepFailedException, IOException, InterruptedException {
        StoreProgram.EVICT.run(home, folder.resolve("evict"), List.of("--postgres", postgres.url()), LONGEST);
        List<Path> files;
        try (var all = Files.walk(data.resolve("base"))) {
            files = all.filter(DatabaseCache::isLarge).toList();
        }
        if (files.isEmpty()) {
            throw new IOException(
                    "no file of PostgreSQL has %,d bytes, so nothing can be dropped from the page cache; ask for a larger --data-size"
                            .formatted(DataSizePlan.LEAST_FILE_BYTES));
        }
        var script = new ArrayList<>(List.of(
                "sh",
                "-c",
                // dirty pages cannot be dropped
                "sync \"$@\" || exit; for file; do dd if=\"$file\" iflag=nocache count=0 status=none || exit; done",
                "sh"));
        files.forEach(file -> script.add(file.toString()));
        try (var dropping = ChildProcess.start(home, folder.resolve("drop"), script, null)) {
            if (!dropping.await(LONGEST) || dropping.exitCode() != 0) {
                throw new IOException("cannot drop %s from the page cache: %s"
                        .formatted(data, dropping.exitReason().orElse("dd printed no message")));
            }
        }
    }

    /** Files of the table and its index. The catalogues, hundreds of small files, stay cached while queries run. */
    private static boolean isLarge(Path file) {
        return Files.isRegularFile(file) && file.toFile().length() >= DataSizePlan.LEAST_FILE_BYTES;
    }

    /**
     * Reads the first rows once, in the order of their ids.
     *
     * @return seconds that it took
     * @throws StepFailedException when the database does not answer, or has other rows
     */
    public double scan(int rows) throws StepFailedException, IOException, InterruptedException {
        var arguments = List.of("--rows", Integer.toString(rows), "--postgres", postgres.url());
        return JSON.readTree(StoreProgram.SCAN.run(home, folder.resolve("scan"), arguments, LONGEST))
                .path("seconds")
                .asDouble();
    }

    /** Reads by the processes alive now: a server's connections last as long as its load. */
    public Counters counters() throws IOException {
        long asked = 0;
        long read = 0;
        for (long pid : postgres.processes().pids()) {
            var io = KeyValueLines.read(Path.of("/proc", Long.toString(pid), "io"));
            if (io.number("rchar") != null) {
                asked += io.number("rchar");
                read += io.number("read_bytes");
            } else if (ProcessHandle.of(pid).isPresent()) {
                throw new IOException("cannot read /proc/%d/io of PostgreSQL".formatted(pid));
            } // else it has ended, as an autovacuum worker does
        }
        return new Counters(asked, read, disk.isPresent() ? disk.get().reads().requests() : null, cgroups.refaults());
    }
}
