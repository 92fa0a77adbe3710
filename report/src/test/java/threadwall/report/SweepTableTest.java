package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.Steps.bad;
import static threadwall.report.Steps.good;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepWarning;

class SweepTableTest {

    @Test
    void hasARowForEachServerAndLoadInTheOrderOfTheRun() {
        var table = SweepTable.of(List.of(
                good("kilim", 1, 5_000, 10.0),
                good("spring-blocking", 1, 5_000, 10.0),
                good("kilim", 1, 1_000, 10.0),
                good("spring-blocking", 1, 1_000, 10.0),
                good("kilim", 2, 5_000, 10.0)));
        assertThat(table.rows().stream()
                        .map(row -> row.server() + " " + row.workload().concurrency() + " " + row.repeats()))
                .containsExactly("kilim 5000 2", "spring-blocking 5000 1", "kilim 1000 1", "spring-blocking 1000 1");
    }

    @Test
    void comparesWithTheBaselineOfTheSameRepeat() {
        var table = SweepTable.of(List.of(
                good("kilim", 1, 1_000, 30.0),
                good("spring-blocking", 1, 1_000, 10.0),
                good("kilim", 2, 1_000, 80.0),
                good("spring-blocking", 2, 1_000, 20.0),
                good("kilim", 3, 1_000, 50.0),
                good("spring-blocking", 3, 1_000, 25.0)));
        assertThat(table.baseline()).isEqualTo("spring-blocking");
        // 3, 4 and 2; the median of kilim's rates over that of the baseline's would be 2.5
        assertThat(row(table, "kilim").responses().ratio()).isEqualTo(new MedianRange(3, 2, 4));
        assertThat(row(table, "kilim").responses().requestsPerSecond()).isEqualTo(new MedianRange(50, 30, 80));
        assertThat(row(table, "spring-blocking").responses().ratio()).isEqualTo(new MedianRange(1, 1, 1));
    }

    /** Of 3, 4 and 2, by the program that {@link RatioIntervalTest} names. */
    @Test
    void hasAnIntervalOfThreeRepeats() {
        var steps = List.of(
                good("kilim", 1, 1_000, 30.0),
                good("spring-blocking", 1, 1_000, 10.0),
                good("kilim", 2, 1_000, 80.0),
                good("spring-blocking", 2, 1_000, 20.0),
                good("kilim", 3, 1_000, 50.0),
                good("spring-blocking", 3, 1_000, 25.0));
        var kilim = row(SweepTable.of(steps), "kilim");
        var interval = kilim.responses().ratioInterval();
        assertThat(interval.center()).isCloseTo(2.884499, Offset.offset(1e-3));
        assertThat(interval.low()).isCloseTo(1.214438, Offset.offset(1e-3));
        assertThat(interval.high()).isCloseTo(6.851181, Offset.offset(1e-3));
        assertThat(SweepColumns.RATIO.of(kilim)).isEqualTo("2.88 (1.21–6.85)");
        // in these steps requests per CPU second are requests per second
        assertThat(kilim.resources().perCpuRatio()).isEqualTo(new MedianRange(3, 2, 4));
        assertThat(kilim.resources().perCpuRatioInterval()).isEqualTo(interval);
        assertThat(SweepColumns.RATIO.of(row(SweepTable.of(steps), "spring-blocking")))
                .isEqualTo("1.00");
        assertThat(row(SweepTable.of(steps.subList(0, 4)), "kilim").responses().ratioInterval())
                .isNull();
    }

    @Test
    void saysWhereTheRepeatsShowNoDifference() {
        var table = SweepTable.of(List.of(
                good("kilim", 1, 1_000, 90.0),
                good("spring-blocking", 1, 1_000, 100.0),
                good("kilim", 2, 1_000, 110.0),
                good("spring-blocking", 2, 1_000, 100.0),
                good("kilim", 3, 1_000, 105.0),
                good("spring-blocking", 3, 1_000, 100.0)));
        assertThat(SweepColumns.RATIO.of(row(table, "kilim"))).isEqualTo("no difference");
    }

