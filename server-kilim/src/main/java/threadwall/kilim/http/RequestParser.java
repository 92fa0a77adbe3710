package threadwall.kilim.http;

import threadwall.kilim.http.Parsed.Incomplete;
import threadwall.kilim.http.Parsed.Refused;
import threadwall.kilim.io.Buffer;

/**
 * Finds the heads of requests in a {@link Buffer} (RFC 9112). It looks at every byte once, however split they come,
 * and refuses what two readers could read differently: bare CR or LF, folded or repeated framing headers, blanks before
 * a colon.
 */
public final class RequestParser {
    private final Buffer buffer;
    private final HttpBounds bounds;

    /** The next byte to look at. */
    private int scan;

    /** Where the line under way starts. */
    private int lineStart;

    private RequestLine requestLine;
    private HeaderFields fields = new HeaderFields();

    public RequestParser(Buffer buffer, HttpBounds bounds) {
        this.buffer = buffer;
        this.bounds = bounds;
    }

    public enum Progress {
        NOTHING,
        HEAD,
        BODY
    }

    public Buffer buffer() {
        return buffer;
    }

    public Progress progress() {
        return buffer.isEmpty() ? Progress.NOTHING : Progress.HEAD;
    }

    public boolean awaitsContinue() {
        return false;
    }

    public void reset() {
        scan = 0;
        lineStart = 0;
        requestLine = null;
        fields = new HeaderFields();
        buffer.clear();
    }

    /** Whether a request has begun to arrive. */
    public boolean isUnderWay() {
        return !buffer.isEmpty();
    }

    /** The next request, whose head is then gone from the buffer; its body, if any, comes next there. */
    public Parsed next() {
        while (scan < buffer.length()) {
            byte b = buffer.at(scan++);
            if (b == '\n') {
                var parsed = endOfLine();
                if (parsed != Incomplete.INCOMPLETE) {
                    return parsed;
                }
            } else if (b < ' ' && b >= 0 && b != '\t' && b != '\r' || b == 0x7f) {
                return bad("a control character in the head");
            } else if (scan - lineStart > 1 && buffer.at(scan - 2) == '\r') {
                return bad("a CR without its LF");
            }
        }
        if (buffer.length() < bounds.headBytes()) {
            return Incomplete.INCOMPLETE;
        }
        var limit = " is longer than " + bounds.headBytes() + " bytes";
        return requestLine == null
                ? new Refused(Status.URI_TOO_LONG, "the request line" + limit)
                : new Refused(Status.HEADERS_TOO_LARGE, "the head" + limit);
    }

    private Parsed endOfLine() {
        int from = lineStart;
        int to = scan - 2; // before CR LF
        if (to < from || buffer.at(to) != '\r') {
            return bad("a LF without its CR");
        }
        lineStart = scan;
        if (requestLine == null) {
            if (from == to) {
                return Incomplete.INCOMPLETE; // some clients send an empty line behind a body
            }
            return switch (RequestLine.parse(buffer.text(from, to))) {
                case RequestLine line -> {
                    requestLine = line;
                    yield Incomplete.INCOMPLETE;
                }
                case Refused refused -> refused;
            };
        }
        if (from < to) {
            var problem = fields.add(buffer, from, to);
            return problem == null ? Incomplete.INCOMPLETE : problem;
        }
        return endOfHead();
    }

    private Parsed endOfHead() {
        var problem = fields.contradiction(requestLine.http11());
        if (problem != null) {
            return problem;
        }
        var request = fields.complete(requestLine);
        buffer.use(scan);
        scan = 0;
        lineStart = 0;
        requestLine = null;
        fields = new HeaderFields();
        return request;
    }

    private static Refused bad(String reason) {
        return new Refused(Status.BAD_REQUEST, reason);
    }
}
