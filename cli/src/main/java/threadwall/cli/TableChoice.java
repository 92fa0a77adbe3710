package threadwall.cli;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which table of a record a page shows, and what of it.
 *
 * @param record the folder of the record
 * @param under the heading of the table; {@code null} for the first one
 * @param rows the values that a row may have, by column, in the order in which the rows are shown; empty for all rows
 * @param columns in the order in which they are shown; empty for all
 */
record TableChoice(String record, String under, Map<String, List<String>> rows, List<String> columns) {

    /** The titles and the rule below them, which are the first two lines of every table. */
    static final int HEAD = 2;

    private static final String HEADING = "### ";

    /** A bar between cells, and not one that is escaped. */
    private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");

    /**
     * Reads {@code RECORD | under: HEADING | rows: COLUMN = VALUE or VALUE; COLUMN = VALUE | columns: COLUMN, COLUMN}.
     *
     * @throws IllegalArgumentException when it is anything else
     */
    static TableChoice parse(String text) {
        var parts = text.split(" \\| ");
        var named = new LinkedHashMap<String, String>();
        for (var part : Arrays.asList(parts).subList(1, parts.length)) {
            var sides = halves(part, ": ", "NAME: VALUE");
            putOnce(named, sides[0], sides[1]);
        }
        var under = named.remove("under");
        var rows = new LinkedHashMap<String, List<String>>();
        list(named.remove("rows"), ";").forEach(condition -> {
            var sides = halves(condition, " = ", "COLUMN = VALUE");
            putOnce(rows, sides[0], List.of(sides[1].split(" or ")));
        });
        var columns = list(named.remove("columns"), ",").toList();
        if (!named.isEmpty()) {
            throw new IllegalArgumentException("has the unknown part '%s'; known parts: under, rows, columns"
                    .formatted(String.join("', '", named.keySet())));
        }
        return new TableChoice(parts[0].strip(), under, rows, columns);
    }

    private static <V> void putOnce(Map<String, V> map, String name, V value) {
        if (map.put(name, value) != null) {
            throw new IllegalArgumentException("has '%s' twice".formatted(name));
        }
    }

    private static String[] halves(String text, String separator, String form) {
        var sides = text.split(separator, 2);
        if (sides.length < 2) {
            throw new IllegalArgumentException("has '%s', which is not '%s'".formatted(text, form));
        }
        return new String[] {sides[0].strip(), sides[1].strip()};
    }

    private static Stream<String> list(String text, String separator) {
        return text == null ? Stream.of() : Arrays.stream(text.split(separator)).map(String::strip);
    }

    /**
     * The cells of the titles, of the rule below them, and of the rows.
     *
     * @param markdown has the tables of the record
     * @throws IllegalArgumentException when there is no such table, column or row
     */
    List<List<String>> from(String markdown) {
        var table = table(markdown);
        var titles = table.getFirst();
        // By place, since two columns may have the same title, such as "after" of threads and of memory.
        var shown = columns.isEmpty()
                ? IntStream.range(0, titles.size()).boxed().toList()
                : columns.stream().map(title -> index(titles, title)).toList();
        var body = table.subList(HEAD, table.size()).stream();
        Comparator<List<String>> order = (one, other) -> 0;
        for (var condition : rows.entrySet()) {
            int column = index(titles, condition.getKey());
            var values = condition.getValue();
            requireAll(table, column, condition.getKey(), values);
            body = body.filter(row -> values.contains(row.get(column)));
            order = order.thenComparing(row -> values.indexOf(row.get(column)));
        }
        var selected = Stream.concat(table.subList(0, HEAD).stream(), body.sorted(order))
                .map(row -> shown.stream().map(row::get).toList())
                .toList();
        if (selected.size() == HEAD) {
            throw new IllegalArgumentException("has no row that meets all conditions of 'rows:'");
        }
        return selected;
    }

    private static void requireAll(List<List<String>> table, int column, String title, List<String> values) {
        var there =
                table.stream().map(row -> row.get(column)).skip(HEAD).distinct().toList();
        for (var value : values) {
            if (!there.contains(value)) {
                throw new IllegalArgumentException("has no row with %s = %s; values of that column: %s"
                        .formatted(title, value, String.join(", ", there)));
            }
        }
    }

    private static int index(List<String> titles, String title) {
        int index = titles.indexOf(title);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "has no column '%s'; columns: %s".formatted(title, String.join(", ", titles)));
        }
        return index;
    }

    private List<List<String>> table(String markdown) {
        var section = under == null
                ? markdown.lines()
                : markdown.lines()
                        .dropWhile(line -> !line.equals(HEADING + under))
                        .skip(1)
                        .takeWhile(line -> !line.startsWith(HEADING));
        var table = section.dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .map(TableChoice::cells)
                .toList();
        if (table.isEmpty()) {
            throw new IllegalArgumentException("has no table under that heading; headings: "
                    + markdown.lines()
                            .filter(line -> line.startsWith(HEADING))
                            .map(line -> line.substring(HEADING.length()))
                            .collect(Collectors.joining("; ")));
        }
        return table;
    }

    private static List<String> cells(String line) {
        var cells = BAR.split(line.substring(1, line.length() - 1), -1);
        return Arrays.stream(cells).map(String::strip).toList();
    }
}
