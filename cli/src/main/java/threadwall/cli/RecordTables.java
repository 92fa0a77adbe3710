package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import threadwall.report.html.ReportTables;
import threadwall.report.html.RunReader;
import threadwall.report.html.TaskReport;

/**
 * The tables and figures of a page that come from published records. A comment in the page says which:
 *
 * <pre>{@code
 * <!-- table: docs/data/20261122-sweep | rows: connections = 10,000 | columns: server, requests/s, p99 ms -->
 * <!-- end of table -->
 * <!-- figure: docs/data/20261122-sweep | rows: connections = 10,000; server = kilim | columns: p99 ms -->801<!-- end -->
 * }</pre>
 *
 * <p>They are those of {@code ./threadwall report --markdown -}. Without {@code columns} a table has all of them, without
 * {@code rows} likewise. Where the record has several tables, {@code under} names the heading of one.
 */
final class RecordTables {

    private static final Pattern TABLE = Pattern.compile(
            "(<!-- table: ([^\\n]*?) -->\\n)((?:(?!<!-- table: ).)*?)(<!-- end of table -->)", Pattern.DOTALL);

    private static final Pattern FIGURE = Pattern.compile("(<!-- figure: ([^\\n]*?) -->)(.*?)(<!-- end -->)");

    /** A bar between cells, and not one that is escaped. */
    private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");

    private final Path home;
    private final Path page;

    private RecordTables(Path home, Path page) {
        this.home = home;
        this.page = page;
    }

    /**
     * The text of a page with its tables and figures as the records have them.
     *
     * @throws IOException when a record cannot be read, or has no such table, column or row
     */
    static String update(Path home, Path page, String text) throws IOException {
        var tables = new RecordTables(home, page);
        tables.requireWhole(text, "<!-- table: ", TABLE);
        tables.requireWhole(text, "<!-- figure: ", FIGURE);
        return tables.replace(FIGURE, tables.replace(TABLE, text, tables::table), tables::figure);
    }

    /** Each comment that begins a table or a figure has its end: otherwise it would be ignored, or text be replaced. */
    private void requireWhole(String text, String start, Pattern pattern) throws IOException {
        long starts =
                Pattern.compile(start, Pattern.LITERAL).matcher(text).results().count();
        long whole = pattern.matcher(text).results().count();
        if (starts != whole) {
            throw new IOException("%s: %d of %d comments '%s…' have no end, or it is on another line"
                    .formatted(page, starts - whole, starts, start.strip()));
        }
    }

    private interface Source {
        String of(Map<String, String> directive) throws IOException;
    }

    private String replace(Pattern pattern, String text, Source source) throws IOException {
        var matcher = pattern.matcher(text);
        var out = new StringBuilder();
        while (matcher.find()) {
            var made = matcher.group(1) + source.of(directive(matcher.group(2))) + matcher.group(4);
            matcher.appendReplacement(out, Matcher.quoteReplacement(made));
        }
        return matcher.appendTail(out).toString();
    }

    /** The parts of a directive by their names; that of the record has the name {@code record}. */
    private static Map<String, String> directive(String text) {
        var parts = new LinkedHashMap<String, String>();
        for (var part : text.split(" \\| ")) {
            int colon = part.indexOf(": ");
            parts.put(
                    colon < 0 ? "record" : part.substring(0, colon),
                    part.substring(colon + 1).strip());
        }
        return parts;
    }

    private String table(Map<String, String> directive) throws IOException {
        return selected(directive).stream()
                .map(row -> "| " + String.join(" | ", row) + " |\n")
                .collect(Collectors.joining("", "\n", "\n"));
    }

    private String figure(Map<String, String> directive) throws IOException {
        var selected = selected(directive);
        if (selected.size() != 3 || selected.getFirst().size() != 1) {
            throw fault(
                    directive,
                    "selects %d rows and %d columns, but a figure is one cell"
                            .formatted(selected.size() - 2, selected.getFirst().size()));
        }
        return selected.getLast().getFirst();
    }

    /** The titles, the rule below them, and the rows. */
    private List<List<String>> selected(Map<String, String> directive) throws IOException {
        var all = all(directive);
        var titles = all.getFirst();
        var columns = new ArrayList<Integer>();
        for (var title : directive.containsKey("columns") ? names(directive.get("columns")) : titles) {
            columns.add(index(directive, titles, title));
        }
        var conditions = new LinkedHashMap<Integer, List<String>>();
        if (directive.containsKey("rows")) {
            for (var condition : directive.get("rows").split("; *")) {
                var sides = condition.split(" = ", 2);
                conditions.put(index(directive, titles, sides[0]), List.of(sides[1].split(" or ")));
            }
        }
        var selected = new ArrayList<List<String>>();
        for (int i = 0; i < all.size(); i++) {
            var row = all.get(i);
            if (i < 2
                    || conditions.entrySet().stream()
                            .allMatch(condition -> condition.getValue().contains(row.get(condition.getKey())))) {
                selected.add(columns.stream().map(row::get).toList());
            }
        }
        if (selected.size() == 2) {
            throw fault(directive, "has no such row");
        }
        return selected;
    }

    private int index(Map<String, String> directive, List<String> titles, String title) throws IOException {
        int index = titles.indexOf(title);
        if (index < 0) {
            throw fault(directive, "has no column '%s'; it has %s".formatted(title, String.join(", ", titles)));
        }
        return index;
    }

    private static List<String> names(String text) {
        return Arrays.asList(text.split(", "));
    }

    private List<List<String>> all(Map<String, String> directive) throws IOException {
        var markdown = markdown(home.resolve(directive.get("record")));
        var under = directive.get("under");
        int from = under == null ? 0 : markdown.indexOf("### " + under + "\n");
        if (from < 0) {
            throw fault(directive, "has no table under that heading");
        }
        var rows = markdown.substring(from)
                .lines()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .map(RecordTables::cells)
                .toList();
        if (rows.isEmpty()) {
            throw fault(directive, "has no table");
        }
        return rows;
    }

    private static String markdown(Path folder) throws IOException {
        var runs = RunReader.read(List.of(folder), text -> {});
        return TaskReport.hasTasks(runs) ? TaskReport.markdown(runs) : ReportTables.markdown(runs);
    }

    private static List<String> cells(String line) {
        var cells = BAR.split(line.substring(1, line.length() - 1));
        return Arrays.stream(cells).map(String::strip).toList();
    }

    private IOException fault(Map<String, String> directive, String what) {
        return new IOException("%s: '%s' %s".formatted(page, directive, what));
    }
}
