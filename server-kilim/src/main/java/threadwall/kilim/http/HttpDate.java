package threadwall.kilim.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The Date header's value as an IMF-fixdate (RFC 9110, section 5.6.7), built once a second. */
final class HttpDate {
    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private record Built(long second, byte[] text) {}

    private static volatile Built last = build(0);

    private HttpDate() {}

    /** Of now, in ASCII; not to be changed. */
    static byte[] now() {
        long second = System.currentTimeMillis() / 1000;
        var built = last;
        if (built.second != second) {
            last = built = build(second);
        }
        return built.text;
    }

    private static Built build(long second) {
        var text = IMF_FIXDATE.format(Instant.ofEpochSecond(second));
        return new Built(second, text.getBytes(StandardCharsets.US_ASCII));
    }
}
