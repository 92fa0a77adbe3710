package threadwall.report;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The ways out for a table: each is the whole text of a file. */
public enum Format {
    TEXT {
        @Override
        public String render(Table table) {
            return new TextTable(Columns.titles(), cells(table)).render() + "\n" + ratioLine(table) + "\n";
        }
    },
    MARKDOWN {
        @Override
        public String render(Table table) {
            var out = new StringWriter();
            out.append(markdownLine(Columns.titles()));
            out.append(markdownLine(List.of(Columns.values()).stream()
                    .map(column -> column.right ? "--:" : "---")
                    .toList()));
            cells(table).forEach(line -> out.append(markdownLine(line)));
            return out.append("\n").append(ratioLine(table)).append("\n").toString();
        }
    },
    CSV {
        @Override
        public String render(Table table) {
            var out = new StringWriter();
            var rows = table.rows().stream().map(Format::flat).toList();
            if (rows.isEmpty()) {
                return "";
            }
            out.append(csvLine(rows.getFirst().keySet().stream().toList()));
            rows.forEach(row -> out.append(csvLine(row.values().stream()
                    .map(v -> v == null ? "" : v.toString())
                    .toList())));
            return out.toString();
        }
    },
    JSON {
        @Override
        public String render(Table table) {
            return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(table) + "\n";
        }
    };

    public abstract String render(Table table);

    private static List<List<String>> cells(Table table) {
        return table.rows().stream()
                .map(row -> List.of(Columns.values()).stream()
                        .map(column -> column.of(row))
                        .toList())
                .toList();
    }

    private static String ratioLine(Table table) {
        return "ratio: requests/s over %s's in the same repeat; with repeats: median (range)"
                .formatted(table.baseline());
    }

    private static String markdownLine(List<String> cells) {
        return "| "
                + String.join(
                        " | ",
                        cells.stream()
                                .map(cell -> cell.replace("|", "\\|").replace("<", "&lt;"))
                                .toList())
                + " |\n";
    }

    /** Name to value, a spread as three columns; units are in the names. */
    private static Map<String, Object> flat(Row row) {
        var flat = new LinkedHashMap<String, Object>();
        for (var component : Row.class.getRecordComponents()) {
            Object value;
            try {
                value = component.getAccessor().invoke(row);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            if (component.getType() == Spread.class) {
                var spread = (Spread) value;
                flat.put(component.getName(), spread == null ? null : spread.median());
                flat.put(component.getName() + "Min", spread == null ? null : spread.min());
                flat.put(component.getName() + "Max", spread == null ? null : spread.max());
            } else if (value instanceof List<?> list) {
                flat.put(
                        component.getName(),
                        String.join(
                                "; ",
                                new ArrayList<>(list)
                                        .stream().map(Object::toString).toList()));
            } else {
                flat.put(component.getName(), value);
            }
        }
        return flat;
    }

    /** RFC 4180: quoted where it must be, quotes doubled. */
    private static String csvLine(List<String> cells) {
        return String.join(
                        ",",
                        cells.stream()
                                .map(cell -> cell.matches("(?s).*[\",\r\n].*")
                                        ? "\"" + cell.replace("\"", "\"\"") + "\""
                                        : cell)
                                .toList())
                + "\r\n";
    }
}
