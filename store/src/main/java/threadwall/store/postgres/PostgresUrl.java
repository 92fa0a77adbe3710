package threadwall.store.postgres;

import java.util.Properties;
import java.util.regex.Pattern;
import org.postgresql.Driver;
import threadwall.store.StoreUnavailableException;

/**
 * Database URLs, which may contain a password. They are checked before the driver sees them, because its messages
 * repeat the whole URL.
 */
final class PostgresUrl {
    private static final String HOST = "([^/?@:,\\[\\]\\s]+|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?";

    /** The driver would take user:password@host for a host name, so "@" is not allowed before the question mark. */
    private static final Pattern FORM =
            Pattern.compile("jdbc:postgresql://(" + HOST + "(," + HOST + ")*)?(/[^?@]*)?(\\?.*)?");

    private PostgresUrl() {}

    /** @throws StoreUnavailableException unless the driver can parse it */
    static void require(String url) {
        if (!FORM.matcher(url).matches() || Driver.parseURL(url, new Properties()) == null) {
            throw new StoreUnavailableException(
                    "the database's URL " + shown(url)
                            + " is not of the form jdbc:postgresql://HOST:PORT/DATABASE?user=NAME&password=SECRET",
                    null);
        }
    }

    /** The URL without anything that may be a password: after "?" or before "@". */
    static String shown(String url) {
        return url.replaceFirst("\\?.*", "").replaceFirst("//.*@", "//");
    }
}
