package threadwall.resilience;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import threadwall.loadgen.http.ClientSleep;
import threadwall.loadgen.http.ExpectedResponse;
import threadwall.loadgen.http.HttpConnection;

/**
 * One connection of a soak, with a method for each {@link ClientBehavior}. Expected answers are awaited and checked in full; those
 * that a disconnected client would never see are not.
 */
final class SoakSession {

    /** For a connection, and for each read. */
    static final int TIMEOUT_MILLIS = 60_000;

    private static final int LONGEST_SLEEP_MILLIS = 300;
    private static final int SMALL_WINDOW_BYTES = 2 * 1024;

    /**
     * What the clients of one soak share.
     *
     * @param end by System.nanoTime(): from then on clients do not pause, but still wait for expected answers
     */
    record SharedState(
            ServerUnderTest server, RawRequest fortunes, List<RawRequest> malformed, SoakStats stats, long end) {}

    private final SharedState shared;
    private final ClientBehavior behavior;
    private final RandomGenerator random;
    private final HttpConnection connection;

    private SoakSession(
            SharedState shared, ClientBehavior behavior, RandomGenerator random, HttpConnection connection) {
        this.shared = shared;
        this.behavior = behavior;
        this.random = random;
        this.connection = connection;
    }

    /** Connects, behaves, disconnects. Faults are counted in the stats. */
    static void run(SharedState shared, ClientBehavior behavior, RandomGenerator random, InetAddress source) {
        shared.stats().session(behavior);
        int window = behavior == ClientBehavior.SLOW_READER ? SMALL_WINDOW_BYTES : 0;
        try (var connection = HttpConnection.open(shared.server().address(), source, TIMEOUT_MILLIS, window)) {
            behavior.action.run(new SoakSession(shared, behavior, random, connection));
        } catch (InterruptedIOException e) {
            if (!Thread.currentThread().isInterrupted()) {
                shared.stats().wrong(behavior, "no byte came for %d s".formatted(TIMEOUT_MILLIS / 1000));
            }
        } catch (IOException e) {
            shared.stats().wrong(behavior, String.valueOf(e.getMessage()));
        }
    }

    void keepAlive() throws IOException {
        for (int left = 1 + random.nextInt(8); left > 0 && exchange(anyRequest()); left--) {
            think();
        }
    }

    void close() throws IOException {
        think();
        exchangeAndClose(anyRequest().closing());
    }

    void http10() throws IOException {
        think();
        exchangeAndClose(anyRequest().http10(false));
    }

    void http10KeepAlive() throws IOException {
        for (int left = 1 + random.nextInt(4); left > 0 && exchange(anyRequest().http10(true)); left--) {
            think();
        }
    }

