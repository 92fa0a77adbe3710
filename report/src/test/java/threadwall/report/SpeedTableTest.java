package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/** In these steps requests per CPU second and p99 are the same number as requests per second. */
class SpeedTableTest {

    private static final List<StepRecord> STEPS = List.of(
            Steps.good("kilim", 1, 10, 90.0),
            Steps.good("c-epoll", 1, 10, 100.0),
            Steps.kept(Steps.good("kilim", 2, 10, 110.0)),
            Steps.kept(Steps.good("c-epoll", 2, 10, 200.0)),
            Steps.kept(Steps.good("kilim", 3, 10, 80.0)),
            Steps.kept(Steps.good("c-epoll", 3, 10, 160.0)));

    @Test
    void theRatioOfSpeedsIsTakenWithinEachRound() {
        var kilim = row(STEPS, "kilim");
        assertThat(kilim.requestsPerCpuSecond()).isEqualTo(new MedianRange(90, 80, 110));
        assertThat(kilim.ratios()).singleElement().satisfies(ratio -> {
            assertThat(ratio.to()).isEqualTo("c-epoll");
            // 0.9, 0.55 and 0.5, whose median is not the ratio of the medians
            assertThat(ratio.requestsPerCpuSecond()).isEqualTo(new MedianRange(0.55, 0.5, 0.9));
        });
    }

    @Test
    void soIsThatOfP99() {
        assertThat(row(STEPS, "kilim").ratios().getFirst().p99()).isEqualTo(new MedianRange(0.55, 0.5, 0.9));
    }

    @Test
    void aPeerHasNoRatioToItselfAndNobodyToOneThatIsNotThere() {
        assertThat(row(STEPS, "c-epoll").ratios()).isEmpty();
        assertThat(SpeedTable.of(null, STEPS).text()).contains("CPU/c-epoll").doesNotContain("CPU/virtual-threads");
    }

    @Test
    void aRoundThatWentWrongIsNotComparedButTold() {
        var steps = List.of(
                Steps.good("kilim", 1, 10, 90.0),
                Steps.bad("kilim", 2, 10, Outcome.FAILED_REQUESTS, "3 of 40 requests failed"),
                Steps.good("c-epoll", 2, 10, 100.0));
        var kilim = row(steps, "kilim");
        assertThat(kilim.rounds()).isEqualTo(2);
        assertThat(kilim.good()).isEqualTo(1);
        assertThat(kilim.failedRequests()).isEqualTo(3);
        assertThat(kilim.ratios().getFirst().p99()).isNull();
        assertThat(SpeedTable.of(null, steps).text())
                .contains("ab -c 10 /json2?time=100, kilim, round 2: 3 of 40 requests failed");
    }

    @Test
    void printsARowEach() {
        assertThat(SpeedTable.of(null, STEPS).markdown())
                .contains(
                        "| setting | server | req/CPU-s |",
                        "| --- | --- | --: |",
                        "| kilim | 90 (80–110) |",
                        "| 0.55 (0.50–0.90) | 0.55 (0.50–0.90) |");
        assertThat(SpeedTable.of(null, STEPS).text())
                .containsPattern("kilim +90 \\(80–110\\)")
                .containsPattern("Median\\s\\(range\\);\\sone\\srepeat,\\sso\\sratios\\shave\\sno\\sinterval\\.");
    }

    /** Two rounds of each start: 1.6 and 1.8062 have the geometric mean 1.7. The interval is that of 1.7, 1.8 and 1.9. */
    @Test
    void anIntervalIsOverTheStartsOfTheServers() {
        var steps = new ArrayList<StepRecord>();
        for (int start = 0; start < 3; start++) {
            double mean = 1.7 + 0.1 * start;
            steps.add(Steps.good("kilim", 2 * start + 1, 10, 160_000.0));
            steps.add(Steps.good("c-epoll", 2 * start + 1, 10, 100_000.0));
            steps.add(Steps.kept(Steps.good("c-epoll", 2 * start + 2, 10, 100_000.0)));
            steps.add(Steps.kept(Steps.good("kilim", 2 * start + 2, 10, 100_000 * mean * mean / 1.6)));
        }
        var row = row(steps, "kilim");
        assertThat(row.repeats()).isEqualTo(3);
        assertThat(row.rounds()).isEqualTo(6);
        var interval = row.ratios().getFirst().requestsPerCpuSecondInterval();
        assertThat(interval.center()).isCloseTo(1.798146, Offset.offset(1e-4));
        assertThat(interval.low()).isCloseTo(1.566100, Offset.offset(2e-4));
        assertThat(interval.high()).isCloseTo(2.064574, Offset.offset(2e-4));
        assertThat(interval.repeats()).isEqualTo(3);
        assertThat(row.ratios().getFirst().p99Interval().repeats()).isEqualTo(3);
        assertThat(SpeedTable.of(null, steps).markdown())
                .contains("| 1.80 (1.57–2.06) | 1.80 (1.57–2.06) |")
                .contains("ratios: geometric mean (95 % t-interval) over the repeats")
                .doesNotContain("too few repeats", "one repeat");
        assertThat(row(steps.subList(0, 8), "kilim").ratios().getFirst().requestsPerCpuSecondInterval())
                .isNull();
    }

    @Test
    void aRatioThatTheStartsDoNotTellFromOneIsNoDifference() {
        var steps = new ArrayList<StepRecord>();
        for (int start = 1; start <= 3; start++) {
            steps.add(Steps.good("kilim", start, 10, 80.0 + 10 * start));
            steps.add(Steps.good("c-epoll", start, 10, 100.0));
        }
        assertThat(SpeedTable.of(null, steps).markdown()).contains("| no difference | no difference |");
    }

    private static SpeedTable.SpeedRow row(List<StepRecord> steps, String server) {
        return SpeedTable.of(null, steps).rows().stream()
                .filter(row -> row.server().equals(server))
                .findFirst()
                .orElseThrow();
    }
}
