package threadwall.report;

import java.util.List;
import threadwall.record.ResilienceRecord;

/** What several soaks have seen, a row for each. */
public final class SoakTable {

    private SoakTable() {}

    /** @param records others than those of soaks have no row */
    public static String markdown(List<ResilienceRecord> records) {
        var columns = new TableColumns()
                .left("server")
                .right("clients", "minutes", "requests", "wrong", "third quarter MB", "last quarter MB", "growth %")
                .right("heap MB before", "heap MB after", "descriptors before", "descriptors after");
        var rows = records.stream()
                .filter(record -> record.soak() != null)
                .map(SoakTable::row)
                .toList();
        return new TextTable(columns.list(), rows).markdown();
    }

    private static List<String> row(ResilienceRecord record) {
        var soak = record.soak();
        return List.of(
                record.server(),
                "%,d".formatted(soak.connections()),
                "%.1f".formatted(soak.boundSeconds() / 60),
                "%,d".formatted(soak.requests()),
                "%,d".formatted(soak.wrong()),
                megabytes(soak.rss().thirdQuarterBytes()),
                megabytes(soak.rss().lastQuarterBytes()),
                "%+.1f".formatted(soak.rss().growthPercent()),
                megabytes(record.before().liveHeapBytes()),
                megabytes(record.after().liveHeapBytes()),
                "%,d".formatted(record.before().descriptors()),
                "%,d".formatted(record.after().descriptors()));
    }

    private static String megabytes(Long bytes) {
        return bytes == null ? "" : "%.1f".formatted(bytes / 1e6);
    }
}
