package threadwall.loadgen.http;

import java.util.Locale;
import java.util.Map;

/**
 * One response as it was received.
 *
 * @param http11 whether it is HTTP/1.1, else 1.0
 * @param headers names in lower case; the values of a repeated name are joined by {@code ", "}
 * @param body empty for a response to HEAD
 * @param waitMillis from just before the last write to the connection until the first byte of the response
 */
public record HttpResponse(int status, boolean http11, Map<String, String> headers, byte[] body, double waitMillis) {

    HttpResponse withBody(byte[] received) {
        return new HttpResponse(status, http11, headers, received, waitMillis);
    }

    /** RFC 9110 section 6.4.1: a response of these statuses ends with its headers. */
    boolean hasNoBody() {
        return status == 204 || status == 304;
    }

    /** Whether its body came in chunks, without a length that was known before. */
    boolean isChunked() {
        return "chunked".equalsIgnoreCase(headers.get("transfer-encoding"));
    }

    /** Whether the server announces that it closes the connection. */
    public boolean closes() {
        var connection = headers.getOrDefault("connection", "").toLowerCase(Locale.ROOT);
        return connection.contains("close") || !http11 && !connection.contains("keep-alive");
    }
}
