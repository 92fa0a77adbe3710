package threadwall.report;

import java.util.List;
import threadwall.record.ResilienceRecord;
import threadwall.record.ResilienceRecord.CrashRound;

/** The users that were stored or lost in several crash tests, a row for each test. */
public final class CrashTable {

    private CrashTable() {}

    /** @param records others than those of crash tests have no row */
    public static String markdown(List<ResilienceRecord> records) {
        var columns = new TableColumns()
                .left("server", "store")
                .right("seed", "kills", "killed again", "acknowledged", "lost", "no answer or 503", "of these stored");
        var rows = records.stream()
                .filter(record -> record.crash() != null)
                .map(CrashTable::row)
                .toList();
        return new TextTable(columns.list(), rows).markdown();
    }

    private static List<String> row(ResilienceRecord record) {
        var crash = record.crash();
        return List.of(
                record.server(),
                crash.store(),
                String.valueOf(crash.seed()),
                "%,d".formatted(crash.rounds().size()),
                "%,d"
                        .formatted(crash.rounds().stream()
                                .filter(CrashRound::inStart)
                                .count()),
                "%,d".formatted(CrashText.sum(crash, CrashRound::acknowledged)),
                "%,d".formatted(CrashText.lost(crash)),
                "%,d".formatted(CrashText.unknown(crash)),
                "%,d".formatted(CrashText.sum(crash, CrashRound::unknownAndThere)));
    }
}
