package threadwall.loadgen.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import threadwall.record.StepRecord.Verified;

/**
 * Checks whole answers while a load runs, since {@code ab} never looks at a body. It sends the same request in the same
 * version of HTTP, on a few connections from an address of its own, and on more when the load has ended.
 *
 * <p>An answer that does not come is wrong, too. A connection that cannot be made is not: a full accept queue looks like
 * that, and {@code ab} counts it.
 */
public final class AnswerVerifier implements AutoCloseable {

    /** The address that the verifier connects from; no server and no engine uses it. */
    public static final String VERIFIER_SOURCE = "127.0.127.1";

    /** Answers that are checked in a step: a server that is wrong once in 100 passes 0.99^700 = 0.09 % of steps. */
    public static final int ANSWERS_CHECKED = 700;

    /**
     * By how much an answer may seem too early. A server's clock may tick in whole milliseconds (Kilim's timer does), which
     * loses one; {@code ab} rounds to whole milliseconds, which loses another.
     */
    public static final int EARLY_MILLIS = 2;

    /**
     * Pause of each connection after an answer while the load runs. Without it, on a route that answers at once, the verifier
     * took a third of two CPUs from the server and its load.
     */
    private static final int PAUSE_MILLIS = 50;

    /** Its requests under a load with a rate, as a share of that rate: less than the precision of a capacity. */
    private static final double SHARE_OF_RATE = 0.02;

    /**
     * Further connections for the answers that are left after a load, at most. A server that was late under the load has
     * answered few by then. Without them, 700 answers of 100 ms each took six seconds more.
     */
    private static final int CONNECTIONS_AFTER_LOAD = 100;

    /** Answers of each server to each route that are checked before a load. */
    private static final int CHECKED_BEFORE = 3;

    private static final int REQUESTS_ALONE = 5;

    private static final int ALONE_MILLIS = 2_000;

    private static final long UNTIL_THE_LOAD_ENDS = Long.MAX_VALUE;

    private final List<URI> servers;
    private final RequestContent content;
    private final boolean keepAlive;
    private final HttpVersion version;
    private final int timeoutMillis;

    /** Requested in turn. */
    private final List<RouteExpectation> expectations;

    private final AtomicLong asked = new AtomicLong();
    private final InetAddress source;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong checked = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicReference<String> firstWrong = new AtomicReference<>();
    private final AtomicReference<String> unreachable = new AtomicReference<>();
    private final CountDownLatch loadEnded = new CountDownLatch(1);
    private volatile long wanted = UNTIL_THE_LOAD_ENDS;
    private volatile long pauseMillis = PAUSE_MILLIS;

    /** {@code null} until it is measured. */
    private Double aloneMillis;

    /**
     * @param servers the shards, which get the same load
     * @param target what is known of a server that is none of threadwall's; {@code null} for the others
     */
    public AnswerVerifier(
            List<URI> servers,
            RequestRoute route,
            RequestContent content,
            TargetAnswer target,
            boolean keepAlive,
            HttpVersion version,
            int timeoutMillis)
            throws IOException {
        this.servers = List.copyOf(servers);
        this.content = content;
        this.keepAlive = keepAlive;
        this.version = version;
        this.timeoutMillis = timeoutMillis;
        this.expectations = (content.routes().isEmpty()
                        ? Stream.of(route)
                        : content.routes().stream().distinct().map(RequestRoute::new))
                .map(each -> new RouteExpectation(each, target))
                .toList();
        this.source = InetAddress.getByName(VERIFIER_SOURCE);
    }

