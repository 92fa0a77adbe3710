package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.ResilienceRecord;
import threadwall.record.ResilienceRecord.FdExhaustionFailure;

/** The results of one resilience test for several servers, a row for each. */
public final class ResilienceTable {

    private ResilienceTable() {}

    public static String render(List<ResilienceRecord> records) {
        return table(records).wrapped();
    }

    public static String markdown(List<ResilienceRecord> records) {
        return table(records).markdown();
    }

    private static TextTable table(List<ResilienceRecord> records) {
        var rows = records.stream()
                .map(record -> List.of(record.server(), verdict(record), details(record)))
                .toList();
        var columns = new TableColumns().left("server", "verdict", "what was seen");
        return new TextTable(columns.list(), rows);
    }

    /** Whether the server passed, or how it failed, in two or three words. */
    public static String verdict(ResilienceRecord record) {
        if (record.passed()) {
            return "survives";
        }
        return switch (failure(record)) {
            case ENDED -> "ends";
            case SERVES_NOBODY -> "no longer answers";
            case LOSES_CLIENTS -> "loses clients";
            case BUSY -> "burns CPU";
            case null -> CrashText.lost(record.crash()) > 0 ? "loses users" : "fails";
        };
    }

    private static FdExhaustionFailure failure(ResilienceRecord record) {
        return record.shortage() == null ? null : record.shortage().failure();
    }

    private static String details(ResilienceRecord record) {
        var parts = new ArrayList<String>();
        var shortage = record.shortage();
        if (shortage != null) {
            parts.add("%,d of %,d answered".formatted(shortage.answered(), shortage.clients()));
            if (!shortage.lost().isEmpty()) {
                parts.add(ResilienceText.counts(shortage.lost()));
            }
            if (shortage.later() != null) {
                parts.add("later clients: " + shortage.later());
            }
            parts.add(ResilienceText.outOfDescriptors(shortage));
        }
        if (record.soak() != null) {
            parts.add("%,d requests, %,d wrong"
                    .formatted(record.soak().requests(), record.soak().wrong()));
        }
        if (record.crash() != null) {
            parts.add(CrashText.users(record.crash()));
        }
        if (failure(record) == null || failure(record) == FdExhaustionFailure.ENDED) {
            parts.addAll(record.faults());
        }
        return String.join("; ", parts);
    }
}