    @Test
    void saysWhereAnIntervalLacksRepeats() {
        var table = SweepTable.of(List.of(
                good("kilim", 1, 1_000, 20.0),
                good("spring-blocking", 1, 1_000, 10.0),
                good("kilim", 2, 1_000, 30.0),
                good("spring-blocking", 2, 1_000, 10.0),
                bad("kilim", 3, 1_000, Outcome.FAILED, "gone"),
                good("spring-blocking", 3, 1_000, 10.0)));
        assertThat(SweepColumns.RATIO.of(row(table, "kilim"))).isEqualTo("median 2.50 (2.00–3.00)");
        assertThat(TableFormat.TEXT.render(table))
                .endsWith(
                        "ratio: requests/s over spring-blocking's in the same repeat: geometric mean (95 % t-interval),"
                                + " \"no difference\" where the interval contains 1; median (range) where fewer than 3 repeats"
                                + " went well\n");
    }

    @Test
    void hasTheRateOfTheFirstRoundOfWarmUp() {
        var row = row(SweepTable.of(List.of(good("kilim", 1, 1_000, 10.0))), "kilim");
        assertThat(SweepColumns.FIRST_ROUND.of(row))
                .as("without the 200 that failed")
                .isEqualTo("2,450");
        assertThat(SweepColumns.FIRST_ROUND_CLIENT_CORES.of(row)).isEqualTo("0.25");
        assertThat(SweepColumns.of(List.of(row))).doesNotContain(SweepColumns.FIRST_ROUND);
    }

    @Test
    void neverComparesDifferentLoads() {
        var table = SweepTable.of(List.of(good("spring-blocking", 1, 1_000, 10.0), good("kilim", 1, 5_000, 30.0)));
        assertThat(row(table, "kilim").responses().ratio()).isNull();
    }

    @Test
    void takesTheFirstServerForTheBaselineWhereTheUsualOneIsMissing() {
        var table = SweepTable.of(List.of(good("mine", 1, 1_000, 10.0), good("kilim", 1, 1_000, 20.0)));
        assertThat(table.baseline()).isEqualTo("mine");
        assertThat(row(table, "kilim").responses().ratio()).isEqualTo(new MedianRange(2, 2, 2));
    }

    @Test
    void tellsTheStoreAndHowManyOfItsConnectionsThereWere() {
        var kilim = good("kilim", 1, 1_000, 10.0);
        var stored = SweepTable.of(List.of(
                Steps.stored("embedded", null, null, kilim),
                Steps.stored("postgres", 10, 9, good("spring-blocking", 1, 1_000, 10.0)),
                Steps.stored("postgres", 10, 10, good("spring-blocking", 2, 1_000, 10.0))));
        assertThat(SweepColumns.of(stored.rows())).contains(SweepColumns.STORE, SweepColumns.DB_CONNECTIONS);
        assertThat(stored.rows()).extracting(SweepColumns.STORE::of).containsExactly("embedded", "postgres");
        assertThat(stored.rows()).extracting(SweepColumns.DB_CONNECTIONS::of).containsExactly("", "10 (9–10) of 10");
        assertThat(SweepColumns.of(SweepTable.of(List.of(kilim)).rows()))
                .doesNotContain(SweepColumns.STORE, SweepColumns.DB_CONNECTIONS);
    }

    @Test
    void hasNoRatioWhereTheBaselineFailed() {
        var table = SweepTable.of(List.of(
                bad("spring-blocking", 1, 1_000, Outcome.FAILED, "was ended by signal 9"),
                good("kilim", 1, 1_000, 30.0),
                good("spring-blocking", 2, 1_000, 10.0),
                good("kilim", 2, 1_000, 40.0)));
        assertThat(row(table, "kilim").responses().ratio()).isEqualTo(new MedianRange(4, 4, 4));
        assertThat(row(table, "kilim").responses().requestsPerSecond()).isEqualTo(new MedianRange(35, 30, 40));
    }

    @Test
    void givesNoFiguresOfAStepThatDidNotEndWellButItsReason() {
        for (var outcome : List.of(Outcome.WRONG_ANSWERS, Outcome.FAILED_REQUESTS, Outcome.FAILED)) {
            var row = row(SweepTable.of(List.of(bad("kilim", 1, 1_000, outcome, "because"))), "kilim");
            assertThat(row.good()).isZero();
            assertThat(row.repeats()).isEqualTo(1);
            assertThat(List.of(row.remarks().stream().map(Remark::text).toList()))
                    .containsExactly(List.of(outcome.name().replace('_', ' ') + ": because"));
            for (var component : SweepRow.class.getRecordComponents()) {
                if (component.getType() == MedianRange.class) {
                    assertThat(row).extracting(component.getName()).isNull();
                }
            }
        }
    }

