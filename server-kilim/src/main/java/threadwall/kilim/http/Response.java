package threadwall.kilim.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import threadwall.server.Answer;
import threadwall.server.Json;
import threadwall.server.Routes;

/** A status and a JSON body, not yet in bytes. */
public record Response(Status status, byte[] body) {
    private static final Map<Status, byte[]> STARTS = starts();
    private static final byte[] DATE = ascii("\r\nDate: ");
    private static final byte[] CLOSE = ascii("\r\nConnection: close");
    private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive");
    private static final byte[] ALLOW = ascii("\r\nAllow: " + Routes.ALLOWED);
    private static final byte[] END_OF_HEAD = ascii("\r\n\r\n");
    private static final byte[] NOTHING = {};

    /** The interim answer to {@code Expect: 100-continue}. */
    public static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    public static Response ok(Object value) {
        return new Response(Status.OK, Json.bytes(value));
    }

    public static Response refusal(Status status, Answer.Refusal reason) {
        return new Response(status, Json.bytes(reason));
    }

    /**
     * All of it, to be sent in one write.
     *
     * @param request what it answers; null when that could not be read
     * @param close whether the connection ends with it
     */
    public ByteBuffer encode(Request request, boolean close) {
        // a 1.0 client expects the end of the connection unless told otherwise, a 1.1 client its going on
        var connection = close ? CLOSE : request.http11() ? NOTHING : KEEP_ALIVE;
        var allow = status == Status.METHOD_NOT_ALLOWED ? ALLOW : NOTHING;
        var start = STARTS.get(status);
        var length = ascii(Integer.toString(body.length));
        var date = HttpDate.now();
        var content = request != null && request.isHead() ? NOTHING : body;
        int size = start.length + length.length + DATE.length + date.length + connection.length + allow.length;
        return ByteBuffer.allocate(size + END_OF_HEAD.length + content.length)
                .put(start)
                .put(length)
                .put(DATE)
                .put(date)
                .put(connection)
                .put(allow)
                .put(END_OF_HEAD)
                .put(content)
                .flip();
    }

    private static Map<Status, byte[]> starts() {
        var starts = new EnumMap<Status, byte[]>(Status.class);
        for (var status : Status.values()) {
            starts.put(
                    status,
                    ascii("HTTP/1.1 " + status.code + " " + status.reason + "\r\nContent-Type: " + Routes.CONTENT_TYPE
                            + "\r\nContent-Length: "));
        }
        return starts;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
