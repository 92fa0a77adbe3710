package threadwall.cli.e2e;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A Date header. DateTimeFormatter.RFC_1123_DATE_TIME does not pad the day to two digits, as RFC 9110 wants it. */
final class HttpDate {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private HttpDate() {}

    static String of(Instant at) {
        return FORMAT.format(at);
    }
}
