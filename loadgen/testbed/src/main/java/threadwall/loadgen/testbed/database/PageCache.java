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
import threadwall.process.ExitReason;
import threadwall.process.cgroup.BlockDevice;
import threadwall.process.cgroup.TemporaryCgroups;
import threadwall.record.DataRecord;
import tools.jackson.databind.json.JsonMapper;

/** What the page cache has of a PostgreSQL's files. */
final class PageCache implements DatabaseCache {

    /** A scan of a table much larger than memory, from a slow disk. */
    private static final Duration LONGEST = Duration.ofMinutes(15);

    private static final JsonMapper JSON = new JsonMapper();

    private final Path home;
    private final Path folder;
    private final PostgresServer postgres;
    private final Path data;
    private final Optional<BlockDevice> disk;
    private final TemporaryCgroups confinement;
    private final DataRecord.World world;

    /** @param data PostgreSQL's own folder */
    PageCache(
            Path home,
            Path folder,
            PostgresServer postgres,
            Path data,
            TemporaryCgroups confinement,
            DataRecord.World world)
            throws IOException {
        this.home = home;
        this.folder = folder;
        this.postgres = postgres;
        this.data = data;
        this.disk = BlockDevice.of(data);
        this.confinement = confinement;
        this.world = world;
    }

    @Override
    public long bytes(int rows) {
        return (long) ((double) rows / world.rows() * (world.tableBytes() + world.indexBytes()));
    }

    /** By posix_fadvise(2), POSIX_FADV_DONTNEED, which {@code dd} gives for a whole file when it is to copy nothing of it. */
    @Override
    public void drop() throws IOException, InterruptedException {
        List<Path> files;
        try (var all = Files.walk(data.resolve("base"))) {
            files = all.filter(PageCache::isLarge).toList();
        }
        if (files.isEmpty()) {
            throw new IOException(
                    "none of PostgreSQL's files has %,d bytes, so nothing would be cold; ask for a larger --data-size"
                            .formatted(DataSizePlan.LEAST_FILE_BYTES));
        }
        var script = new ArrayList<>(List.of(
                "sh",
                "-c",
                // what is not written yet stays
                "sync \"$@\" || exit; for file; do dd if=\"$file\" iflag=nocache count=0 status=none || exit; done",
                "sh"));
        files.forEach(file -> script.add(file.toString()));
        try (var dropping = ChildProcess.start(home, folder.resolve("drop"), script, null)) {
            if (!dropping.await(LONGEST) || dropping.exitCode() != 0) {
                throw new IOException("cannot drop %s from the page cache: %s"
                        .formatted(
                                data, ExitReason.in(folder.resolve("drop.err")).orElse("dd says nothing of it")));
            }
        }
    }

    /** Those of the table and its index: the catalogues, hundreds of small files, are in the cache as long as anybody asks. */
    private static boolean isLarge(Path file) {
        return Files.isRegularFile(file) && file.toFile().length() >= DataSizePlan.LEAST_FILE_BYTES;
    }

    @Override
    public double scan(int rows) throws StepFailedException, IOException, InterruptedException {
        var arguments = List.of("--rows", Integer.toString(rows), "--postgres", postgres.url());
        return JSON.readTree(StoreProgram.SCAN.run(home, folder.resolve("scan"), arguments, LONGEST))
                .path("seconds")
                .asDouble();
    }

    /** Of the processes that are there: a server's connections last as long as its load. */
    @Override
    public Counters counters() throws IOException {
        long asked = 0;
        long read = 0;
        for (long pid : postgres.processes().pids().toArray()) {
            try {
                for (var line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "io"))) {
                    var words = line.split(": ");
                    switch (words[0]) {
                        case "rchar" -> asked += Long.parseLong(words[1]);
                        case "read_bytes" -> read += Long.parseLong(words[1]);
                        default -> {
                            // writes, and how often it was asked
                        }
                    }
                }
            } catch (IOException e) {
                if (ProcessHandle.of(pid).isPresent()) {
                    throw e;
                } // else it was an autovacuum worker, say
            }
        }
        return new Counters(
                asked, read, disk.isPresent() ? disk.get().reads().requests() : null, confinement.refaults());
    }
}
