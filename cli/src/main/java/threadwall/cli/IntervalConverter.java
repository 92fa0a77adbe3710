package threadwall.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Parses the interval between two samples: {@code 1s}, {@code 0.5s}, {@code 500ms}, {@code 1m}, and {@code 2} for
 * seconds.
 */
final class IntervalConverter implements ITypeConverter<Duration> {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|)");
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofHours(1);

    @Override
    public Duration convert(String text) {
        var match = FORM.matcher(text);
        if (match.matches()) {
            double unit =
                    switch (match.group(2)) {
                        case "ms" -> 1;
                        case "m" -> 60_000;
                        default -> 1_000;
                    };
            var interval = Duration.ofMillis(Math.round(Double.parseDouble(match.group(1)) * unit));
            if (interval.compareTo(SHORTEST) >= 0 && interval.compareTo(LONGEST) <= 0) {
                return interval;
            }
        }
        throw new TypeConversionException("'" + text + "' is not a time such as 1s, 500ms or 1m, from 100ms to 60m");
    }
}
