package threadwall.kilim.http;

import java.nio.charset.StandardCharsets;
import threadwall.kilim.http.Parsed.Incomplete;
import threadwall.kilim.http.Parsed.Refused;

/**
 * The first line of a request, {@code METHOD SP TARGET SP HTTP/1.1} (RFC 9112, section 3). While it comes only positions
 * are kept; they count from its start, as the buffer may move between two calls.
 */
final class RequestLine {
    static final String MALFORMED = "the request line is not METHOD TARGET HTTP/1.1";

    private static final String NO_VERSION = "the request line does not end with HTTP/1.1 or HTTP/1.0";

    /** A zero stands for any digit. */
    private static final String VERSION = "HTTP/0.0";

    private static final int MAJOR = VERSION.indexOf('0');
    private static final int MINOR = VERSION.lastIndexOf('0');

    private static final String CONNECT = "CONNECT";

    /** Of these no text is made; the most frequent first. */
    private static final String[] METHODS = {"GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", CONNECT};

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
     * Goes to a new line.
     *
     * @param limit bytes that it may have, without its CRLF
     */
    void begin(int limit) {
        this.limit = limit;
        state = State.METHOD;
        scanned = 0;
    }

    boolean isComplete() {
        return state == State.COMPLETE;
    }

    /** Bytes of the whole line, with its CRLF. */
    int length() {
        return scanned;
    }

    /** Any minor version above 1 can do what 1.1 can (RFC 9110, section 2.5). */
    boolean isHttp11() {
        return minor != '0';
    }

    /** What the complete line asks for, without a body; the line is at {@code start}. */
    Request request(byte[] bytes, int start, boolean keepAlive) {
        var rawPath = target.rawPath(bytes, start);
        var path = target.decoded(rawPath);
        var query = target.query(bytes, start);
        return new Request(method, rawPath, path, query, isHttp11(), keepAlive, Body.EMPTY);
    }

    /** Takes what there is before {@code end}; returns null when the line is complete. */
    Parsed scan(byte[] bytes, int start, int end) {
        int i = start + scanned;
        // behind the longest line that is taken there can only be the CR that ends it
        boolean fits = state == State.LF || end - start <= limit || bytes[start + limit] == '\r';
        int stop = fits ? end : start + limit;
        while (i < stop) {
            switch (state) {
                case METHOD:
                    i = Octets.skip(Octets.TOKEN, bytes, i, stop);
                    if (i == stop) {
                        break;
                    }
                    if (bytes[i] != ' ' || i == start) {
                        return Refused.unexpected(bytes[i], MALFORMED);
                    }
                    method = method(bytes, start, i++);
                    if (method.equals(CONNECT)) {
                        return new Refused(Status.NOT_IMPLEMENTED, "CONNECT is not implemented: this is no proxy");
                    }
                    target.begin(method);
                    state = State.TARGET;
                    break;
                case TARGET:
                    i = target.scan(bytes, start, i, stop);
                    if (i == RequestTarget.REFUSED) {
                        return target.refused();
                    }
                    if (target.isComplete()) {
                        version = i - start;
                        state = State.VERSION;
                    }
                    break;
                case VERSION:
                    if (!takeVersion(bytes[i], i - start - version)) {
                        return Refused.unexpected(bytes[i], NO_VERSION);
                    }
                    i++;
                    if (state == State.LF) {
                        fits = true;
                        stop = end;
                    }
                    break;
                default: // LF
                    if (bytes[i++] != '\n') {
                        return Refused.bad("a CR without its LF");
                    }
                    if (major != '1') {
                        return notSpoken();
                    }
                    state = State.COMPLETE;
                    scanned = i - start;
                    return null;
            }
        }
        scanned = i - start;
        return fits ? Incomplete.INCOMPLETE : tooLong(limit);
    }

    private boolean takeVersion(byte b, int at) {
        if (at == VERSION.length()) {
            state = State.LF;
            return b == '\r';
        }
        if (at == MAJOR) {
            major = b;
        } else if (at == MINOR) {
            minor = b;
        }
        return at == MAJOR || at == MINOR ? Octets.has(Octets.DIGIT, b) : b == VERSION.charAt(at);
    }

    private Refused notSpoken() {
        var reason = "HTTP/" + (char) major + "." + (char) minor + " is not spoken here; use HTTP/1.1 or HTTP/1.0";
        return new Refused(Status.VERSION_NOT_SUPPORTED, reason);
    }

    static Refused tooLong(int limit) {
        return new Refused(Status.URI_TOO_LONG, "the request line is longer than " + limit + " bytes");
    }

    private static String method(byte[] bytes, int from, int to) {
        for (var known : METHODS) {
            if (isAt(known, bytes, from, to)) {
                return known;
            }
        }
        return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
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
