package threadwall.report;

import java.util.List;

/** Columns that line up in a terminal; the remarks of a row stand below it, since they are sentences. */
record TextTable(List<RowColumns> columns, List<List<String>> rows) {

    private static final String GAP = "  ";

    String render() {
        var titles = columns.stream().map(column -> column.title).toList();
        var widths = new int[columns.size() - 1];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = titles.get(i).length();
            for (var row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var out = new StringBuilder();
        line(out, titles, widths);
        for (var row : rows) {
            line(out, row, widths);
            var remarks = row.getLast();
            if (!remarks.isEmpty()) {
                out.append("    ").append(remarks).append('\n');
            }
        }
        return out.toString();
    }

    private void line(StringBuilder out, List<String> cells, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            var cell = cells.get(i);
            var blanks = " ".repeat(widths[i] - cell.length());
            line.append(i == 0 ? "" : GAP);
            line.append(columns.get(i).right ? blanks + cell : cell + blanks);
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
