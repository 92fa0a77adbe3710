package threadwall.kilim.http;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import threadwall.kilim.io.Buffer;
import threadwall.server.HttpDate;
import threadwall.server.Json;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectWriter;

/**
 * Puts answers into bytes, ready for one write. The body is written first, behind room for a head, as the head has to say
 * how long it is; then the head goes right in front of it. So nothing is moved or copied.
 */
public final class ResponseWriter {
    /** Bytes kept for a head: the longest of ours, of a 405, has 230. */
    private static final int HEAD_ROOM = 320;

    private static final byte[] CONTENT_TYPE = ascii("Content-Type: application/json\r\n");
    private static final byte[] DATE = ascii("Date: ");
    private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
    private static final byte[] CLOSE = ascii("\r\nConnection: close");
    private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive");
    private static final byte[] END = ascii("\r\n\r\n");
    private static final byte[] NOTHING = {};
    private static final Map<HttpStatus, byte[]> STATUS_LINES = statusLines();

    /** The interim answer to {@code Expect: 100-continue}. */
    private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");

    /** What Jackson writes to. */
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

    /** Answers stand by themselves: nothing is put between two. */
    private static final ObjectWriter JSON = Json.MAPPER.writer().withRootValueSeparator("");

    private final Into into = new Into();

    /** One for all answers, as most of what it takes to write a small one is to make a generator. */
    private JsonGenerator generator = JSON.createGenerator(into);

    /**
     * Writes it into an empty buffer.
     *
     * @param request what it answers; null when that could not be read
     * @param close whether the connection ends with it
     * @throws tools.jackson.core.JacksonException when the content cannot be put into JSON; the buffer is to be cleared
     */
    public void write(Response response, Request request, boolean close, Buffer out) {
        out.reserve(HEAD_ROOM);
        if (response.content() != null) {
            writeContent(response.content(), out);
        }
        int length = out.length();
        if (request != null && request.isHead()) {
            out.clear();
            out.reserve(HEAD_ROOM);
        }
        // a 1.0 client expects the end of the connection unless told otherwise, a 1.1 client its going on
        var connection = close ? CLOSE : request.http11() ? NOTHING : KEEP_ALIVE;
        out.putInFront(END);
        out.putInFront(response.field() == null ? NOTHING : ascii("\r\n" + response.field()));
        out.putInFront(connection);
        putInFront(length, out);
        out.putInFront(LENGTH);
        out.putInFront(HttpDate.ascii());
        out.putInFront(DATE);
        out.putInFront(response.content() == null ? NOTHING : CONTENT_TYPE);
        out.putInFront(STATUS_LINES.get(response.status()));
    }

    private void writeContent(Object content, Buffer out) {
        into.buffer = out;
        try {
            JSON.writeValue(generator, content);
        } catch (RuntimeException e) {
            generator = JSON.createGenerator(into); // the other one is in the middle of something
            throw e;
        }
    }

    /** Tells the client to go on with its body. */
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
