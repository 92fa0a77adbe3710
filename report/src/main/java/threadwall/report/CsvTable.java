package threadwall.report;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows as RFC 4180 writes them: a header, then a line a record, with the names of its components, a {@link MedianRange} as three
 * columns. A missing value is empty; numbers are written out, without an exponent.
 *
 * @param type a public record: of the rows, and of the header where there are none
 */
record CsvTable<T extends Record>(Class<T> type, List<T> rows) {

    String render() {
        var components = List.of(type.getRecordComponents());
        var header = components.stream().flatMap(CsvTable::names);
        var lines = rows.stream().map(row -> components.stream().flatMap(component -> cells(row, component)));
        return Stream.concat(Stream.of(header), lines).map(CsvTable::line).collect(Collectors.joining());
    }

    private static Stream<String> names(RecordComponent component) {
        var name = component.getName();
        return component.getType() == MedianRange.class ? Stream.of(name, name + "Min", name + "Max") : Stream.of(name);
    }

    private static Stream<String> cells(Record row, RecordComponent component) {
        if (component.getType() != MedianRange.class) {
            return Stream.of(text(value(row, component)));
        }
        var spread = (MedianRange) value(row, component);
        return spread == null
                ? Collections.nCopies(3, "").stream()
                : Stream.of(spread.median(), spread.min(), spread.max()).map(CsvTable::text);
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

    /** Quoted where it must be, quotes doubled. */
    private static String line(Stream<String> cells) {
        return cells.map(cell -> cell.matches("(?s).*[\",\r\n].*") ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell)
                .collect(Collectors.joining(",", "", "\r\n"));
    }
}
