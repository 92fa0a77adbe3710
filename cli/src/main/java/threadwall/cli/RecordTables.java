package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tables and figures of a page that come from published records. A comment in the page says which ({@link TableChoice}):
 *
 * <pre>{@code
 * <!-- table: docs/data/20261122-sweep | rows: connections = 10,000 | columns: server, requests/s, p99 ms -->
 * <!-- end of table -->
 * <!-- figure: docs/data/20261122-sweep | rows: connections = 10,000; server = kilim | columns: p99 ms -->801<!-- end -->
 * }</pre>
 */
final class RecordTables {

    /** @param pattern of both with what is between them; group 2 says what it has to be */
    private record Comments(String start, String end, Pattern pattern) {}

    private static final Comments TABLE = new Comments(
            "<!-- table: ",
            "<!-- end of table -->",
            Pattern.compile(
                    "(<!-- table: ([^\\n]*?) -->\\n)((?:(?!<!-- table: ).)*?)(<!-- end of table -->)", Pattern.DOTALL));

    private static final Comments FIGURE = new Comments(
            "<!-- figure: ", "<!-- end -->", Pattern.compile("(<!-- figure: ([^\\n]*?) -->)([^\\n]*?)(<!-- end -->)"));

    private final PublishedRecords records;
    private final Path page;

    private RecordTables(PublishedRecords records, Path page) {
        this.records = records;
        this.page = page;
    }

    /**
     * The text of a page with its tables and figures as the records have them.
     *
     * @throws IOException when a record cannot be read, or has no such table, column or row
     */
    static String update(PublishedRecords records, Path page, String text) throws IOException {
        var tables = new RecordTables(records, page);
        return tables.replace(FIGURE, tables.replace(TABLE, text, tables::table), records::cell);
    }

    private interface Format {
        String of(String choice) throws IOException;
    }

    private String replace(Comments comments, String text, Format format) throws IOException {
        requirePairs(comments, text);
        var matcher = comments.pattern.matcher(text);
        var out = new StringBuilder();
        while (matcher.find()) {
            var made = matcher.group(1) + made(matcher.group(2), format) + matcher.group(4);
            matcher.appendReplacement(out, Matcher.quoteReplacement(made));
        }
        return matcher.appendTail(out).toString();
    }

    /** A start without its end would be ignored, or other text be replaced. */
    private void requirePairs(Comments comments, String text) throws IOException {
        long starts = count(text, comments.start);
        long ends = count(text, comments.end);
        long pairs = comments.pattern.matcher(text).results().count();
        if (starts != pairs || ends != pairs) {
            throw new IOException(
                    ("%s has start comments '%s…' (%d) and end comments '%s' (%d), but pairs: only %d; add the missing"
                                    + " start or end")
                            .formatted(page, comments.start.strip(), starts, comments.end, ends, pairs));
        }
    }

    private static long count(String text, String part) {
        return Pattern.compile(part, Pattern.LITERAL).matcher(text).results().count();
    }

    private String made(String directive, Format format) throws IOException {
        try {
            return format.of(directive);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException("%s: '%s' %s".formatted(page, directive, e.getMessage()), e);
        }
    }

    private String table(String choice) throws IOException {
        return records.table(choice).stream()
                .map(row -> "| " + String.join(" | ", row) + " |\n")
                .collect(Collectors.joining("", "\n", "\n"));
    }
}
