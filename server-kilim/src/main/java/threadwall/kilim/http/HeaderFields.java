package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Refused;

/**
 * What the header fields say about the request's framing, its connection and its body. Other fields are dropped without
 * creating a String.
 */
final class HeaderFields {
    private static final long NO_LENGTH = -1;

    private final TransferEncoding transferEncoding = new TransferEncoding();
    private boolean http11;
    private boolean host;
    private boolean close;
    private boolean keepAlive;
    private boolean expectsContinue;
    private long contentLength;

    /** Number of Content-Type lines, and the value of the last. With several lines none can be trusted. */
    private int contentTypes;

    private String contentType;

    /** Resets for a new request. */
    void begin(boolean http11) {
        this.http11 = http11;
        transferEncoding.clear();
        host = false;
        close = false;
        keepAlive = false;
        expectsContinue = false;
        contentLength = NO_LENGTH;
        contentTypes = 0;
    }

    /**
     * Adds a line with its name in [name, colon) and its value in (colon, end). Returns null, or what is wrong with it.
     */
    Refused add(byte[] bytes, int name, int colon, int end) {
        // by length first: most fields then need no comparison at all
        return switch (colon - name) {
            case 4 -> Octets.are("host", bytes, name, colon) ? host(bytes, colon + 1, end) : null;
            case 6 -> Octets.are("expect", bytes, name, colon) ? expect(bytes, colon + 1, end) : null;
            case 10 -> {
                if (Octets.are("connection", bytes, name, colon)) {
                    connection(bytes, colon + 1, end);
                }
                yield null;
            }
            case 12 -> {
                if (Octets.are("content-type", bytes, name, colon)) {
                    contentType(bytes, colon + 1, end);
                }
                yield null;
            }
            case 14 -> Octets.are("content-length", bytes, name, colon) ? contentLength(bytes, colon + 1, end) : null;
            case 17 -> {
                if (Octets.are("transfer-encoding", bytes, name, colon)) {
                    transferEncoding.add(bytes, colon + 1, end);
                }
                yield null;
            }
            default -> null;
        };
    }

    private Refused host(byte[] bytes, int from, int to) {
        if (host) {
            return Refused.bad("two Host headers");
        }
        host = true;
        int first = Octets.skip(Octets.BLANK, bytes, from, to);
        return HostHeader.isValid(bytes, first, Octets.trimEnd(bytes, first, to))
                ? null
                : Refused.bad("a Host header that is not host or host:port");
    }

    private Refused expect(byte[] bytes, int from, int to) {
        if (!http11) {
            return null; // RFC 9110, section 10.1.1: a server that receives it in an HTTP/1.0 request ignores it
        }
        int first = Octets.skip(Octets.BLANK, bytes, from, to);
        if (!Octets.are("100-continue", bytes, first, Octets.trimEnd(bytes, first, to))) {
            return new Refused(HttpStatus.EXPECTATION_FAILED, "the only supported expectation is 100-continue");
        }
        expectsContinue = true;
        return null;
    }

    private void connection(byte[] bytes, int from, int to) {
        for (int at = from; at < to; ) {
            int comma = Octets.find(',', bytes, at, to);
            int first = Octets.skip(Octets.BLANK, bytes, at, comma);
            int last = Octets.trimEnd(bytes, first, comma);
            close |= Octets.are("close", bytes, first, last);
            keepAlive |= Octets.are("keep-alive", bytes, first, last);
            at = comma + 1;
        }
    }

    private void contentType(byte[] bytes, int from, int to) {
        contentTypes++;
        int first = Octets.skip(Octets.BLANK, bytes, from, to);
        contentType = Octets.text(bytes, first, Octets.trimEnd(bytes, first, to));
    }

    /** Exactly one line with one number: other parsers might pick another of several values (RFC 9112, section 6.3). */
    private Refused contentLength(byte[] bytes, int from, int to) {
        int first = Octets.skip(Octets.BLANK, bytes, from, to);
        int last = Octets.trimEnd(bytes, first, to);
        boolean number = first < last && Octets.skip(Octets.DIGIT, bytes, first, last) == last;
        if (contentLength != NO_LENGTH || !number) {
            return Refused.bad("a Content-Length that is not one number");
        }
        contentLength = 0;
        for (int i = first; i < last; i++) {
            // capped above every limit, so any number of digits is safe
            contentLength = Math.min(contentLength * 10 + bytes[i] - '0', Integer.MAX_VALUE + 1L);
        }
        return null;
    }

    /**
     * What is wrong with the fields as a whole, or null. Framing is checked first: without it nothing else can be
     * trusted.
     */
    Refused problem(int bodyBytes) {
        if (http11 && !host) {
            return Refused.bad("no Host header, which HTTP/1.1 requires");
        }
        if (transferEncoding.isPresent()) {
            if (!http11) {
                // RFC 9112, section 6.1: an HTTP/1.0 proxy may have forwarded it without understanding it
                return Refused.bad("a Transfer-Encoding in HTTP/1.0, which has none");
            }
            var problem = transferEncoding.problem();
            if (problem != null) {
                return problem;
            }
            if (contentLength != NO_LENGTH) {
                return Refused.bad("both Transfer-Encoding and Content-Length");
            }
        }
        return contentLength > bodyBytes ? RequestBody.tooLarge(bodyBytes) : null;
    }

    /** RFC 9112, section 9.3. */
    boolean keepAlive() {
        return !close && (http11 || keepAlive);
    }

    /** Null if the field is missing or repeated. */
    String contentType() {
        return contentTypes == 1 ? contentType : null;
    }

    boolean isChunked() {
        return transferEncoding.isPresent();
    }

    /** The announced length of the body; 0 if there is none. */
    int contentLength() {
        return (int) Math.max(contentLength, 0);
    }

    boolean hasBody() {
        return isChunked() || contentLength > 0;
    }

    /** Whether the client waits for "100 Continue" before it sends the body. */
    boolean expectsContinue() {
        return expectsContinue;
    }
}
