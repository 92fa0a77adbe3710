package threadwall.record;

import java.util.List;
import threadwall.record.ResilienceRecord.Attack;
import threadwall.record.ResilienceRecord.Crash;
import threadwall.record.ResilienceRecord.CrashRound;
import threadwall.record.ResilienceRecord.EventCount;
import threadwall.record.ResilienceRecord.FdExhaustion;
import threadwall.record.ResilienceRecord.FdExhaustionFailure;
import threadwall.record.ResilienceRecord.HealthyClientStats;
import threadwall.record.ResilienceRecord.ResourceSnapshot;
import threadwall.record.ResilienceRecord.Round;
import threadwall.record.ResilienceRecord.RssTrend;
import threadwall.record.ResilienceRecord.Soak;

/** Resilience records for tests: with all values, and with every optional value missing. */
final class ResilienceRecords {

    private static final ResourceSnapshot REST = new ResourceSnapshot(30, 1, 200_000_000, 9_000_000L, 40L);

    private ResilienceRecords() {}

    static ResilienceRecord slow() {
        var pulse = new HealthyClientStats(2_000, 1, 2, 0.3, 1.5, 4);
        var rss = new RssTrend(300_000_000, 301_000_000, 290_000_000, 310_000_000, -12.5, true);
        return new ResilienceRecord(
                RecordLine.SCHEMA,
                Samples.AT,
                List.of("resilience", "slow"),
                "abc",
                Samples.run().machine(),
                "slow",
                "kilim",
                List.of("java", "-jar", "x.jar"),
                120.5,
                List.of("it did not"),
                REST,
                REST,
                pulse,
                List.of(new Attack("slow headers", List.of("slowhttptest", "-H"), 2_000, 2_001, pulse, 1.5, 0.25)),
                List.of(new Round(1, 1_000, 300, 1_000, 999, 0.5)),
                new Soak(
                        1,
                        5_000,
                        3_600,
                        10,
                        List.of(new EventCount("200", 9)),
                        List.of(new EventCount("pipeline", 3)),
                        1,
                        List.of(new EventCount("post: status 500 instead of 405", 1)),
                        rss,
                        "soak.csv"),
                new FdExhaustion(
                        300,
                        1_000,
                        999,
                        List.of(new EventCount("Connection reset", 1)),
                        "Connection refused",
                        8.5,
                        0.25,
                        FdExhaustionFailure.SERVES_NOBODY),
                new Crash("embedded", false, 1, 16, List.of(new CrashRound(1, true, 0.75, 500, 16, 3, 30, 2, 1, 0.9))));
    }

    static ResilienceRecord sparse() {
        var pulse = new HealthyClientStats(0, 0, 0, 0, 0, 0);
        return new ResilienceRecord(
                RecordLine.SCHEMA,
                Samples.AT,
                List.of(),
                null,
                Samples.sparseRun().machine(),
                "soak",
                "kilim",
                List.of(),
                1,
                List.of(),
                null,
                null,
                null,
                List.of(new Attack("half-open", List.of(), 1, 0, pulse, 0, null)),
                List.of(new Round(1, 1, 30, null, null, null)),
                null,
                new FdExhaustion(300, 1, 1, List.of(), null, 0, 0, null),
                null);
    }
}
