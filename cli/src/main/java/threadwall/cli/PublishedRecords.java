package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import threadwall.report.html.PublishedTasks;
import threadwall.report.html.RecordMarkdown;
import threadwall.report.html.RunReader;
import threadwall.report.html.TaskReport;

/** The tables of published records. A record is read once, however often something of it is asked for. */
final class PublishedRecords {

    private final Path home;

    /** What was read so far, by the folder of the record. */
    private final Map<String, String> read = new HashMap<>();

    /** @param home the project's root */
    PublishedRecords(Path home) {
        this.home = home;
    }

    /**
     * A part of a table: its titles, the rule below them, and rows.
     *
     * @param choice as {@link TableChoice#parse} reads it
     * @throws IOException when the record cannot be read in full
     * @throws IllegalArgumentException when the choice is none, or the record has no such table, column or row
     */
    List<List<String>> table(String choice) throws IOException {
        var parsed = TableChoice.parse(choice);
        return parsed.from(markdown(parsed.record()));
    }

    /** The text of one cell; otherwise as {@link #table}. */
    String cell(String choice) throws IOException {
        var rows = table(choice);
        int below = rows.size() - TableChoice.HEAD;
        if (below != 1 || rows.getFirst().size() != 1) {
            throw new IllegalArgumentException("selects %d row%s and %d column%s; it must select exactly one cell"
                    .formatted(
                            below,
                            below == 1 ? "" : "s",
                            rows.getFirst().size(),
                            rows.getFirst().size() == 1 ? "" : "s"));
        }
        return rows.getLast().getFirst();
    }

    private String markdown(String record) throws IOException {
        var known = read.get(record);
        if (known != null) {
            return known;
        }
        var run = RunReader.read(List.of(home.resolve(record)), text -> {}).getFirst();
        if (!run.content().skipped().isEmpty()) {
            throw new IOException(
                    "cannot be read in full: " + run.content().skipped().getFirst());
        }
        var published = TaskReport.hasTasks(List.of(run))
                ? Optional.of(PublishedTasks.read(home.resolve(PublishedTasks.PLACE)))
                : Optional.<PublishedTasks>empty();
        var markdown = RecordMarkdown.of(run, published);
        read.put(record, markdown);
        return markdown;
    }
}
