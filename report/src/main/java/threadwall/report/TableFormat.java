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

    /** Any other table as Markdown. */
    public static String markdown(List<TableColumn> columns, List<List<String>> rows) {
        return new TextTable(columns, rows).markdown();
    }

    /** Any other table for a terminal, a line for each row. */
    public static String text(List<TableColumn> columns, List<List<String>> rows) {
        return String.join("\n", new TextTable(columns, rows).lines()) + "\n";
    }

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
        var ratio = "ratio: requests/s over %s's in the same repeat%s"
                .formatted(onOneLine(table.baseline()), overRepeats(table.rows()));
        var engines = table.rows().stream()
                .map(row -> row.workload().engine())
                .filter(engine -> engine != null && !engine.equals(USUAL_ENGINE))
                .distinct()
                .map(TableFormat::onOneLine)
                .toList();
        return engines.isEmpty() ? List.of(ratio) : List.of(ratio, "load: by " + String.join(", ", engines));
    }

    /** What the column of ratios has of the repeats. */
    private static String overRepeats(List<SweepRow> rows) {
        if (rows.stream().anyMatch(row -> row.responses().ratioInterval() != null)) {
            boolean all = rows.stream()
                    .map(SweepRow::responses)
                    .allMatch(one -> one.ratio() == null || one.ratioInterval() != null);
            return ": geometric mean (95 % t-interval), \"" + RatioInterval.NO_DIFFERENCE
                    + "\" where the interval contains 1"
                    + (all ? "" : "; median (range) where fewer than " + RatioInterval.FEWEST + " repeats went well");
        }
        return !rows.isEmpty() && rows.stream().allMatch(row -> row.repeats() == 1)
                ? "; one repeat, so there is no interval"
                : "; with repeats: median (range)";
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
