package threadwall.report;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table for the terminal and for Markdown.
 *
 * @param rows a cell for each column
 * @param notes sentences below the table
 */
record TextTable(List<TableColumn> columns, List<List<String>> rows, List<String> notes) {

    private static final String GAP = "  ";

    /** A wrapped column gets this width at least, however wide the other columns are. */
    private static final int NARROWEST = 20;

    TextTable(List<TableColumn> columns, List<List<String>> rows) {
        this(columns, rows, List.of());
    }

    /** The titles, the rows and, below an empty line, the notes. */
    String text() {
        return lines().stream().map(line -> line + "\n").collect(joining())
                + "\n"
                + notes.stream().map(note -> LineWrap.sentence(note, "")).collect(joining());
    }

    /** One line with the titles, then one for each row. */
    List<String> lines() {
        return padded(columns.size()).map(String::stripTrailing).toList();
    }

    /** The titles and the rows in the width of a terminal, with the last column wrapped. */
    String wrapped() {
        int last = columns.size() - 1;
        var lasts = all().map(List::getLast).iterator();
        return padded(last)
                .map(start -> {
                    var lines = LineWrap.wrap(lasts.next(), Math.max(NARROWEST, LineWrap.WIDTH - start.length()));
                    return (start + String.join("\n" + " ".repeat(start.length()), lines)).stripTrailing() + "\n";
                })
                .collect(joining());
    }

    String markdown() {
        var rule = columns.stream().map(column -> column.right() ? "--:" : "---");
        var cells = all().map(row -> row.stream().map(TableFormat::markdown).toList())
                .toList();
        return Stream.concat(
                                Stream.of(cells.getFirst(), rule.toList()),
                                cells.stream().skip(1))
                        .map(row -> "| " + String.join(" | ", row) + " |\n")
                        .collect(joining())
                + "\n"
                + notes.stream().map(note -> TableFormat.markdown(note) + "\n").collect(joining("\n"));
    }

    /** The titles and the rows. */
    private Stream<List<String>> all() {
        return Stream.concat(Stream.of(columns.stream().map(TableColumn::title).toList()), rows.stream());
    }

    /** The first columns of each line, all of one width. */
    private Stream<String> padded(int count) {
        var widths = IntStream.range(0, count)
                .map(column ->
                        all().mapToInt(row -> row.get(column).length()).max().orElse(0))
                .toArray();
        return all().map(row -> IntStream.range(0, count)
                .mapToObj(column -> {
                    var blanks = " ".repeat(widths[column] - row.get(column).length());
                    return columns.get(column).right() ? blanks + row.get(column) : row.get(column) + blanks;
                })
                .map(cell -> cell + GAP)
                .collect(joining()));
    }
}
