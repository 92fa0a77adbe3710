package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Refused;

/**
 * The target of a request line (RFC 9112, section 3.2): {@code /path?query}, the same after {@code http://authority},
 * or {@code *}. Only positions are kept until it is complete, relative to the start of the line.
 */
final class RequestTarget extends HeadScanner {
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";
    private static final String NO_FORM = "the request target is neither /path, http://host/path nor *";
    private static final String BELONGS_ENCODED = "the request target has characters that must be percent-encoded";
    private static final int NONE = -1;

    private enum State {
        FIRST_BYTE,
        SCHEME,
        AUTHORITY,
        PATH,
        QUERY,
        ASTERISK,
        HEX,
        COMPLETE
    }

    private State state;

    /** The state to return to after a percent escape. */
    private State encoded;

    /** Start of the line in the array, for this call. */
    private int start;

    /** Where the current state began, for the scheme and for hex digits. */
    private int begin;

    private int authority;
    private boolean asterisk;
    private String scheme;
    private int path;
    private int pathEnd;
    private boolean pathIsEncoded;
    private int query;
    private int queryEnd;

    void begin() {
        asterisk = false;
        state = State.FIRST_BYTE;
        path = NONE;
        pathIsEncoded = false;
        query = NONE;
    }

    /** Whether the space after it has arrived. */
    boolean isComplete() {
        return state == State.COMPLETE;
    }

    /** Whether it is {@code *}, the server as a whole (RFC 9112, section 3.2.4). */
    boolean isAsterisk() {
        return asterisk;
    }

    /** As sent; an absolute target without a path means the root (RFC 9110, section 4.2.3). */
    String rawPath(byte[] bytes, int start) {
        return path == NONE ? "/" : Octets.text(bytes, start + path, start + pathEnd);
    }

    String decoded(String rawPath) {
        return pathIsEncoded ? PercentCoding.decode(rawPath) : rawPath;
    }

    /** As sent; null without a question mark. */
    String query(byte[] bytes, int start) {
        return query == NONE ? null : Octets.text(bytes, start + query, start + queryEnd);
    }

    /** Consumes bytes of [from, to), at most up to the space after the target. */
    int scan(byte[] bytes, int start, int from, int to) {
        this.start = start;
        int i = from;
        while (i != REFUSED && i < to && state != State.COMPLETE) {
            i = switch (state) {
                case FIRST_BYTE -> firstByte(bytes[i], i);
                case SCHEME -> scheme(bytes[i], i);
                case AUTHORITY -> authority(bytes, i, to);
                case PATH -> path(bytes, i, to);
                case QUERY -> query(bytes, i, to);
                case ASTERISK -> end(bytes[i], i, NO_FORM);
                case HEX -> hex(bytes[i], i);
                case COMPLETE -> i;
            };
        }
        return i;
    }

    /** The first byte decides the form of the target. */
    private int firstByte(byte b, int i) {
        return switch (b) {
            case '/' -> beginPath(i);
            case 'h', 'H' -> {
                scheme = HTTP;
                yield goTo(State.SCHEME, i);
            }
            case '*' -> {
                asterisk = true;
                path = i - start;
                pathEnd = path + 1;
                yield goTo(State.ASTERISK, i + 1);
            }
            case ' ' -> refuse(b, RequestLine.MALFORMED);
            default -> refuse(b, NO_FORM);
        };
    }

    private int scheme(byte b, int i) {
        int at = i - start - begin;
        int lower = Octets.lower(b);
        if (at == "http".length() && lower == 's') {
            scheme = HTTPS;
        }
        if (lower != scheme.charAt(at)) {
            return refuse(b, NO_FORM);
        }
        if (at + 1 < scheme.length()) {
            return i + 1;
        }
        if (scheme.equals(HTTPS)) { // https must arrive over a secured connection (RFC 9110, section 7.4)
            return refuse(new Refused(HttpStatus.MISDIRECTED_REQUEST, "https is not supported; use http"));
        }
        authority = i + 1 - start;
        return goTo(State.AUTHORITY, i + 1);
    }

    /** Not compared with Host: all names mean this server. */
    private int authority(byte[] bytes, int from, int to) {
        int i = Octets.skip(Octets.AUTHORITY, bytes, from, to);
        if (i == to) {
            return i;
        }
        byte b = bytes[i];
        if (b == '%') {
            return percent(i);
        }
        if (b == '@') {
            return refuse(b, "the request target has a user name"); // RFC 9110, section 4.2.4
        }
        if ((b == '/' || b == '?' || b == ' ') && !isAuthority(bytes, start + authority, i)) {
            return refuse(b, NO_FORM);
        }
        return switch (b) {
            case '/' -> beginPath(i);
            case '?' -> beginQuery(i + 1);
            default -> end(b, i, BELONGS_ENCODED);
        };
    }

    /** A valid Host with a non-empty host name (RFC 9110, section 4.2.1). */
    private static boolean isAuthority(byte[] bytes, int from, int to) {
        return from < to && bytes[from] != ':' && HostHeader.isValid(bytes, from, to);
    }

    private int beginPath(int i) {
        path = i - start;
        return goTo(State.PATH, i);
    }

    private int path(byte[] bytes, int from, int to) {
        int i = Octets.skip(Octets.PATH, bytes, from, to);
        if (i == to) {
            return i;
        }
        if (bytes[i] == '%') {
            pathIsEncoded = true;
            return percent(i);
        }
        pathEnd = i - start;
        return bytes[i] == '?' ? beginQuery(i + 1) : end(bytes[i], i, BELONGS_ENCODED);
    }

    private int beginQuery(int i) {
        query = i - start;
        return goTo(State.QUERY, i);
    }

    private int query(byte[] bytes, int from, int to) {
        int i = Octets.skip(Octets.QUERY, bytes, from, to);
        if (i == to) {
            return i;
        }
        if (bytes[i] == '%') {
            return percent(i);
        }
        queryEnd = i - start;
        return end(bytes[i], i, BELONGS_ENCODED);
    }

    private int percent(int i) {
        encoded = state;
        return goTo(State.HEX, i + 1);
    }

    /** The two digits after a percent sign (RFC 3986, section 2.1). */
    private int hex(byte b, int i) {
        if (!Octets.has(Octets.HEX, b)) {
            return refuse(b, BELONGS_ENCODED);
        }
        if (i - start > begin) {
            state = encoded;
        }
        return i + 1;
    }

    /** The space after the target, or a byte that is not allowed in it. */
    private int end(byte b, int i, String reason) {
        return b == ' ' ? goTo(State.COMPLETE, i + 1) : refuse(b, b == '\r' ? RequestLine.MALFORMED : reason);
    }

    private int goTo(State next, int i) {
        state = next;
        begin = i - start;
        return i;
    }
}
