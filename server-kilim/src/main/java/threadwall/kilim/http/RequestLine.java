package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Incomplete;
import threadwall.kilim.http.ParseResult.Refused;

/**
 * The first line of a request, {@code METHOD SP TARGET SP HTTP/1.1} (RFC 9112, section 3). Only positions are kept
 * until it is complete; they are relative to its start, because the buffer may move between two calls.
 */
final class RequestLine extends HeadScanner {
    static final String MALFORMED = "the request line is not METHOD TARGET HTTP/1.1";

    private static final String NO_VERSION = "the request line does not end with HTTP/1.1 or HTTP/1.0";

    /** A zero stands for any digit. */
    private static final String VERSION = "HTTP/0.0";

    private static final int MAJOR = VERSION.indexOf('0');
    private static final int MINOR = VERSION.lastIndexOf('0');

    private static final String CONNECT = "CONNECT";
    private static final String OPTIONS = "OPTIONS";

    /** These methods need no new String; the most frequent first. */
    private static final String[] METHODS = {"GET", "POST", "HEAD", "PUT", "DELETE", OPTIONS, "PATCH", CONNECT};

    private enum State {
        METHOD,
        TARGET,
        VERSION,
        LF,
        COMPLETE
    }

    private final RequestTarget target = new RequestTarget();
    private State state;
    private int limit;
    private int scanned;
    private String method;
    private int version;
    private byte major;
    private byte minor;

    /**
     * Starts a new line.
     *
     * @param limit bytes allowed, without the CRLF
     */
    void begin(int limit) {
        this.limit = limit;
        state = State.METHOD;
        scanned = 0;
    }

    boolean isComplete() {
        return state == State.COMPLETE;
    }

    /** Bytes of the whole line, including its CRLF. */
    int length() {
        return scanned;
    }

    /** HTTP/1.x with any x above 1 is handled as 1.1 (RFC 9110, section 2.5). */
    boolean isHttp11() {
        return minor != '0';
    }

    /** The request of the complete line, without a body. The line starts at {@code start}. */
    Request request(byte[] bytes, int start, boolean keepAlive, String contentType) {
        var rawPath = target.rawPath(bytes, start);
        var path = target.decoded(rawPath);
        var query = target.query(bytes, start);
        return new Request(method, rawPath, path, query, isHttp11(), keepAlive, contentType, RequestBody.EMPTY);
    }

    /** Consumes the bytes before {@code end}; returns null when the line is complete. */
    ParseResult scan(byte[] bytes, int start, int end) {
        int i = start + scanned;
        // after the longest allowed line only its CR can follow
        boolean fits = state == State.LF || end - start <= limit || bytes[start + limit] == '\r';
        int stop = fits ? end : start + limit;
        while (i < stop) {
            i = switch (state) {
                case METHOD -> method(bytes, start, i, stop);
                case TARGET -> target(bytes, start, i, stop);
                case VERSION -> version(bytes[i], start, i);
                case LF, COMPLETE -> lineFeed(bytes[i], i);
            };
            if (i == REFUSED) {
                return refused();
            }
            if (state == State.COMPLETE) {
                scanned = i - start;
                return null;
            }
            if (state == State.LF) {
                fits = true;
                stop = end;
            }
        }
        scanned = i - start;
        return fits ? Incomplete.INCOMPLETE : tooLong(limit);
    }

    static Refused tooLong(int limit) {
        return new Refused(HttpStatus.URI_TOO_LONG, "the request line is longer than " + limit + " bytes");
    }

    private int method(byte[] bytes, int start, int from, int stop) {
        int i = Octets.skip(Octets.TOKEN, bytes, from, stop);
        if (i == stop) {
            return i;
        }
        if (bytes[i] != ' ' || i == start) {
            return refuse(bytes[i], MALFORMED);
        }
        method = method(bytes, start, i);
        if (method.equals(CONNECT)) {
            return refuse(
                    new Refused(HttpStatus.NOT_IMPLEMENTED, "CONNECT is not implemented: this server is not a proxy"));
        }
        target.begin();
        state = State.TARGET;
        return i + 1;
    }

    private int target(byte[] bytes, int start, int from, int stop) {
        int i = target.scan(bytes, start, from, stop);
        if (i == REFUSED) {
            return refuse(target.refused());
        }
        if (target.isComplete()) {
            version = i - start;
            state = State.VERSION;
        }
        return i;
    }

    private int version(byte b, int start, int i) {
        int at = i - start - version;
        boolean right;
        if (at == VERSION.length()) {
            state = State.LF;
            right = b == '\r';
        } else if (at == MAJOR) {
            major = b;
            right = Octets.has(Octets.DIGIT, b);
        } else if (at == MINOR) {
            minor = b;
            right = Octets.has(Octets.DIGIT, b);
        } else {
            right = b == VERSION.charAt(at);
        }
        return right ? i + 1 : refuse(b, NO_VERSION);
    }

    private int lineFeed(byte b, int i) {
        if (b != '\n') {
            return refuse(NO_LF);
        }
        if (major != '1') {
            var sent = "HTTP/" + (char) major + "." + (char) minor;
            var reason = sent + " is not supported; use HTTP/1.1 or HTTP/1.0";
            return refuse(new Refused(HttpStatus.VERSION_NOT_SUPPORTED, reason));
        }
        if (target.isAsterisk() && !method.equals(OPTIONS)) {
            return refuse(Refused.bad("the request target * is for OPTIONS only"));
        }
        state = State.COMPLETE;
        return i + 1;
    }

    private static String method(byte[] bytes, int from, int to) {
        for (var known : METHODS) {
            if (isAt(known, bytes, from, to)) {
                return known;
            }
        }
        return Octets.text(bytes, from, to);
    }

    private static boolean isAt(String text, byte[] bytes, int from, int to) {
        if (text.length() != to - from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (bytes[i] != text.charAt(i - from)) {
                return false;
            }
        }
        return true;
    }
}
