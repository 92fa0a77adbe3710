package threadwall.server;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The current value of the header Date, an IMF-fixdate (RFC 9110, section 5.6.7). Thread-safe. */
public final class HttpDate {
    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    /** Built once a second; threads that race build the same text. */
    private record Stamp(long second, String text, byte[] ascii) {}

    private static volatile Stamp last = stamp(0);

    private HttpDate() {}

    public static String now() {
        return current().text;
    }

    /** The same as ASCII bytes, which callers must not modify. */
    public static byte[] ascii() {
        return current().ascii;
    }

    private static Stamp current() {
        long second = System.currentTimeMillis() / 1000;
        var stamp = last;
        if (stamp.second != second) {
            last = stamp = stamp(second);
        }
        return stamp;
    }

    private static Stamp stamp(long second) {
        var text = IMF_FIXDATE.format(Instant.ofEpochSecond(second));
        return new Stamp(second, text, text.getBytes(StandardCharsets.US_ASCII));
    }
}
