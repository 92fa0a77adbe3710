package threadwall.report;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Records as CSV (RFC 4180): a header with the names of their components, then one line per record. A {@link MedianRange} has
 * three columns; so has a {@link RatioInterval}, whose name ends in Interval: {@code xMean}, {@code xLow} and {@code xHigh} of
 * {@code xInterval}. Any other record inside a record has those of its components. A missing value is empty; numbers have
 * no exponent.
 *
 * @param type a public record. The header is made from it, so there is one without any row
 */
record CsvTable<T extends Record>(Class<T> type, List<T> rows) {

    String render() {
        return Stream.concat(Stream.of(names(type)), rows.stream().map(CsvTable::cells))
                .map(CsvTable::line)
                .collect(Collectors.joining());
    }

    private static Stream<String> names(Class<?> type) {
        return Stream.of(type.getRecordComponents()).flatMap(CsvTable::names);
    }

    private static Stream<String> names(RecordComponent component) {
        var name = component.getName();
        if (component.getType() == MedianRange.class) {
            return Stream.of(name, name + "Min", name + "Max");
        }
        if (component.getType() == RatioInterval.class) {
            var ratio = name.substring(0, name.length() - "Interval".length());
            return Stream.of(ratio + "Mean", ratio + "Low", ratio + "High");
        }
        return component.getType().isRecord() ? names(component.getType()) : Stream.of(name);
    }

    private static Stream<String> cells(Record row) {
        return Stream.of(row.getClass().getRecordComponents()).flatMap(component -> {
            var value = value(row, component);
            return switch (value) {
                case null -> names(component).map(name -> "");
                case RatioInterval ratio ->
                    Stream.of(ratio.center(), ratio.low(), ratio.high()).map(CsvTable::text);
                case Record group -> cells(group);
                default -> Stream.of(text(value));
            };
        });
    }

    private static Object value(Record row, RecordComponent component) {
        try {
            return component.getAccessor().invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> "";
            case Double number -> BigDecimal.valueOf(number).toPlainString();
            case List<?> list -> list.stream().map(Object::toString).collect(Collectors.joining("; "));
            default -> value.toString();
        };
    }

    /** Cells are quoted only where they must be. */
    private static String line(Stream<String> cells) {
        return cells.map(cell -> cell.matches("(?s).*[\",\r\n].*") ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell)
                .collect(Collectors.joining(",", "", "\r\n"));
    }
}
