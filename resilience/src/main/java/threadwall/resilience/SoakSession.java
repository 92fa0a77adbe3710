package threadwall.resilience;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * One connection of a soak, and what its client does there: a method for each {@link ClientBehavior}. What is due is waited for and
 * checked in full; what a vanished client would never see is not.
 */
final class SoakSession {

    /** For a connection, and for each part of an answer. */
    static final int PATIENCE_MILLIS = 60_000;

    private static final int LONGEST_SLEEP_MILLIS = 300;
    private static final int SMALL_WINDOW_BYTES = 2 * 1024;

    /**
     * What the clients of one soak share.
     *
     * @param end by System.nanoTime(): from then on nobody rests, but what is due is still waited for
     */
    record Common(ServerUnderTest victim, RawRequest fortunes, List<RawRequest> malformed, SoakStats tally, long end) {}

    private final Common common;
    private final ClientBehavior manner;
    private final RandomGenerator random;
    private final RawHttpConnection wire;

    private SoakSession(Common common, ClientBehavior manner, RandomGenerator random, RawHttpConnection wire) {
        this.common = common;
        this.manner = manner;
        this.random = random;
        this.wire = wire;
    }

    /** Comes, does as the manner says, leaves. What is wrong goes to the tally. */
    static void live(Common common, ClientBehavior manner, RandomGenerator random, InetAddress source) {
        common.tally().session(manner);
        int window = manner == ClientBehavior.SLOW_READER ? SMALL_WINDOW_BYTES : 0;
        try (var wire = RawHttpConnection.open(common.victim().address(), source, PATIENCE_MILLIS, window)) {
            manner.conduct.in(new SoakSession(common, manner, random, wire));
        } catch (InterruptedIOException e) {
            if (!Thread.currentThread().isInterrupted()) {
                common.tally().wrong(manner, "nothing came for %d s".formatted(PATIENCE_MILLIS / 1000));
            }
        } catch (IOException e) {
            common.tally().wrong(manner, String.valueOf(e.getMessage()));
        }
    }

    void keepAlive() throws IOException {
        for (int left = 1 + random.nextInt(8); left > 0 && answered(any()); left--) {
            think();
        }
    }

    void close() throws IOException {
        think();
        closed(any().close());
    }

    void old() throws IOException {
        think();
        closed(any().old(false));
    }

    void oldKeepAlive() throws IOException {
        for (int left = 1 + random.nextInt(4); left > 0 && answered(any().old(true)); left--) {
            think();
        }
    }

    /** Several requests in one piece, whose answers have to come in their order. */
    void pipeline() throws IOException {
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            if (!pipelined(several(2 + random.nextInt(15), false))) {
                return;
            }
            think();
        }
    }

    /** A server that ends the connection in between owes nothing for the rest. */
    private boolean pipelined(List<RawRequest> batch) throws IOException {
        var text = new StringBuilder();
        batch.forEach(asked -> text.append(asked.text()));
        common.tally().asked(batch.size());
        wire.send(text.toString());
        for (var asked : batch) {
            if (!checked(asked)) {
                return false;
            }
        }
        return true;
    }

    void post() throws IOException {
        int length = random.nextInt(4_000);
        var field = "Content-Length: " + length;
        var head = new RawRequest(posted().with(field).text(), ExpectedResponse.refusal(405));
        if (answered(new RawRequest(head.text() + "x".repeat(length), head.due()))) {
            answered(RawRequest.JSON); // the body must not be taken for a request
        }
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
        var head = posted().with("Transfer-Encoding: chunked").text();
        if (answered(new RawRequest(head + body, ExpectedResponse.refusal(405)))) {
            answered(RawRequest.JSON);
        }
    }

    private static RawRequest posted() {
        return new RawRequest(RawRequest.JSON.text().replaceFirst("^GET", "POST"), ExpectedResponse.refusal(405));
    }

    void head() throws IOException {
        if (answered(any().head())) {
            answered(any()); // a body behind the answer to HEAD would come before it
        }
    }

    /** Gone before the answer. */
    void leave(boolean byReset) throws IOException {
        wire.send(RawRequest.sleep(4_000 + random.nextInt(10_000)).bytes());
        think();
        if (byReset) {
            wire.reset();
        }
    }

    /** Half a request, and silence: a server may end it, with a 408 or without a word, and answers nothing else. */
    void half() throws IOException {
        var text = any().text();
        wire.send(text.substring(0, 1 + random.nextInt(text.length() - 1)));
        rest(1_000 + random.nextInt(9_000));
        if (wire.hasMore()) {
            var early = wire.read(false);
            if (early.status() != 408) {
                common.tally().wrong(manner, "status %d to half of it".formatted(early.status()));
            }
        }
    }

    void byteByByte() throws IOException {
        var asked = any();
        common.tally().asked(1);
        for (byte one : asked.bytes()) {
            wire.send(new byte[] {one});
            rest(1 + random.nextInt(20));
        }
        checked(asked);
    }

    void malformed() throws IOException {
        think();
        closed(common.malformed().get(random.nextInt(common.malformed().size())));
    }

    /** Takes many long answers in sips: the server has to wait, and all of them have to be whole. */
    void slowReader() throws IOException {
        wire.readSlowly(64 + random.nextInt(1_000), 10 + random.nextInt(40), common.end());
        pipelined(several(4 + random.nextInt(12), true));
    }

    /** More head than a server takes. It may refuse by any of three statuses, and closes. */
    void oversized() throws IOException {
        int length = 20_000 + random.nextInt(60_000);
        var due = ExpectedResponse.refusal(400, 414, 431).andClose();
        closed(
                random.nextBoolean()
                        ? new RawRequest(
                                RawRequest.JSON
                                        .with("X-Long: " + "z".repeat(length))
                                        .text(),
                                due)
                        : RawRequest.get("/json?" + "q".repeat(length), due));
    }

    private RawRequest any() {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> RawRequest.JSON;
            case 3, 4, 5 -> RawRequest.sleep(random.nextInt(LONGEST_SLEEP_MILLIS));
            case 6, 7 -> common.fortunes();
            case 8 -> RawRequest.get("/nowhere/" + random.nextInt(1_000), ExpectedResponse.refusal(404));
            default -> RawRequest.get("/json2?time=x" + random.nextInt(1_000), ExpectedResponse.refusal(400));
        };
    }

    private List<RawRequest> several(int count, boolean fortunes) {
        var several = new ArrayList<RawRequest>();
        for (int i = 0; i < count; i++) {
            several.add(fortunes ? common.fortunes() : any());
        }
        return several;
    }

    private void think() throws IOException {
        rest(200 + random.nextInt(6_000));
    }

    private void rest(long millis) throws IOException {
        RetryDelay.until(common.end(), millis);
    }

    /** Asks and checks; whether the connection goes on. */
    private boolean answered(RawRequest asked) throws IOException {
        common.tally().asked(1);
        wire.send(asked.bytes());
        return checked(asked);
    }

    private boolean checked(RawRequest asked) throws IOException {
        var reply = wire.read(asked.due().head());
        common.tally().answered(reply.status());
        var fault = asked.due().faultIn(reply);
        fault.ifPresent(what -> common.tally().wrong(manner, what));
        return !reply.closes() && fault.isEmpty();
    }

    /** Asks, checks, and sees to it that the server closes. */
    private void closed(RawRequest asked) throws IOException {
        answered(asked);
        if (!wire.ends()) {
            common.tally().wrong(manner, "more came behind the last answer: " + wire.unread());
        }
    }
}