    /**
     * Checks three answers of each server to each route before any load, all at once: a route may sleep for a minute.
     *
     * @return what is wrong, in words; empty when all answers are correct
     */
    public Optional<String> checkBeforeLoad() throws InterruptedException {
        var requests = servers.stream()
                .flatMap(server -> Collections.nCopies(CHECKED_BEFORE, expectations).stream()
                        .flatMap(List::stream)
                        .map(each -> (Callable<Optional<String>>) () -> checkAlone(server, each)))
                .toList();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var fault : threads.invokeAll(requests)) {
                if (fault.resultNow().isPresent()) {
                    return fault.resultNow();
                }
            }
        }
        return Optional.empty();
    }

    /** Checks an answer on a connection of its own. */
    private Optional<String> checkAlone(URI server, RouteExpectation expectation) {
        try (var connection = connect(server)) {
            return check(connection, server, expectation).map(fault -> server + fault);
        } catch (IOException e) {
            return Optional.of("%s%s: %s".formatted(server, expectation.route().text(), inWords(e)));
        }
    }

    /**
     * Measures, before a load, how long a server takes for a response while it answers no other request: the shortest of a
     * few, which together take little more than {@value #ALONE_MILLIS} ms. An error is left to the load, which will have it,
     * too.
     */
    public void measureAlone() {
        var shortest = Double.POSITIVE_INFINITY;
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ALONE_MILLIS);
        try {
            for (int i = 0; i < REQUESTS_ALONE && (i == 0 || System.nanoTime() < end); i++) {
                try (var connection = connect(servers.getFirst())) {
                    shortest = Math.min(
                            shortest,
                            get(
                                            connection,
                                            servers.getFirst(),
                                            expectations.getFirst().route())
                                    .waitMillis());
                }
            }
            aloneMillis = shortest;
        } catch (IOException e) {
            aloneMillis = null;
        }
    }

    /**
     * Starts checking beside a load with a rate, to which it adds no more than a fiftieth.
     *
     * @param rate requests of the load in a second
     */
    public void startBeside(int rate, int connections) {
        pauseMillis = Math.max(PAUSE_MILLIS, Math.round(1_000 * connections / (SHARE_OF_RATE * rate)));
        start(connections);
    }

    /** Starts checking, on that many connections spread over the servers. */
    public void start(int connections) {
        for (int i = 0; i < connections; i++) {
            var server = servers.get(i % servers.size());
            threads.add(Thread.ofVirtual().name("verifier-" + i).start(() -> loop(server)));
        }
    }

    public long checked() {
        return checked.get();
    }

    /**
     * Continues until {@code atLeast} answers are checked, since a short load may end before that, then stops.
     *
     * @param underLoad answers that were checked when the load ended
     * @param free connections that the load has closed, so that the servers have room for as many
     * @return the result; {@code checked} is below {@code atLeast} when the server did not answer in time
     */
    public Verified finish(long atLeast, long underLoad, int free) throws InterruptedException {
        wanted = atLeast;
        loadEnded.countDown();
        start(Math.clamp(atLeast - checked.get(), 0, Math.min(free, CONNECTIONS_AFTER_LOAD)));
        long deadline = System.nanoTime() + 2L * timeoutMillis * 1_000_000;
        for (var thread : threads) {
            thread.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
        }
        close();
        return new Verified(checked.get(), underLoad, wrong.get(), firstWrong.get(), aloneMillis);
    }

    /** What was wrong with the first wrong answer, in words; empty while all are correct. */
    public Optional<String> firstWrong() {
        return Optional.ofNullable(firstWrong.get());
    }

    /** Why the last connection that failed could not be made; empty when none failed. */
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
            try (var connection = connect(server)) {
                do {
                    var fault = check(connection, server, next());
                    checked.incrementAndGet();
                    fault.ifPresent(this::countWrong);
                    pauseUnderLoad();
                } while (keepAlive && checked.get() < wanted);
            } catch (HttpConnection.Unreachable e) {
                unreachable.set(inWords(e));
                pause();
            } catch (IOException e) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                checked.incrementAndGet();
                countWrong(inWords(e));
                pause();
            }
        }
    }

    private HttpConnection connect(URI server) throws IOException {
        return HttpConnection.open(new InetSocketAddress(server.getHost(), server.getPort()), source, timeoutMillis);
    }

    private RouteExpectation next() {
        return expectations.get((int) (asked.getAndIncrement() % expectations.size()));
    }

    /** What is wrong with the answer to a route, with the route before it. */
    private Optional<String> check(HttpConnection connection, URI server, RouteExpectation expectation)
            throws IOException {
        return expectation
                .faultIn(get(connection, server, expectation.route()))
                .map(fault -> expectation.route().text() + ": " + fault);
    }

    private HttpResponse get(HttpConnection connection, URI server, RequestRoute requested) throws IOException {
        return version.exchange(connection, server.getAuthority(), requested.text(), content, keepAlive);
    }

    private void countWrong(String fault) {
        wrong.incrementAndGet();
        firstWrong.compareAndSet(null, fault);
    }

    private void pauseUnderLoad() {
        try {
            loadEnded.await(pauseMillis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Also after a failure, so that a refusing server is not retried in a busy loop. */
    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String inWords(IOException e) {
        return e instanceof SocketTimeoutException
                ? "no answer in time (%s)".formatted(e.getMessage())
                : e.getMessage();
    }
}