    /** Several requests in one write, whose answers must come in order. */
    void pipeline() throws IOException {
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            if (!sendPipelined(requests(2 + random.nextInt(15), false))) {
                return;
            }
            think();
        }
    }

    /** Whether the connection is still usable. A server that closes it need not answer the rest. */
    private boolean sendPipelined(List<RawRequest> batch) throws IOException {
        var text = new StringBuilder();
        batch.forEach(request -> text.append(request.text()));
        shared.stats().sent(batch.size());
        connection.send(text.toString());
        for (var request : batch) {
            if (!receive(request)) {
                return false;
            }
        }
        return true;
    }

    void post() throws IOException {
        int length = random.nextInt(4_000);
        exchangePost("Content-Length: " + length, "x".repeat(length));
    }

    void chunked() throws IOException {
        var body = new StringBuilder();
        for (int left = random.nextInt(5); left > 0; left--) {
            int length = 1 + random.nextInt(500);
            body.append(Integer.toHexString(length))
                    .append("\r\n")
                    .append("y".repeat(length))
                    .append("\r\n");
        }
        body.append("0\r\n\r\n");
        exchangePost("Transfer-Encoding: chunked", body.toString());
    }

    /** The server must not take the body for the next request. */
    private void exchangePost(String header, String body) throws IOException {
        var head = RawRequest.JSON.withHeader(header).text().replaceFirst("^GET", "POST");
        if (exchange(new RawRequest(head + body, ExpectedResponse.refusal(405)))) {
            exchange(RawRequest.JSON);
        }
    }

    void head() throws IOException {
        if (exchange(anyRequest().head())) {
            exchange(anyRequest()); // a body after the answer to HEAD would be read as this answer
        }
    }

    /** Disconnects before the answer. */
    void hangUp(boolean byReset) throws IOException {
        connection.send(RawRequest.sleep(4_000 + random.nextInt(10_000)).text());
        think();
        if (byReset) {
            connection.resetOnClose();
        }
    }

    /** Sends half a request and nothing more. A server may close, with a 408 or without; no other answer is right. */
    void halfRequest() throws IOException {
        var text = anyRequest().text();
        connection.send(text.substring(0, 1 + random.nextInt(text.length() - 1)));
        pause(1_000 + random.nextInt(9_000));
        if (connection.hasMore()) {
            var early = connection.read(false);
            if (early.status() != 408) {
                shared.stats().wrong(behavior, "status %d for half a request, not 408".formatted(early.status()));
            }
        }
    }

    void byteByByte() throws IOException {
        var request = anyRequest();
        shared.stats().sent(1);
        for (char one : request.text().toCharArray()) {
            connection.send(String.valueOf(one));
            pause(1 + random.nextInt(20));
        }
        receive(request);
    }

    void malformed() throws IOException {
        think();
        exchangeAndClose(
                shared.malformed().get(random.nextInt(shared.malformed().size())));
    }

    /** Reads many long answers slowly: the server must wait, and all of them must be complete. */
    void slowReader() throws IOException {
        connection.readSlowly(64 + random.nextInt(1_000), 10 + random.nextInt(40), shared.end());
        sendPipelined(requests(4 + random.nextInt(12), true));
    }

    /** Sends a larger head than a server accepts. It may refuse by any of three statuses, and must close. */
    void oversizedHead() throws IOException {
        int length = 20_000 + random.nextInt(60_000);
        var expected = ExpectedResponse.refusal(400, 414, 431).closing();
        exchangeAndClose(
                random.nextBoolean()
                        ? RawRequest.get("/json", expected).withHeader("X-Long: " + "z".repeat(length))
                        : RawRequest.get("/json?" + "q".repeat(length), expected));
    }

    private RawRequest anyRequest() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> RawRequest.JSON;
            case 3, 4, 5 -> RawRequest.sleep(random.nextInt(LONGEST_SLEEP_MILLIS));
            case 6, 7 -> shared.fortunes();
            case 8 -> RawRequest.get("/nowhere/" + random.nextInt(1_000), ExpectedResponse.refusal(404));
            default -> RawRequest.get("/json2?time=x" + random.nextInt(1_000), ExpectedResponse.refusal(400));
        };
    }

    private List<RawRequest> requests(int count, boolean fortunes) {
        var requests = new ArrayList<RawRequest>();
        for (int i = 0; i < count; i++) {
            requests.add(fortunes ? shared.fortunes() : anyRequest());
        }
        return requests;
    }

    private void think() throws IOException {
        pause(200 + random.nextInt(6_000));
    }

    private void pause(long millis) throws IOException {
        ClientSleep.until(shared.end(), millis);
    }

    /** Sends a request and checks its answer; whether the connection is still usable. */
    private boolean exchange(RawRequest request) throws IOException {
        shared.stats().sent(1);
        connection.send(request.text());
        return receive(request);
    }

    /** Reads an answer and checks it; whether the connection is still usable. */
    private boolean receive(RawRequest request) throws IOException {
        var response = connection.read(request.expected().head());
        shared.stats().answered(response.status());
        var fault = request.expected().faultIn(response);
        fault.ifPresent(words -> shared.stats().wrong(behavior, words));
        return !response.closes() && fault.isEmpty();
    }

    /** Sends a request, checks its answer, and that the server closes the connection then. */
    private void exchangeAndClose(RawRequest request) throws IOException {
        exchange(request);
        if (!connection.awaitClose()) {
            shared.stats().wrong(behavior, "bytes after the last answer: " + connection.unread());
        }
    }
}
