package threadwall.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A small table, for the terminal and for Markdown.
 *
 * @param titles of the columns; one that begins with a blank has figures, which stand at the right
 * @param notes sentences below it
 */
record SmallTable(List<String> titles, List<List<String>> rows, List<String> notes) {

    private static final String GAP = "  ";

    String text() {
        var out = new StringBuilder();
        var all = Stream.concat(Stream.of(titles), rows.stream()).toList();
        for (var row : all) {
            var line = new StringBuilder();
            for (int i = 0; i < row.size(); i++) {
                var cell = row.get(i).strip();
                var blanks = " ".repeat(width(all, i) - cell.length());
                line.append(i == 0 ? "" : GAP).append(isFigure(i) ? blanks + cell : cell + blanks);
            }
            out.append(line.toString().stripTrailing()).append('\n');
        }
        return out + "\n"
                + notes.stream().map(note -> TerminalGrid.sentence(note, "")).collect(Collectors.joining());
    }

    String markdown() {
        var rule = titles.stream().map(title -> title.startsWith(" ") ? "--:" : "---");
        return Stream.concat(Stream.of(titles, rule.toList()), rows.stream())
                        .map(row -> row.stream()
                                .map(cell -> row == titles ? cell.strip() : cell)
                                .map(cell -> cell.matches("-+:?") ? cell : TableFormat.markdown(cell.strip()))
                                .collect(Collectors.joining(" | ", "| ", " |\n")))
                        .collect(Collectors.joining())
                + "\n"
                + notes.stream().map(note -> TableFormat.markdown(note) + "\n").collect(Collectors.joining("\n"));
    }

    private boolean isFigure(int column) {
        return titles.get(column).startsWith(" ");
    }

    private static int width(List<List<String>> rows, int column) {
        return rows.stream()
                .mapToInt(row -> row.get(column).strip().length())
                .max()
                .orElse(0);
    }
}
