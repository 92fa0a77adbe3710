package threadwall.watch.web;

import java.nio.charset.StandardCharsets;
import threadwall.record.RunFile;
import threadwall.record.WatchRecord;

/**
 * A server-sent event of the feed.
 *
 * @param event its name in the stream; {@code null} for a record
 * @param data one line
 */
record ServerSentEvent(String event, String data) {

    /** A browser reconnects after {@value} ms when the stream broke. */
    private static final int RETRY_MILLIS = 2_000;

    private static final String ERROR = "trouble";

    /** A record; its JSON has no line breaks. */
    static ServerSentEvent of(WatchRecord record) {
        return new ServerSentEvent(null, RunFile.json(record));
    }

    /** An error instead of a record. */
    static ServerSentEvent error(Exception e) {
        var why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return new ServerSentEvent(ERROR, why.replaceAll("\\R", " "));
    }

    boolean isError() {
        return ERROR.equals(event);
    }

    /** Its text in the stream (WHATWG HTML, 9.2.6). */
    byte[] bytes() {
        return utf8((event == null ? "" : "event: " + event + "\n") + "data: " + data + "\n\n");
    }

    /** The beginning of a stream. */
    static byte[] streamStart() {
        return utf8("retry: " + RETRY_MILLIS + "\n\n");
    }

    /** A comment, which scripts do not see: only a write shows that a page is gone. */
    static byte[] heartbeat() {
        return utf8(":\n\n");
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
