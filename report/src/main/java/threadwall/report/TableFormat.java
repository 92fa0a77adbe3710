package threadwall.report;

import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** The formats of a table. Each is the whole text of a file. */
public enum TableFormat {
    TEXT {
        @Override
        public String render(SweepTable table) {
            var columns = SweepColumns.of(table.rows());
            var lines = table(table, columns.subList(0, columns.size() - 1)).lines();
            var out = new StringBuilder(lines.getFirst()).append('\n');
            for (int i = 0; i < table.rows().size(); i++) {
                var remarks = onOneLine(SweepColumns.REMARKS.of(table.rows().get(i)));
                out.append(lines.get(i + 1)).append(remarks.isEmpty() ? "\n" : "\n    " + remarks + "\n");
            }
            return out + "\n" + String.join("\n", notes(table)) + "\n";
        }
    },
    MARKDOWN {
        @Override
        public String render(SweepTable table) {
            return table(table, SweepColumns.of(table.rows())).markdown();
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

    /** The load generator that is used by default. */
    public static final String USUAL_ENGINE = "ab";

    private static final Pattern STEERING = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    public abstract String render(SweepTable table);

    private static TextTable table(SweepTable table, List<SweepColumns> columns) {
        return new TextTable(
                columns.stream().map(column -> column.heading).toList(),
                table.rows().stream()
                        .map(row -> columns.stream()
                                .map(column -> onOneLine(column.of(row)))
                                .toList())
                        .toList(),
                notes(table));
    }

    private static List<String> notes(SweepTable table) {
        var ratio = "ratio: requests/s over %s's in the same repeat; with repeats: median (range)"
                .formatted(onOneLine(table.baseline()));
        var engines = table.rows().stream()
                .map(row -> row.workload().engine())
                .filter(engine -> engine != null && !engine.equals(USUAL_ENGINE))
                .distinct()
                .map(TableFormat::onOneLine)
                .toList();
        return engines.isEmpty() ? List.of(ratio) : List.of(ratio, "load: by " + String.join(", ", engines));
    }

    /** Reasons and remarks quote servers: this removes what breaks a line or controls a terminal. */
    public static String onOneLine(String text) {
        return STEERING.matcher(text).replaceAll(" ");
    }

    /** Escapes a text for Markdown. An underscore inside a word is no markup (CommonMark 6.2). */
    public static String markdown(String text) {
        return text.replaceAll("[\\\\`*\\[\\]<>|&~]|(?<!\\p{Alnum})_|_(?!\\p{Alnum})", "\\\\$0");
    }
}
