package threadwall.loadgen.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import threadwall.record.StepRecord.Verified;

/**
 * Reads answers in full while {@code ab} loads the server, which never looks at a body: a closed loop of its own on a few
 * connections, with the same protocol on the same route, from an address of its own.
 *
 * <p>An answer that never came is wrong too, but a connection that could not be made is not: that is what a full accept
 * queue looks like, and {@code ab} counts it.
 */
public final class AnswerVerifier implements AutoCloseable {

    /** The address that the verifier connects from; no server and no engine has it. */
    public static final String VERIFIER_SOURCE = "127.0.127.1";

    /** Answers that the verifier checks in a step: a server wrong once in 100 slips through 0.99^700 = 0.09 % of steps. */
    public static final int ANSWERS_CHECKED = 700;

    /**
     * How much too early an answer may seem. A server's clock may tick in whole milliseconds (Kilim's timer does), which
     * loses one; {@code ab} rounds to whole milliseconds, which loses another.
     */
    public static final int EARLY_MILLIS = 2;

    /**
     * How long each connection rests behind an answer while the load runs. Where a route answers at once, verifiers that
     * asked again at once took a third of two processors, from the server and its load.
     */
    private static final int REST_MILLIS = 50;

    private static final long UNTIL_THE_LOAD_ENDS = Long.MAX_VALUE;

    private final List<URI> servers;
    private final RequestRoute route;
    private final boolean keepAlive;
    private final HttpVersion version;
    private final int timeoutMillis;
    private final ExpectedAnswer expectation;
    private final InetAddress source;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong checked = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicReference<String> firstWrong = new AtomicReference<>();
    private final AtomicReference<String> unreachable = new AtomicReference<>();
    private volatile long wanted = UNTIL_THE_LOAD_ENDS;

    /** @param servers the shards, each loaded alike */
    public AnswerVerifier(
            List<URI> servers, RequestRoute route, boolean keepAlive, HttpVersion version, int timeoutMillis)
            throws IOException {
        this.servers = List.copyOf(servers);
        this.route = route;
        this.keepAlive = keepAlive;
        this.version = version;
        this.timeoutMillis = timeoutMillis;
        this.expectation = new ExpectedAnswer(route);
        this.source = InetAddress.getByName(VERIFIER_SOURCE);
    }

    /**
     * Three answers from each server before any load.
     *
     * @return what is wrong, in words; empty when all is right
     */
    public Optional<String> checkBeforeLoad() {
        for (var server : servers) {
            try {
                for (int i = 0; i < 3; i++) {
                    try (var exchange = HttpExchange.open(server, source, version, timeoutMillis)) {
                        var fault = expectation.faultIn(exchange.get(route.text(), keepAlive));
                        if (fault.isPresent()) {
                            return Optional.of("%s%s: %s".formatted(server, route.text(), fault.get()));
                        }
                    }
                }
            } catch (IOException e) {
                return Optional.of("%s%s: %s".formatted(server, route.text(), words(e)));
            }
        }
        return Optional.empty();
    }

    /** Starts checking, on that many connections dealt over the servers. */
    public void start(int connections) {
        for (int i = 0; i < connections; i++) {
            var server = servers.get(i % servers.size());
            threads.add(Thread.ofVirtual().name("verifier-" + i).start(() -> loop(server)));
        }
    }

    public long checked() {
        return checked.get();
    }

    public long wrong() {
        return wrong.get();
    }

    /**
     * Goes on until {@code atLeast} answers are checked (a short load may end before), then stops.
     *
     * @param underLoad answers that had been checked when the load ended
     * @return what was found; {@code checked} may be short of {@code atLeast} when the server did not answer in time
     */
    public Verified finish(long atLeast, long underLoad) throws InterruptedException {
        wanted = atLeast;
        long deadline = System.nanoTime() + 2L * timeoutMillis * 1_000_000;
        for (var thread : threads) {
            thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        }
        close();
        return new Verified(checked.get(), underLoad, wrong.get(), firstWrong.get());
    }

    /** The first answer that was wrong, in words; empty while none was. */
    public Optional<String> firstWrong() {
        return Optional.ofNullable(firstWrong.get());
    }

    /** Why no connection could be made, the last time; empty when every connection could be. */
    public Optional<String> unreachable() {
        return Optional.ofNullable(unreachable.get());
    }

    @Override
    public void close() {
        wanted = 0;
        threads.forEach(Thread::interrupt);
    }

    private void loop(URI server) {
        while (checked.get() < wanted && !Thread.currentThread().isInterrupted()) {
            try (var exchange = HttpExchange.open(server, source, version, timeoutMillis)) {
                do {
                    var fault = expectation.faultIn(exchange.get(route.text(), keepAlive));
                    checked.incrementAndGet();
                    fault.ifPresent(this::wrong);
                    restUnderLoad();
                } while (keepAlive && checked.get() < wanted);
            } catch (HttpExchange.Unreachable e) {
                unreachable.set(words(e));
                rest();
            } catch (IOException e) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                checked.incrementAndGet();
                wrong(words(e));
                rest();
            }
        }
    }

    private void wrong(String fault) {
        wrong.incrementAndGet();
        firstWrong.compareAndSet(null, fault);
    }

    private void restUnderLoad() {
        if (wanted == UNTIL_THE_LOAD_ENDS) {
            rest();
        }
    }

    /** Also behind a failure: a server that refuses is asked again, but not in a spin. */
    private static void rest() {
        try {
            Thread.sleep(REST_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String words(IOException e) {
        return e instanceof SocketTimeoutException
                ? "no answer in time (%s)".formatted(e.getMessage())
                : e.getMessage();
    }
}
