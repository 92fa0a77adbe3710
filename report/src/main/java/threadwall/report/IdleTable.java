package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.IdleRecord;
import threadwall.record.RunRecord;
import tools.jackson.databind.json.JsonMapper;

/** The results of {@code bench idle}. */
public record IdleTable(RunRecord run, List<IdleRow> rows) {

    /**
     * One server with one garbage collector. {@code null} is a value that was not measured, or that only a JVM has.
     *
     * @param bytesPerConnection RSS at rest above the server's own, per connection
     */
    public record IdleRow(
            String server,
            String collector,
            int connections,
            Long ownRssBytes,
            Double bytesPerConnection,
            Double bytesPerConnectionCollected,
            boolean atRest,
            String failure,
            List<String> command) {}

    public static IdleTable of(RunRecord run, List<IdleRecord> records) {
        return new IdleTable(run, records.stream().map(IdleTable::row).toList());
    }

    private static IdleRow row(IdleRecord record) {
        return new IdleRow(
                record.server(),
                record.collector(),
                record.asked(),
                record.own() == null ? null : Long.valueOf(record.own().rssBytes()),
                record.bytesPerConnection(),
                record.bytesPerConnectionCollected(),
                isAtRest(record.own()) && isAtRest(record.held()) && isAtRest(record.collected()),
                record.failure(),
                record.command());
    }

    private static boolean isAtRest(IdleRecord.Memory memory) {
        return memory == null || memory.atRest();
    }

    public String text() {
        return table().text();
    }

    public String markdown() {
        return table().markdown();
    }

    public String json() {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    private TextTable table() {
        var notes = new ArrayList<>(List.of(
                "bytes each: growth of VmRSS per idle keep-alive connection, after each connection made one request."
                        + " collected: the same after a full GC. Below 0: the server returned memory meanwhile."));
        for (var row : rows) {
            if (row.failure != null) {
                notes.add("%s %s: %s".formatted(row.server, collector(row), row.failure));
            } else if (!row.atRest) {
                notes.add("%s %s: RSS was still changing when it was read".formatted(row.server, collector(row)));
            }
        }
        var columns = new TableColumns()
                .left("server", "collector")
                .right("connections", "own RSS MB", "bytes each", "collected");
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
                row.ownRssBytes == null ? "" : "%,.1f".formatted(row.ownRssBytes / 1e6),
                whole(row.bytesPerConnection),
                whole(row.bytesPerConnectionCollected));
    }

    private static String whole(Double bytes) {
        return bytes == null ? "" : "%,.0f".formatted(bytes);
    }
}
