package threadwall.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times: {@code 75} and {@code 75s} are seconds; {@code 2m}, {@code 1h}, {@code 0.5s} and {@code 500ms} are times, too. */
final class TimeConverter {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h|)");

    private TimeConverter() {}

    /** @throws TypeConversionException for anything but a time from {@code least} to {@code most} */
    private static Duration parse(String text, Duration least, Duration most, String examples) {
        var match = FORM.matcher(text.strip());
        if (match.matches()) {
            double unit =
                    switch (match.group(2)) {
                        case "ms" -> 1;
                        case "m" -> 60_000;
                        case "h" -> 3_600_000;
                        default -> 1_000;
                    };
            var time = Duration.ofMillis(Math.round(Double.parseDouble(match.group(1)) * unit));
            if (time.compareTo(least) >= 0 && time.compareTo(most) <= 0) {
                return time;
            }
        }
        throw new TypeConversionException("'%s' is not a time such as %s".formatted(text, examples));
    }

    /** From 100 ms to an hour. */
    static final class Precise implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return parse(text, Duration.ofMillis(100), Duration.ofHours(1), "500ms, 75, 75s or 2m (100ms to 1h)");
        }
    }

    /** In whole seconds, from one to a day. */
    static final class Seconds implements ITypeConverter<Integer> {

        private static final String EXAMPLES = "75, 75s or 2m (whole seconds, 1s to 24h)";

        @Override
        public Integer convert(String text) {
            var time = parse(text, Duration.ofSeconds(1), Duration.ofDays(1), EXAMPLES);
            if (time.toMillisPart() != 0) {
                throw new TypeConversionException("'%s' is not a time such as %s".formatted(text, EXAMPLES));
            }
            return (int) time.toSeconds();
        }
    }

    /** From six seconds to ten weeks. */
    static final class Long implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            return parse(text, Duration.ofSeconds(6), Duration.ofDays(70), "90s, 30m or 2h (6s to 1680h)");
        }
    }
}
