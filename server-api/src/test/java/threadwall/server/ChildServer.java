package threadwall.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** A server in its own JVM, as users run it; for the tests of every server module. Closing ends it. */
public final class ChildServer implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 120;

    private final Process process;
    private final BufferedReader stdout;

    private ChildServer(Process process) {
        this.process = process;
        this.stdout = process.inputReader(StandardCharsets.UTF_8);
    }

    /** What an ended process has left. */
    public record Ended(int exitCode, String stdout, String stderr) {}

    /** Starts that main class on this JVM's class path. */
    public static ChildServer start(Class<?> main, String... arguments) throws IOException {
        return new ChildServer(
                builder(main, arguments).redirectError(Redirect.INHERIT).start());
    }

    /**
     * The same with stderr captured for {@link #awaitEnd}. Only for little output: a full pipe would block the process.
     */
    public static ChildServer startQuietly(Class<?> main, String... arguments) throws IOException {
        return new ChildServer(builder(main, arguments).start());
    }

    /** The same in another working directory, and with its folder {@code tmp} for temporary files. */
    public static ChildServer startIn(Path directory, Class<?> main, String... arguments) throws IOException {
        var builder = builder(main, arguments).directory(directory.toFile()).redirectError(Redirect.INHERIT);
        builder.command().add(1, "-Djava.io.tmpdir=" + Files.createDirectory(directory.resolve("tmp")));
        return new ChildServer(builder.start());
    }

    /** Runs that main class until it exits by itself. */
    public static Ended run(Class<?> main, String... arguments) throws IOException, InterruptedException {
        return run(builder(main, arguments));
    }

    /** The same with that folder for temporary files. */
    public static Ended runWith(Path temporary, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        var builder = builder(main, arguments);
        builder.command().add(1, "-Djava.io.tmpdir=" + temporary);
        return run(builder);
    }

    private static Ended run(ProcessBuilder builder) throws IOException, InterruptedException {
        var process = builder.start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError(builder.command() + " still runs");
            }
            return new Ended(
                    process.exitValue(),
                    text(process.getInputStream().readAllBytes()),
                    text(process.getErrorStream().readAllBytes()));
        } finally {
            process.destroyForcibly();
        }
    }

    /** Parses the JSON on the next line of stdout, which must start with that word. */
    public JsonNode awaitLine(String word) throws IOException {
        var line = stdout.readLine();
        if (line == null || !line.startsWith(word + " ")) {
            throw new AssertionError("expected a line '" + word + " {…}' on stdout, got: " + line);
        }
        return Json.MAPPER.readTree(line.substring(word.length()));
    }

    /** Sends SIGTERM. */
    public void terminate() {
        process.toHandle().destroy(); // Process.destroy() would close our end of its stdout
    }

    /** Waits until the process exits. stdout is what was not read yet; stderr is empty unless started quietly. */
    public Ended awaitEnd() throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("pid " + process.pid() + " still runs");
        }
        return new Ended(
                process.exitValue(),
                String.join("\n", stdout.readAllLines()),
                text(process.getErrorStream().readAllBytes()));
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static ProcessBuilder builder(Class<?> main, String... arguments) {
        var command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--sun-misc-unsafe-memory-access=deny",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
