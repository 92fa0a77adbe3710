package threadwall.kilim.http;

import java.util.Locale;
import threadwall.kilim.http.Parsed.Refused;
import threadwall.kilim.io.Buffer;

/**
 * The header fields that decide how a request is framed and whether its connection goes on; others are only checked.
 */
final class HeaderFields {
    /** The longest Content-Length that is read as a number; any longer is too large anyhow. */
    private static final int LENGTH_DIGITS = 18;

    private static final boolean[] TOKEN = new boolean[128];

    static {
        // RFC 9110, section 5.6.2
        for (char c :
                ("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz" + "ABCDEFGHIJKLMNOPQRSTUVWXYZ").toCharArray()) {
            TOKEN[c] = true;
        }
    }

    private boolean host;
    private boolean close;
    private boolean keepAlive;
    private boolean transferEncoding;
    private String contentLength;
    private boolean expectsContinue;

    static boolean isToken(String text, int length) {
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) >= 128 || !TOKEN[text.charAt(i)]) {
                return false;
            }
        }
        return length > 0;
    }

    /** Takes a line; returns null or what is wrong with it. */
    Refused add(Buffer buffer, int from, int to) {
        int colon = from;
        while (colon < to && buffer.at(colon) != ':') {
            byte b = buffer.at(colon++);
            if (b < 0 || !TOKEN[b]) {
                return bad("a header line that is not Name: value");
            }
        }
        if (colon == from || colon == to) {
            return bad("a header line that is not Name: value");
        }
        // most headers need no text made of them: their name's length is none of these
        return switch (colon - from) {
            case 4, 6, 10, 14, 17 ->
                add(
                        buffer.text(from, colon).toLowerCase(Locale.ROOT),
                        buffer.text(colon + 1, to).strip());
            default -> null;
        };
    }

    private Refused add(String name, String value) {
        switch (name) {
            case "host":
                if (host) {
                    return bad("two Host headers");
                }
                host = true;
                break;
            case "connection":
                for (var option : value.split(",")) {
                    close |= option.strip().equalsIgnoreCase("close");
                    keepAlive |= option.strip().equalsIgnoreCase("keep-alive");
                }
                break;
            case "content-length":
                if (contentLength != null || value.isEmpty() || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
                    return bad("a Content-Length that is not one number");
                }
                contentLength = value;
                break;
            case "transfer-encoding":
                transferEncoding = true;
                break;
            case "expect":
                if (!value.equalsIgnoreCase("100-continue")) {
                    return new Refused(Status.EXPECTATION_FAILED, "no expectation is met but 100-continue");
                }
                expectsContinue = true;
                break;
            default:
        }
        return null;
    }

    /** What is wrong with the fields taken together, or null. */
    Refused contradiction(boolean http11) {
        if (http11 && !host) {
            return bad("no Host header, which HTTP/1.1 demands");
        }
        if (transferEncoding && contentLength != null) {
            return bad("both Transfer-Encoding and Content-Length");
        }
        if (transferEncoding) {
            return new Refused(Status.LENGTH_REQUIRED, "no Transfer-Encoding is taken here; send a Content-Length");
        }
        return null;
    }

    Request complete(RequestLine line) {
        return new Request(
                line.method(),
                line.rawPath(),
                line.path(),
                line.query(),
                line.http11(),
                !close && (line.http11() || keepAlive),
                length(),
                expectsContinue && line.http11());
    }

    private long length() {
        if (contentLength == null) {
            return 0;
        }
        return contentLength.length() > LENGTH_DIGITS ? Long.MAX_VALUE : Long.parseLong(contentLength);
    }

    private static Refused bad(String reason) {
        return new Refused(Status.BAD_REQUEST, reason);
    }
}
