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
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import threadwall.process.ChildProcess;
import threadwall.process.ProcessTree;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A server or PostgreSQL as a process, which prints {@code READY {…}} on its standard output once it can answer, and
 * {@code STOPPED {…}} with its counters after SIGTERM. A user's program, which prints neither, is asked until it answers.
 */
public final class ServerProcess implements AutoCloseable {

    private static final Duration START_TIMEOUT = Duration.ofSeconds(120);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    /** Its supervisor gives what it leaves ten seconds. */
    private static final Duration PROGRAM_STOP_TIMEOUT = Duration.ofSeconds(14);

    /** The environment variable that tells a user's program the folder of its step. */
    public static final String STEP_VARIABLE = "THREADWALL_STEP";

    private static final JsonMapper JSON = new JsonMapper();

    private final String name;
    private final Duration startTimeout;
    private final Duration stopTimeout;
    private final ChildProcess process;
    private final Path errors;
    private final CompletableFuture<JsonNode> ready = new CompletableFuture<>();
    private final CompletableFuture<JsonNode> stopped = new CompletableFuture<>();

    private ServerProcess(String name, Duration startTimeout, Duration stopTimeout, ChildProcess process, Path files) {
        this.name = name;
        this.startTimeout = startTimeout;
        this.stopTimeout = stopTimeout;
        this.process = process;
        this.errors = files.resolveSibling(files.getFileName() + ".err");
    }

    /** @param files prefix of its files: {@code .status}, {@code .err} */
    public static ServerProcess start(String name, Path home, Path files, List<String> command) throws IOException {
        return start(name, home, files, command, Map.of());
    }

    /** @param environment added to this process's own */
    public static ServerProcess start(
            String name, Path home, Path files, List<String> command, Map<String, String> environment)
            throws IOException {
        return start(name, home, files, command, environment, STOP_TIMEOUT);
    }

    /** @param stopTimeout after SIGTERM, before it is killed */
    static ServerProcess start(
            String name,
            Path home,
            Path files,
            List<String> command,
            Map<String, String> environment,
            Duration stopTimeout)
            throws IOException {
        var process = ChildProcess.start(home, files, command, null, environment);
        var server = new ServerProcess(name, START_TIMEOUT, stopTimeout, process, files);
        // not a virtual thread: reading a pipe pins its carrier, and a few of these would leave none for the verifier
        Thread.ofPlatform().daemon().name("read-" + name).start(server::readOutput);
        return server;
    }

    /**
     * Starts a user's program.
     *
     * @param files prefix of its files: {@code .status}, {@code .err}, {@code .out}
     * @param readiness when it can answer
     */
    static ServerProcess startProgram(
            String name, Path home, Path directory, Path files, List<String> command, ProgramReadiness readiness)
            throws IOException {
        var output = files.resolveSibling(files.getFileName() + ".out");
        var process = ChildProcess.startProgram(
                home,
                directory,
                files,
                command,
                output,
                Map.of(STEP_VARIABLE, files.toAbsolutePath().getParent().toString()));
        var server = new ServerProcess(name, readiness.longest(), PROGRAM_STOP_TIMEOUT, process, files);
        server.stopped.cancel(false);
        Thread.ofPlatform().daemon().name("ask-" + name).start(() -> server.ask(readiness));
        return server;
    }

    private void ask(ProgramReadiness readiness) {
        var root = Optional.<Long>empty();
        try {
            root = process.pid();
            if (root.isPresent()) {
                long answering = readiness.await(root.get(), process::isAlive);
                ready.complete(JSON.createObjectNode().put("pid", answering).put("root", root.get()));
            }
        } catch (StartFailed e) {
            awaitEndOf(root.orElseThrow());
            if (process.isAlive() || process.exitCode() == 0) { // else its own last words say more
                ready.completeExceptionally(e);
            }
        } catch (IOException | InterruptedException e) {
            ready.completeExceptionally(e);
        } finally {
            ready.cancel(false);
        }
    }

    /** Of a program that has ended, its supervisor may still end what it has left. */
    private void awaitEndOf(long root) {
        try {
            if (ProcessHandle.of(root).isEmpty()) {
                process.await(stopTimeout);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
            // the pipe closes when the process ends
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
     * @return the JSON of its READY line; of a user's program, the PID that listens ({@code pid}) and the one that was started
     *     ({@code root})
     * @throws StartFailed when it ended or is not ready in time, which is 120 s unless a user's program has its own, with the
     *     last line of its standard error
     */
    public JsonNode awaitReady() throws StartFailed, InterruptedException {
        return awaitReady(startTimeout);
    }

    /** Waits at most this long. */
    public JsonNode awaitReady(Duration timeout) throws StartFailed, InterruptedException {
        try {
            return ready.get(timeout.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new StartFailed("%s was not ready within %d s; see %s".formatted(name, timeout.toSeconds(), errors));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StartFailed reason) {
                throw new StartFailed("%s %s; see %s".formatted(name, reason.getMessage(), errors));
            }
            throw ended();
        } catch (CancellationException e) {
            throw ended();
        }
    }

    private StartFailed ended() throws InterruptedException {
        process.await(STOP_TIMEOUT);
        int code = process.isAlive() ? 1 : process.exitCode();
        return new StartFailed("%s did not start: %s"
                .formatted(name, process.exitReason().orElse("exit code %d without a message".formatted(code))));
    }

    /** A server that did not start. */
    public static final class StartFailed extends Exception {
        private static final long serialVersionUID = 1L;

        StartFailed(String message) {
            super(message);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end; false when it has not ended within that time. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.await(limit);
    }

    /** Describes how it ended; only once {@link #isAlive()} is false. */
    public String ending() {
        int code = process.exitCode();
        var how =
                code > 128 ? "was ended by signal %d".formatted(code - 128) : "ended with exit code %d".formatted(code);
        return "%s %s%s"
                .formatted(
                        name, how, process.exitReason().map(line -> ": " + line).orElse(""));
    }

    /**
     * Stops it by SIGTERM and waits.
     *
     * @return its counters; empty when it had to be killed, or printed none
     */
    public Optional<JsonNode> stop() throws InterruptedException, IOException {
        return stop(Duration.ZERO);
    }

    /** @param extra time beyond the usual limit, after which it is killed and its counters are lost */
    Optional<JsonNode> stop(Duration extra) throws InterruptedException, IOException {
        process.terminate(stopTimeout.plus(extra));
        try {
            return Optional.of(stopped.get(1, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException | CancellationException e) {
            return Optional.empty();
        }
    }

    /** Kills it and its descendants by SIGKILL, whether ready or not, and waits until it is gone. */
    public void kill() throws InterruptedException, IOException {
        var pid = process.pid();
        if (pid.isPresent()) {
            new ProcessTree(pid.get()).kill();
        }
        if (!process.await(STOP_TIMEOUT)) {
            throw new IOException("%s still runs %d s after SIGKILL".formatted(name, STOP_TIMEOUT.toSeconds()));
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
