package threadwall.kilim.http;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import threadwall.kilim.http.Response.Text;
import threadwall.kilim.io.Buffer;
import threadwall.server.HttpDate;
import threadwall.server.Json;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectWriter;

/**
 * Serialises responses, ready for one write. The body is written first, after room reserved for the head; then the
 * head, which states the body's length, goes right in front of it. Nothing is moved or copied.
 */
public final class ResponseWriter {
    /** Bytes reserved for a head; our longest, of a 405, has 230. */
    private static final int HEAD_ROOM = 320;

    private static final byte[] CONTENT_TYPE = ascii("Content-Type: application/json\r\n");
    private static final byte[] DATE = ascii("Date: ");
    private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
    private static final byte[] CLOSE = ascii("\r\nConnection: close");
    private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] NOTHING = {};
    private static final Map<HttpStatus, byte[]> STATUS_LINES = statusLines();

    /** The interim response to {@code Expect: 100-continue}. */
    private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    /** Jackson's output. */
    private static final class Into extends OutputStream {
        private Buffer buffer;

        @Override
        public void write(int b) {
            buffer.put(new byte[] {(byte) b});
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            buffer.put(bytes, offset, length);
        }
    }

    /** Without a separator between two values: each response stands alone. */
    private static final ObjectWriter JSON = Json.MAPPER.writer().withRootValueSeparator("");

    private final Into into = new Into();

    /** Reused, because creating a generator is most of the cost of a small response. */
    private JsonGenerator generator = JSON.createGenerator(into);

    /**
     * Writes a response into an empty buffer.
     *
     * @param request that it answers; null when that could not be parsed
     * @param close whether the connection ends with it
     * @throws tools.jackson.core.JacksonException when the content cannot be serialised; the caller has to clear the
     *     buffer
     */
    public void write(Response response, Request request, boolean close, Buffer out) {
        out.reserve(HEAD_ROOM);
        var type = writeContent(response.content(), out);
        int length = out.length();
        if (request != null && request.isHead()) {
            out.clear();
            out.reserve(HEAD_ROOM);
        }
        // HTTP/1.0 closes by default, HTTP/1.1 stays open
        var connection = close ? CLOSE : request.http11() ? NOTHING : KEEP_ALIVE;
        out.putInFront(END);
        out.putInFront(response.field() == null ? NOTHING : ascii("\r\n" + response.field()));
        out.putInFront(connection);
        putInFront(length, out);
        out.putInFront(LENGTH);
        out.putInFront(HttpDate.ascii());
        out.putInFront(DATE);
        out.putInFront(type);
        out.putInFront(STATUS_LINES.get(response.status()));
    }

    /** Returns the header line that describes the content. */
    private byte[] writeContent(Object content, Buffer out) {
        if (content == null) {
            return NOTHING;
        }
        if (content instanceof Text(String type, String text)) {
            out.put(text.getBytes(StandardCharsets.UTF_8));
            return ascii("Content-Type: " + type + "\r\n");
        }
        into.buffer = out;
        try {
            JSON.writeValue(generator, content);
        } catch (RuntimeException e) {
            generator = JSON.createGenerator(into); // the old one is in an undefined state
            throw e;
        }
        return CONTENT_TYPE;
    }

    /** Tells the client to continue with its body. */
    public static void writeContinue(Buffer out) {
        out.put(CONTINUE);
    }

    private static void putInFront(int number, Buffer out) {
        int rest = number;
        do {
            out.putInFront((byte) ('0' + rest % 10));
            rest /= 10;
        } while (rest > 0);
    }

    private static Map<HttpStatus, byte[]> statusLines() {
        var lines = new EnumMap<HttpStatus, byte[]>(HttpStatus.class);
        for (var status : HttpStatus.values()) {
            lines.put(status, ascii("HTTP/1.1 " + status.code + " " + status.reason + "\r\n"));
        }
        return lines;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
