package threadwall.server;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Runs a server process: start it, print READY, wait for SIGTERM or SIGINT, stop it, print STOPPED, exit with 0.
 *
 * <p>stdout carries these two lines only: what libraries print there goes to stderr.
 */
public final class ServerLifecycle {
    /** How long requests in progress may take to finish after SIGTERM, by default. */
    public static final Duration GRACE = Duration.ofSeconds(3);

    /** The process exits this long after the time for requests in progress, even if the server has not stopped. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private final String server;
    private final RequestCounter counter;
    private final PrintStream stdout = System.out;

    public ServerLifecycle(String server, RequestCounter counter) {
        this.server = server;
        this.counter = counter;
    }

    /** The STOPPED line. */
    private record Stopped(String server, long pid, long requests, int handlerPeak) {}

    /**
     * Runs the server until a signal ends the process.
     *
     * @param start an exception is reported to the user as one line
     * @return the exit code, only if the start failed; one line on stderr says why
     */
    public int run(ServerOptions options, Callable<RunningServer> start) throws InterruptedException {
        System.setOut(System.err);
        RunningServer running;
        try {
            running = start.call();
        } catch (Exception e) {
            var failure = StartFailure.of(e, options.host(), options.port());
            System.err.println(server + ": " + failure.line());
            return failure.exitCode();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(running), "stop"));
        say("READY " + Json.line(running.identity()));
        Thread.currentThread().join();
        throw new AssertionError("a thread does not outlive itself");
    }

    private void stop(RunningServer running) {
        try {
            var stopping = Thread.ofPlatform().name("stop-server").start(running::stop);
            var bound = running.drainTime().plus(MARGIN);
            if (!stopping.join(bound)) {
                System.err.println(server + ": the server has not stopped within " + bound.toMillis() / 1e3
                        + " s; exiting anyway");
            }
            var pid = ProcessHandle.current().pid();
            say("STOPPED " + Json.line(new Stopped(server, pid, counter.requests(), counter.handlerPeak())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // a JVM ended by a signal would exit with 128 + its number; a requested stop is 0
            Runtime.getRuntime().halt(0);
        }
    }

    private void say(String line) {
        stdout.println(line);
        stdout.flush();
    }
}
