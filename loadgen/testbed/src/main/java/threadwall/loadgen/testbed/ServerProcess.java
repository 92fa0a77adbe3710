package threadwall.loadgen.testbed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import threadwall.process.ChildProcess;
import threadwall.process.ExitReason;
import threadwall.process.ProcessTree;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server of ours, or PostgreSQL: a process that says {@code READY {…}} on its standard output once it can answer, and
 * {@code STOPPED {…}} with its counters after SIGTERM.
 */
public final class ServerProcess implements AutoCloseable {

    private static final Duration START_BOUND = Duration.ofSeconds(120);
    private static final Duration STOP_BOUND = Duration.ofSeconds(10);
    private static final JsonMapper JSON = new JsonMapper();

    private final String name;
    private final ChildProcess process;
    private final Path errors;
    private final CompletableFuture<JsonNode> ready = new CompletableFuture<>();
    private final CompletableFuture<JsonNode> stopped = new CompletableFuture<>();

    private ServerProcess(String name, ChildProcess process, Path errors) {
        this.name = name;
        this.process = process;
        this.errors = errors;
    }

    /** @param files prefix of the files that it leaves: {@code .status}, {@code .err} */
    public static ServerProcess start(String name, Path home, Path files, List<String> command) throws IOException {
        return start(name, home, files, command, Map.of());
    }

    /** @param environment added to this process's own */
    public static ServerProcess start(
            String name, Path home, Path files, List<String> command, Map<String, String> environment)
            throws IOException {
        var process = ChildProcess.start(home, files, command, null, environment);
        var server = new ServerProcess(name, process, files.resolveSibling(files.getFileName() + ".err"));
        // no virtual thread: reading a pipe pins its carrier, and a few of these left none for the verifier
        Thread.ofPlatform().daemon().name("read-" + name).start(server::readOutput);
        return server;
    }

    private void readOutput() {
        try (var reader = new BufferedReader(new InputStreamReader(process.output(), StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                if (line.startsWith("READY ")) {
                    complete(ready, line.substring("READY ".length()));
                } else if (line.startsWith("STOPPED ")) {
                    complete(stopped, line.substring("STOPPED ".length()));
                }
            }
        } catch (IOException e) {
            // the pipe ends with the process
            ready.completeExceptionally(e);
        } finally {
            ready.cancel(false);
            stopped.cancel(false);
        }
    }

    private static void complete(CompletableFuture<JsonNode> future, String json) {
        try {
            future.complete(JSON.readTree(json));
        } catch (JacksonException e) {
            future.completeExceptionally(e);
        }
    }

    /**
     * Waits until it can answer.
     *
     * @return what it said of itself
     * @throws StartFailed when it ended or is not ready within 120 s, with its own last line of error
     */
    public JsonNode awaitReady() throws StartFailed, InterruptedException {
        return awaitReady(START_BOUND);
    }

    /** The same of one that may take so long. */
    public JsonNode awaitReady(Duration bound) throws StartFailed, InterruptedException {
        try {
            return ready.get(bound.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new StartFailed("%s was not ready within %d s; see %s".formatted(name, bound.toSeconds(), errors), 1);
        } catch (ExecutionException | java.util.concurrent.CancellationException e) {
            process.await(STOP_BOUND);
            int code = process.isAlive() ? 1 : process.exitCode();
            throw new StartFailed(
                    "%s did not start: %s"
                            .formatted(
                                    name, ExitReason.in(errors).orElse("exit code %d without a word".formatted(code))),
                    code);
        }
    }

    /** A server that did not start; {@code exitCode} is its own. */
    public static final class StartFailed extends Exception {
        private static final long serialVersionUID = 1L;
        private final int exitCode;

        StartFailed(String message, int exitCode) {
            super(message);
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** How it ended, in words; only once {@link #isAlive()} is false. */
    public String ending() {
        int code = process.exitCode();
        var how =
                code > 128 ? "was ended by signal %d".formatted(code - 128) : "ended with exit code %d".formatted(code);
        return "%s %s%s"
                .formatted(
                        name,
                        how,
                        ExitReason.in(errors).map(line -> ": " + line).orElse(""));
    }

    /** Waits for its end, however it comes. */
    public int awaitEnd() throws InterruptedException {
        while (!process.await(Duration.ofHours(1))) {
            // a server runs until somebody ends it
        }
        return process.exitCode();
    }

    /**
     * Asks it to stop (SIGTERM) and waits.
     *
     * @return its counters; empty when it had to be killed, or printed none
     */
    public Optional<JsonNode> stop() throws InterruptedException, IOException {
        process.terminate(STOP_BOUND);
        try {
            return Optional.of(stopped.get(1, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException | java.util.concurrent.CancellationException e) {
            return Optional.empty();
        }
    }

    /** Kills it and all below it (SIGKILL), ready or not, and waits until it is gone. */
    public void kill() throws InterruptedException, IOException {
        var pid = process.pid();
        if (pid.isPresent()) {
            kill(new ProcessTree(pid.get()));
        }
        if (!process.await(STOP_BOUND)) {
            throw new IOException("%s is there %d s after it was killed".formatted(name, STOP_BOUND.toSeconds()));
        }
    }

    /** Kills them (SIGKILL), the root first, so that it sees no other die; does not wait. */
    public static void kill(ProcessTree tree) {
        tree.pids().boxed().toList().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    @Override
    public void close() {
        process.close();
    }
}
