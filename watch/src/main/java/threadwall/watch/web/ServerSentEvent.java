package threadwall.watch.web;

import java.nio.charset.StandardCharsets;
import threadwall.record.RunFile;
import threadwall.record.WatchRecord;

/**
 * What the feed has to say.
 *
 * @param event its name in the stream; a record has none
 * @param data one line
 */
record ServerSentEvent(String event, String data) {

    /** After so long a browser comes back by itself when the stream broke: {@value} ms. */
    private static final int RETRY_MILLIS = 2_000;

    private static final String TROUBLE = "trouble";

    /** JSON has no line ends of its own. */
    static ServerSentEvent of(WatchRecord record) {
        return new ServerSentEvent(null, RunFile.json(record));
    }

    /** Why there is no record. */
    static ServerSentEvent trouble(Exception e) {
        var why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new ServerSentEvent(TROUBLE, why.replaceAll("\\R", " "));
    }

    boolean isTrouble() {
        return TROUBLE.equals(event);
    }

    /** As a server-sent event (WHATWG HTML, 9.2.6). */
    byte[] bytes() {
        return utf8((event == null ? "" : "event: " + event + "\n") + "data: " + data + "\n\n");
    }

    /** What a stream begins with. */
    static byte[] hello() {
        return utf8("retry: " + RETRY_MILLIS + "\n\n");
    }

    /** A comment, which no script sees: that a page has gone is found out by writing to it. */
    static byte[] heartbeat() {
        return utf8(":\n\n");
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
