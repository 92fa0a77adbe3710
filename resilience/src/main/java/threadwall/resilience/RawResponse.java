package threadwall.resilience;

import java.util.Locale;
import java.util.Map;

/**
 * An answer as it came.
 *
 * @param fields names in lower case; a name that came twice has its values joined by {@code ", "}
 * @param body empty for an answer to HEAD
 */
record RawResponse(int status, boolean http11, Map<String, String> fields, byte[] body) {

    /** Whether the server will close the connection after it. */
    boolean closes() {
        var connection = fields.getOrDefault("connection", "").toLowerCase(Locale.ROOT);
        return connection.contains("close") || !http11 && !connection.contains("keep-alive");
    }
}
