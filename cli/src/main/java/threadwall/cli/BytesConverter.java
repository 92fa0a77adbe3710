package threadwall.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A size of memory, {@code 256M} or {@code 1g}: mebibytes and gibibytes, as for {@code -Xmx}. */
final class BytesConverter implements ITypeConverter<Long> {

    private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5})([MmGg])");

    @Override
    public Long convert(String text) {
        var match = SIZE.matcher(text);
        if (!match.matches()) {
            throw new TypeConversionException("'" + text + "' is not a size such as 256M or 4G");
        }
        return Long.parseLong(match.group(1)) << (match.group(2).equalsIgnoreCase("M") ? 20 : 30);
    }
}