    @Test
    void countsFailuresOfAllRepeats() {
        var table = SweepTable.of(List.of(
                good("kilim", 1, 1_000, 10.0),
                bad("kilim", 2, 1_000, Outcome.FAILED_REQUESTS, "reset"),
                bad("kilim", 3, 1_000, Outcome.FAILED_REQUESTS, "reset"),
                bad("kilim", 4, 1_000, Outcome.FAILED, "gone")));
        assertThat(row(table, "kilim").failed()).isEqualTo(6);
        assertThat(row(table, "kilim").good()).isEqualTo(1);
        assertThat(row(table, "kilim").responses().requestsPerSecond()).isEqualTo(new MedianRange(10, 10, 10));
    }

    @Test
    void saysEachRemarkOnce() {
        var table = SweepTable.of(List.of(
                good("kilim", 1, 1_000, 10.0, new StepWarning.Sharded(2), new StepWarning.Profiled()),
                good("kilim", 2, 1_000, 10.0, new StepWarning.Sharded(2))));
        assertThat(row(table, "kilim").remarks())
                .extracting(Remark::text)
                .containsExactly("sharded over 2", "profiled");
    }

    @Test
    void saysTheLargestFigureOfAWarningThatSeveralRepeatsHave() {
        var table = SweepTable.of(List.of(
                good("kilim", 1, 1_000, 10.0, new StepWarning.WaitedForTimeWait(5.2), new StepWarning.CpuStolen(12.1)),
                good("kilim", 2, 1_000, 10.0, new StepWarning.WaitedForTimeWait(13), new StepWarning.CpuStolen(11.9)),
                good(
                        "kilim",
                        3,
                        1_000,
                        10.0,
                        new StepWarning.Unsteady(200, 100),
                        new StepWarning.Unsteady(100, 200),
                        new StepWarning.Unsteady(100, 99))));
        assertThat(row(table, "kilim").remarks())
                .extracting(Remark::text)
                .containsExactly(
                        "waited up to 13 s for TIME_WAIT",
                        "the hypervisor gave 12 % of the processors' time to others",
                        "still warming up (CPU of a request: 200 µs in the first third, 100 in the last)",
                        "slowing down (CPU of a request: 100 µs in the first third, 200 in the last)",
                        "still warming up (its JVM compiled for more than a tenth of the load)");
    }

    @Test
    void saysTheShortestLoadAndTheBusiestClient() {
        var table = SweepTable.of(List.of(
                good(
                        "kilim",
                        1,
                        1_000,
                        10.0,
                        new StepWarning.ShortLoad(2.4),
                        new StepWarning.ClientBound("ab", 1, 0.95)),
                good(
                        "kilim",
                        2,
                        1_000,
                        10.0,
                        new StepWarning.ShortLoad(2.0),
                        new StepWarning.ClientBound("ab", 1, 0.96)),
                good("kilim", 3, 1_000, 10.0, new StepWarning.ShortLoad(2.1))));
        assertThat(row(table, "kilim").remarks())
                .extracting(Remark::text)
                .containsExactly("a load of only 2.0 s", "client-bound (ab at up to 96 % of its core)");
    }

    @Test
    void takesAStepTooShortForARate() {
        var table = SweepTable.of(List.of(good("spring-blocking", 1, 10, null), good("kilim", 1, 10, 30.0)));
        assertThat(row(table, "spring-blocking").responses().requestsPerSecond())
                .isNull();
        assertThat(row(table, "kilim").responses().ratio()).isNull();
    }

    @Test
    void isEmptyBeforeTheFirstStep() {
        assertThat(SweepTable.of(List.of()).rows()).isEmpty();
    }

    private static SweepRow row(SweepTable table, String server) {
        return table.rows().stream()
                .filter(row -> row.server().equals(server))
                .findFirst()
                .orElseThrow();
    }
}
