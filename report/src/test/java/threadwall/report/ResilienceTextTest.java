package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import threadwall.record.RecordLine;
import threadwall.record.ResilienceRecord;
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
import threadwall.record.RunRecord;

class ResilienceTextTest {

    private static final ResourceSnapshot REST = new ResourceSnapshot(28, 0, 90_000_000, 7_000_000L, 20L);
    private static final HealthyClientStats PULSE = new HealthyClientStats(4_000, 0, 0, 0.3, 1.25, 9);

    private static String text(
            List<String> faults,
            ResourceSnapshot after,
            HealthyClientStats peace,
            List<Attack> attacks,
            List<Round> rounds,
            Soak soak) {
        return ResilienceText.render(record(faults, after, peace, attacks, rounds, soak, null, null));
    }

    /** A record of a descriptors test. */
    static ResilienceRecord shortage(FdExhaustion shortage, String... faults) {
        return record(List.of(faults), REST, null, List.of(), List.of(), null, shortage, null);
    }

    /** A record of a soak. */
    static ResilienceRecord soaked(Soak soak) {
        return record(List.of(), REST, null, List.of(), List.of(), soak, null, null);
    }

    private static ResilienceRecord record(
            List<String> faults,
            ResourceSnapshot after,
            HealthyClientStats peace,
            List<Attack> attacks,
            List<Round> rounds,
            Soak soak,
            FdExhaustion shortage,
            Crash crash) {
        return new ResilienceRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                List.of("resilience"),
                null,
                new RunRecord.Machine("Linux", "cpu", 2, 1L, "jvm", List.of()),
                "slow",
                "kilim",
                List.of("java"),
                12,
                faults,
                crash == null ? REST : null,
                after,
                peace,
                attacks,
                rounds,
                soak,
                shortage,
                crash);
    }

    @Test
    void attacksStandBesidePeace() {
        var attack = new Attack("slow read", List.of("slowhttptest"), 2_000, 2_001, PULSE, 1.0, null);
        assertThat(text(List.of(), REST, PULSE, List.of(attack), List.of(), null))
                .contains(
                        "no attack ",
                        "slow read         2,001     4,000       0      0    0.30    1.25      9.0    1.0  never")
                .contains("descriptors               28  28")
                .endsWith("verdict    kilim passed: slow, after 12 s\n");
    }

    @Test
    void aServerThatIsGoneHasNoAfter() {
        assertThat(text(List.of("it ended"), null, null, List.of(), List.of(new Round(1, 9, 40, null, 8, 0.5)), null))
                .contains("answered", "descriptors               28  gone", "fault      it ended", "failed");
    }

    @Test
    void aShortageShowsLostClientsAndCpuTime() {
        var shortage = new FdExhaustion(
                300,
                1_000,
                760,
                List.of(new EventCount("Connection reset", 240)),
                null,
                4,
                0.2,
                FdExhaustionFailure.LOSES_CLIENTS);
        assertThat(ResilienceText.render(shortage(shortage, "240 of 1,000 clients did not get their answer")))
                .contains(
                        "lost       Connection reset: 240\n",
                        "out        4.0 s out of descriptors, with 0.05 processors in use\n",
                        "fault      240 of 1,000");
    }

    /** A record of a crash test, with a round for each number of lost users. */
    static ResilienceRecord crash(String store, long... lost) {
        return kills(store, false, lost);
    }

    private static ResilienceRecord kills(String store, Boolean powerCut, long... lost) {
        var rounds = LongStream.of(lost)
                .mapToObj(users -> new CrashRound(1, users > 0, 0.5, 1_000, 10, 2, 60, 4, users, 1.25 + users))
                .toList();
        var faults = LongStream.of(lost).sum() > 0 ? List.of("users are lost: id 7") : List.<String>of();
        return record(faults, null, null, List.of(), List.of(), null, null, new Crash(store, powerCut, 9, 16, rounds));
    }

    @Test
    void crashesShowKillsAndUsersButNoIdleResources() {
        assertThat(ResilienceText.render(crash("embedded", 0, 3)))
                .contains(
                        "crash      2 rounds of kill -9 of the server while 16 clients stored users, in 1 of them again",
                        "seed 9\n",
                        "users      2,000 users acknowledged, 3 of them lost\n",
                        "others     24 users without an answer or with a 503, of which 8 are stored; 120 refused\n",
                        "back       after 1.3 s in half of the rounds, 4.3 s at most\n",
                        "fault      users are lost: id 7\n")
                .doesNotContain("descriptors");
        assertThat(ResilienceText.render(kills("postgres", null)))
                .contains("0 rounds of kill -9 of the database")
                .doesNotContain("back ");
        assertThat(ResilienceText.render(kills("postgres", true, 0)))
                .contains("crash      1 rounds of a power cut while");
    }

    @Test
    void aSoakShowsItsFaultsByKind() {
        var soak = new Soak(
                7,
                5_000,
                90,
                12_345,
                List.of(new EventCount("200", 12_000)),
                List.of(new EventCount("post", 3)),
                2,
                List.of(new EventCount("post: status 500 instead of 405", 2)),
                new RssTrend(100_000_000, 103_000_000, 99_000_000, 104_000_000, 1_500_000, false),
                "soak.csv");
        assertThat(text(List.of(), REST, null, List.of(), List.of(), soak))
                .contains("12,345 requests of 5,000 clients in 1.5 min, seed 7")
                .contains("post: status 500 instead of 405: 2")
                .contains("+3.0 %", "+1.5 MB an hour", "too short to judge");
    }
}
