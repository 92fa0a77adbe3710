package threadwall.resilience;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import threadwall.loadgen.testbed.Preflight;
import threadwall.process.PreconditionException;

/**
 * A server's data folder that can lose all that was never synced, as a power cut does. The server loads {@code lossydisk.c}
 * before the C library; it copies what is synced.
 *
 * <p>It is stricter than a machine, whose kernel writes data back after some seconds, synced or not.
 */
final class LossyDisk {

    private static final String SOURCE = "lossydisk.c";

    /** Longest wait for a sync. A server that stores users without a sync loses them all in the power cut. */
    private static final Duration HELD_BOUND = Duration.ofSeconds(5);

    private static final long POLL_MILLIS = 1;

    private final Path data;
    private final Path synced;
    private final Path library;

    private LossyDisk(Path data, Path synced, Path library) {
        this.data = data;
        this.synced = synced;
        this.library = library;
    }

    /** @throws PreconditionException when there is no C compiler */
    static void requireCompiler() throws PreconditionException {
        if (!Preflight.isOnPath("cc")) {
            throw PreconditionException.environment(
                    "--power-cuts needs a C compiler, and there is no cc; install the distribution's package gcc, with the C"
                            + " library's headers");
        }
    }

    /**
     * Prepares the disk and compiles its library.
     *
     * @param data the server's folder, which need not exist; folders in it keep what was not synced
     * @param folder for the copies, which must not exist
     * @throws IOException with the compiler's last line if it fails
     */
    static LossyDisk create(Path data, Path folder) throws IOException, InterruptedException {
        for (var part : List.of("content", "names", "unfinished")) {
            Files.createDirectories(folder.resolve(part));
        }
        var source = folder.resolve(SOURCE);
        try (var resource = LossyDisk.class.getResourceAsStream(SOURCE)) {
            Files.copy(resource, source);
        }
        var library = folder.toRealPath().resolve("lossydisk.so");
        var compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                .redirectErrorStream(true)
                .start();
        var output = new String(compiler.getInputStream().readAllBytes()).strip();
        if (compiler.waitFor() != 0) {
            throw new IOException(
                    "cc cannot compile %s: %s".formatted(source, output.lines().reduce("", (line, next) -> next)));
        }
        var parent = data.toAbsolutePath().getParent().toRealPath();
        return new LossyDisk(parent.resolve(data.getFileName()), folder.toRealPath(), library);
    }

    /** Variables for the server's environment. */
    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "THREADWALL_DATA", data.toString(),
                "THREADWALL_SYNCED", synced.toString());
    }

    /**
     * Lets no sync begin until {@link #releaseSyncs}. Returns when the server waits in one, so it has written what it has
     * not synced; or after some seconds if it does not sync at all.
     */
    void holdSyncs() throws IOException, InterruptedException {
        Files.createFile(synced.resolve("hold"));
        long end = System.nanoTime() + HELD_BOUND.toNanos();
        while (!Files.exists(synced.resolve("held")) && System.nanoTime() < end) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    void releaseSyncs() throws IOException {
        Files.delete(synced.resolve("hold"));
        Files.deleteIfExists(synced.resolve("held"));
    }

    /** Gives each file the content that was synced last, while no server runs. A file whose name was not synced is deleted. */
    void loseUnsynced() throws IOException {
        try (var files = Files.newDirectoryStream(data, Files::isRegularFile)) {
            for (var file : files) {
                var content = synced.resolve("content").resolve(file.getFileName());
                if (!Files.exists(synced.resolve("names").resolve(file.getFileName()))) {
                    Files.delete(file);
                } else if (Files.exists(content)) {
                    Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
                } else {
                    Files.write(file, new byte[0]);
                }
            }
        }
    }
}
