package threadwall.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepConfig.Workers;

/** Numbers with a unit suffix: {@code 500}, {@code 5k}, {@code 1M}, {@code 1G}. */
final class CountConverter {

    private CountConverter() {}

    /** @throws TypeConversionException for anything but a whole number from 1 to 2,000,000,000 */
    static int parse(String text) {
        var match = Pattern.compile("(\\d{1,10})([kMG]?)").matcher(text.strip());
        if (match.matches()) {
            long unit =
                    switch (match.group(2)) {
                        case "k" -> 1_000;
                        case "M" -> 1_000_000;
                        case "G" -> 1_000_000_000;
                        default -> 1;
                    };
            long value = Long.parseLong(match.group(1)) * unit;
            if (value >= 1 && value <= 2_000_000_000) {
                return (int) value;
            }
        }
        throw new TypeConversionException("'" + text + "' is not a count such as 500, 5k or 1M (1 to 2G)");
    }

    static final class Count implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return parse(text);
        }
    }

    /** A number of workers, or {@code default}. */
    static final class WorkersOfServer implements ITypeConverter<Workers> {
        @Override
        public Workers convert(String text) {
            return text.equals(Workers.DEFAULT.toString()) ? Workers.DEFAULT : new Workers(parse(text));
        }
    }

    /** {@code 4x}: that many for each connection; {@code 200k}: that many. */
    static final class RequestsOfStep implements ITypeConverter<Requests> {
        @Override
        public Requests convert(String text) {
            return text.endsWith("x")
                    ? new Requests.PerConnection(parse(text.substring(0, text.length() - 1)))
                    : new Requests.Fixed(parse(text));
        }
    }
}
