package threadwall.store.postgres;

import java.util.Properties;
import java.util.regex.Pattern;
import org.postgresql.Driver;
import threadwall.store.StoreUnavailableException;

/** URLs of databases, which may hold a password: to be checked before the driver sees them, whose messages repeat all. */
final class PostgresUrl {
    private static final String HOST = "([^/?@:,\\[\\]\\s]+|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?";

    /** The driver takes user:password@host for the name of a host, so an @ has no place before the question mark. */
    private static final Pattern FORM =
            Pattern.compile("jdbc:postgresql://(" + HOST + "(," + HOST + ")*)?(/[^?@]*)?(\\?.*)?");

    private PostgresUrl() {}

    /** @throws StoreUnavailableException unless the driver can read it */
    static void require(String url) {
        if (!FORM.matcher(url).matches() || Driver.parseURL(url, new Properties()) == null) {
            throw new StoreUnavailableException(
                    "the database's URL " + shown(url)
                            + " is not of the form jdbc:postgresql://HOST:PORT/DATABASE?user=NAME&password=SECRET",
                    null);
        }
    }

    /** The URL without what follows the "?" or stands before an "@", where a password may be. */
    static String shown(String url) {
        return url.replaceFirst("\\?.*", "").replaceFirst("//.*@", "//");
    }
}
