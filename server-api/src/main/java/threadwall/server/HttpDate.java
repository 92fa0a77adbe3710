package threadwall.server;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the header Date (RFC 9110, 5.6.7), for servers whose framework sends none. Safe for any thread. */
public final class HttpDate {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** Good for one second; several threads may make it anew. */
    private record Stamp(long second, String text) {}

    private static volatile Stamp stamp = new Stamp(0, "");

    private HttpDate() {}

    public static String now() {
        long second = System.currentTimeMillis() / 1000;
        var now = stamp;
        if (now.second != second) {
            now = new Stamp(second, FORMAT.format(Instant.ofEpochSecond(second)));
            stamp = now;
        }
        return now.text;
    }
}
