package threadwall.report;

import static threadwall.report.NumberFormat.megabytes;
import static threadwall.report.NumberFormat.rounded;
import static threadwall.report.NumberFormat.whole;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import threadwall.record.IdleRecord;
import threadwall.record.IdleRecord.Moment;
import threadwall.record.IdleRecord.Reading;
import threadwall.record.RunRecord;
import tools.jackson.databind.json.JsonMapper;

/** The results of {@code bench idle}. */
public record IdleTable(
        RunRecord run, List<IdleRow> rows, @JsonIgnore List<IdleRecord> records) {

    /**
     * One server with one garbage collector. {@code null} is a value that was not measured, or that only a JVM has.
     *
     * @param processes of the server
     * @param bytesPerConnection RSS at rest above the server's own, per connection
     * @param slabBytesPerConnection kernel objects of both ends, per connection
     * @param unanswered requests on held connections that had no correct answer
     */
    public record IdleRow(
            String server,
            String collector,
            int connections,
            int processes,
            Long ownRssBytes,
            Double bytesPerConnection,
            Double bytesPerConnectionCollected,
            Double slabBytesPerConnection,
            Long unanswered,
            boolean atRest,
            String failure,
            List<String> command) {}

    public static IdleTable of(RunRecord run, List<IdleRecord> records) {
        return new IdleTable(run, records.stream().map(IdleTable::row).toList(), records);
    }

    private static IdleRow row(IdleRecord record) {
        return new IdleRow(
                record.server(),
                record.collector(),
                record.asked(),
                record.serverProcesses(),
                record.at(Moment.OWN).map(Reading::rssBytes).orElse(null),
                record.bytesPerConnection(),
                record.bytesPerConnectionCollected(),
                record.slabBytesPerConnection(),
                record.answers().isEmpty() ? null : Long.valueOf(record.unanswered()),
                record.readings().stream().allMatch(reading -> reading.atRest() || reading.moment() == Moment.OPENING),
                record.failure(),
                record.command());
    }

    /** The table, the readings, and the kernel's objects where they could be read. */
    public String text() {
        var objects = IdleCachesTable.of(records);
        return table().text()
                + (hasKernel() ? "\n" + IdleReadingsTable.of(records).text() : "")
                + (objects.rows().isEmpty() ? "" : "\n" + objects.text());
    }

    public String markdown() {
        var objects = IdleCachesTable.of(records);
        return table().markdown()
                + (hasKernel()
                        ? "\n### Readings\n\n" + IdleReadingsTable.of(records).markdown()
                        : "")
                + (objects.rows().isEmpty() ? "" : "\n### Kernel objects\n\n" + objects.markdown());
    }

    /** Since format 23. */
    private boolean hasKernel() {
        return records.stream()
                .flatMap(record -> record.readings().stream())
                .anyMatch(reading -> reading.kernel() != null);
    }

    public String json() {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    private TextTable table() {
        var notes = new ArrayList<>(List.of(
                "bytes each: growth of VmRSS per idle keep-alive connection, after each connection made one request."
                        + " collected: the same after a full GC. Below 0: the server returned memory meanwhile."
                        + " kernel bytes each: growth of Slab, both ends of a connection."));
        for (var record : records) {
            record.lost().forEach(lost -> notes.add("%s: lost %s".formatted(record.server(), lost)));
        }
        for (var row : rows) {
            if (row.failure != null) {
                notes.add("%s %s: %s".formatted(row.server, collector(row), row.failure));
            } else if (!row.atRest) {
                notes.add("%s %s: RSS was still changing when it was read".formatted(row.server, collector(row)));
            }
        }
        var columns = new TableColumns()
                .left("server", "collector")
                .right(
                        "connections",
                        "processes",
                        "own RSS MB",
                        "bytes each",
                        "collected",
                        "kernel bytes each",
                        "unanswered");
        return new TextTable(columns.list(), rows.stream().map(IdleTable::cells).toList(), notes);
    }

    private static String collector(IdleRow row) {
        return row.collector == null ? "" : row.collector;
    }

    private static List<String> cells(IdleRow row) {
        return List.of(
                row.server,
                collector(row),
                "%,d".formatted(row.connections),
                "%,d".formatted(row.processes),
                megabytes(row.ownRssBytes),
                rounded(row.bytesPerConnection),
                rounded(row.bytesPerConnectionCollected),
                rounded(row.slabBytesPerConnection),
                whole(row.unanswered));
    }
}
