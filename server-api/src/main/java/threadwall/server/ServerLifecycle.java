package threadwall.server;

import java.io.PrintStream;
import java.time.Duration;

/**
 * The life of a server process: start it, say READY, wait for SIGTERM or SIGINT, stop it, say STOPPED, exit 0.
 *
 * <p>stdout carries these two lines and nothing else: whatever a library prints there goes to stderr.
 */
public final class ServerLifecycle {
    /** How long requests in flight may take to finish after SIGTERM. */
    public static final Duration GRACE = Duration.ofSeconds(3);

    /** A stop that takes longer than this is given up, so that nobody waits for a server that hangs. */
    private static final Duration STOP_BOUND = GRACE.plusSeconds(2);

    private final String server;
    private final String model;
    private final StoreKind store;
    private final RequestCounter counter;
    private final PrintStream stdout = System.out;

    public ServerLifecycle(String server, String model, StoreKind store, RequestCounter counter) {
        this.server = server;
        this.model = model;
        this.store = store;
        this.counter = counter;
    }

    /** The last line of a server's life. */
    private record Stopped(String server, long pid, long requests, int handlerPeak) {}

    /**
     * Runs the server until a signal ends the process.
     *
     * @return only when the start failed: the exit code, after one line on stderr
     */
    public int run(ServerOptions options, RunningServer.Start start) throws InterruptedException {
        System.setOut(System.err);
        RunningServer running;
        try {
            running = start.start();
        } catch (Exception e) {
            var failure = StartFailure.of(e, options.host(), options.port());
            System.err.println(server + ": " + failure.line());
            return failure.exitCode();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running), "stop"));
        var identity = ServerIdentity.here(server, model, running.url(), store, running.workers());
        say("READY " + Json.line(identity));
        Thread.currentThread().join();
        throw new AssertionError("a thread does not outlive itself");
    }

    private void stop(RunningServer running) {
        try {
            var stopping = Thread.ofPlatform().name("stop-server").start(running::stop);
            if (!stopping.join(STOP_BOUND)) {
                System.err.println(
                        server + ": still not stopped after " + STOP_BOUND.toSeconds() + " s, leaving anyway");
            }
            var pid = ProcessHandle.current().pid();
            say("STOPPED " + Json.line(new Stopped(server, pid, counter.requests(), counter.handlerPeak())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // the exit code of a JVM that ends by a signal is 128 + its number; a server that stopped as asked is 0
            Runtime.getRuntime().halt(0);
        }
    }

    private void say(String line) {
        stdout.println(line);
        stdout.flush();
    }
}
