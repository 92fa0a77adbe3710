package threadwall.kilim.http;

import java.util.function.Predicate;
import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.io.Buffer;

/**
 * Parses requests from a {@link Buffer} (RFC 9112). It looks at every byte once, however the input is split. Whatever
 * two parsers could read differently is refused at the first bad byte.
 *
 * <p>A head stays in the buffer until it is complete, so only positions are kept; a body is moved out or dropped as it
 * arrives.
 */
public final class RequestParser {
    private enum Stage {
        EMPTY_LINES,
        HEAD,
        CONTENT,
        CHUNKS
    }

    private final Buffer buffer;
    private final HttpLimits limits;
    private final Predicate<Request> keepsBody;
    private final RequestLine line = new RequestLine();
    private final HeaderFields fields = new HeaderFields();
    private final FieldSection section;
    private final ChunkedBody chunks;
    private final RequestBody body = new RequestBody();

    private Stage stage;
    private int emptyLineBytes;
    private boolean continueAwaited;

    /** The head of the request whose body is being received. */
    private Request head;

    /** @param keepsBody of a request with that head; else its request has an empty one */
    public RequestParser(Buffer buffer, HttpLimits limits, Predicate<Request> keepsBody) {
        this.buffer = buffer;
        this.limits = limits;
        this.keepsBody = keepsBody;
        section = new FieldSection(limits.headerFields());
        chunks = new ChunkedBody(limits);
        reset();
    }

    /** The buffer that it reads from. */
    public Buffer buffer() {
        return buffer;
    }

    /** Bytes of memory that what has arrived takes. */
    public int capacity() {
        return buffer.array().length + body.capacity();
    }

    /** Resets for another connection, and clears the buffer. */
    public void reset() {
        stage = Stage.EMPTY_LINES;
        emptyLineBytes = 0;
        continueAwaited = false;
        head = null;
        body.clear();
        buffer.clear();
    }

    /** Whether not a byte has arrived since the last request. Until then it counts the bytes of empty lines. */
    public boolean isFresh() {
        return stage == Stage.EMPTY_LINES && emptyLineBytes == 0 && buffer.isEmpty();
    }

    /** What has arrived of the next request. Bytes that {@link #next} has not seen yet count as its head. */
    public RequestProgress progress() {
        return switch (stage) {
            case EMPTY_LINES -> buffer.isEmpty() ? RequestProgress.NOTHING : RequestProgress.HEAD;
            case HEAD -> RequestProgress.HEAD;
            case CONTENT, CHUNKS -> RequestProgress.BODY;
        };
    }

    /** Whether the client has sent the head and waits for a 100 before it sends the body (RFC 9110, section 10.1.1). */
    public boolean awaitsContinue() {
        return continueAwaited;
    }

    /** The client has been told to continue. */
    public void continueSent() {
        continueAwaited = false;
    }

    /** Consumes and returns the next complete request; or why it is refused; or that more bytes are needed. */
    public ParseResult next() {
        ParseResult parsed = null;
        if (stage == Stage.EMPTY_LINES) {
            parsed = emptyLines();
        }
        if (stage == Stage.HEAD && parsed == null) {
            parsed = head();
        }
        return parsed == null ? body() : parsed;
    }

    /** Some clients send an empty line after a body (RFC 9112, section 2.2). */
    private ParseResult emptyLines() {
        byte[] bytes = buffer.array();
        int i = buffer.start();
        int end = buffer.end();
        int limit = limits.requestLineBytes();
        boolean half = halfEmptyLine();
        while (i < end && (half || bytes[i] == '\r')) {
            if (emptyLineBytes++ == limit) {
                return RequestLine.tooLong(limit);
            }
            if (half && bytes[i] != '\n') {
                return HeadScanner.NO_LF;
            }
            half = !half;
            i++;
        }
        buffer.use(i - buffer.start());
        if (buffer.isEmpty()) {
            return Incomplete.INCOMPLETE;
        }
        stage = Stage.HEAD;
        line.begin(limit - emptyLineBytes);
        return null;
    }

    private boolean halfEmptyLine() {
        return emptyLineBytes % 2 != 0;
    }

    private ParseResult head() {
        byte[] bytes = buffer.array();
        int start = buffer.start();
        int end = start + Math.min(buffer.length(), limits.headBytes());
        ParseResult parsed = null;
        if (!line.isComplete()) {
            parsed = line.scan(bytes, start, end);
            if (parsed == null) {
                fields.begin(line.isHttp11());
                section.begin(line.length(), fields);
            }
        }
        if (parsed == null) {
            parsed = section.scan(bytes, start, end);
        }
        if (parsed == null) {
            return endOfHead(bytes, start);
        }
        return parsed == Incomplete.INCOMPLETE && end < buffer.end()
                ? FieldSection.tooLarge("head", limits.headBytes())
                : parsed;
    }

    /** The request if it has no body; null if the body comes next. */
    private ParseResult endOfHead(byte[] bytes, int start) {
        var problem = fields.problem(limits.bodyBytes());
        if (problem != null) {
            return problem;
        }
        var request = line.request(bytes, start, fields.keepAlive(), fields.contentType());
        buffer.use(section.scanned());
        emptyLineBytes = 0;
        if (!fields.hasBody()) {
            stage = Stage.EMPTY_LINES;
            return request;
        }
        head = request;
        continueAwaited = fields.expectsContinue();
        stage = fields.isChunked() ? Stage.CHUNKS : Stage.CONTENT;
        chunks.begin();
        body.begin(keepsBody.test(request));
        return null;
    }

    private ParseResult body() {
        continueAwaited &= buffer.isEmpty();
        var parsed = stage == Stage.CHUNKS ? chunks.scan(buffer, body) : content();
        if (parsed != null) {
            return parsed;
        }
        var request = head.with(body.remove());
        head = null;
        stage = Stage.EMPTY_LINES;
        return request;
    }

    private ParseResult content() {
        int length = fields.contentLength();
        body.take(buffer, length - body.length(), length);
        return body.length() == length ? null : Incomplete.INCOMPLETE;
    }
}
