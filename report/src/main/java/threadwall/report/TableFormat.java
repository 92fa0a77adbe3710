package threadwall.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The ways out for a table: each is the whole text of a file. */
public enum TableFormat {
    TEXT {
        @Override
        public String render(SweepTable table) {
            return new TextTable(RowColumns.of(table.rows()), cells(table)).render() + "\n" + notes(table, "\n") + "\n";
        }
    },
    MARKDOWN {
        @Override
        public String render(SweepTable table) {
            var columns = RowColumns.of(table.rows());
            var titles = columns.stream().map(column -> column.title).toList();
            var rule =
                    columns.stream().map(column -> column.right ? "--:" : "---").toList();
            var rows = cells(table).stream()
                    .map(cells -> cells.stream().map(TableFormat::markdown).toList());
            return Stream.concat(Stream.of(titles, rule), rows)
                            .map(cells -> "| " + String.join(" | ", cells) + " |\n")
                            .collect(Collectors.joining())
                    + "\n"
                    + markdown(notes(table, "\n\n"))
                    + "\n";
        }
    },
    CSV {
        @Override
        public String render(SweepTable table) {
            return new CsvTable<>(SweepRow.class, table.rows()).render();
        }
    },
    JSON {
        @Override
        public String render(SweepTable table) {
            return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(table) + "\n";
        }
    };

    /** Who drives the load where nothing is said. */
    public static final String USUAL_ENGINE = "ab";

    private static final Pattern STEERING = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    public abstract String render(SweepTable table);

    private static List<List<String>> cells(SweepTable table) {
        var columns = RowColumns.of(table.rows());
        return table.rows().stream()
                .map(row -> columns.stream()
                        .map(column -> onOneLine(column.of(row)))
                        .toList())
                .toList();
    }

    private static String notes(SweepTable table, String between) {
        var ratio = "ratio: requests/s over %s's in the same repeat; with repeats: median (range)"
                .formatted(onOneLine(table.baseline()));
        var engines = table.rows().stream()
                .map(SweepRow::engine)
                .filter(engine -> engine != null && !engine.equals(USUAL_ENGINE))
                .distinct()
                .map(TableFormat::onOneLine)
                .toList();
        return engines.isEmpty() ? ratio : ratio + between + "load: by " + String.join(", ", engines);
    }

    /** Reasons and remarks quote what servers said: nothing of it may break a line or steer a terminal. */
    public static String onOneLine(String text) {
        return STEERING.matcher(text).replaceAll(" ");
    }

    /** Shows as the text itself; an underscore inside a word is no markup (CommonMark 6.2). */
    public static String markdown(String text) {
        return text.replaceAll("[\\\\`*\\[\\]<>|&~]|(?<!\\p{Alnum})_|_(?!\\p{Alnum})", "\\\\$0");
    }
}
