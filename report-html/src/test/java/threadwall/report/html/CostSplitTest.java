package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;

/** How much of the difference between Spring and C is the framework, the model, and the rest. */
class CostSplitTest {

    private static final String[] SERVERS = {"spring-virtual", "virtual-threads", "kilim", "c-epoll"};

    /** The servers' rates at 1,000 connections; at 5,000 all are the half, so ratios are the same. */
    private static RecordedRun repeats(double[]... rates) {
        var steps = new ArrayList<StepRecord>();
        for (int repeat = 1; repeat <= rates.length; repeat++) {
            for (int server = 0; server < SERVERS.length; server++) {
                double rate = rates[repeat - 1][server];
                steps.add(good(SERVERS[server], repeat, 1_000, rate, 10));
                steps.add(good(SERVERS[server], repeat, 5_000, rate / 2, 10));
            }
        }
        return run("run", steps.toArray(StepRecord[]::new));
    }

    private static Optional<CostSplit> split(RecordedRun run) {
        return CostSplit.of(List.of(run), StepGroup.of(List.of(run))).stream().findFirst();
    }

    @Test
    void comparesServersThatDifferInOnePart() {
        var lines = split(repeats(new double[] {1_000, 3_000, 4_500, 4_500}))
                .orElseThrow()
                .lines();
        assertThat(lines)
                .extracting(CostSplit.Line::part)
                .containsExactly(
                        "framework", "framework", "framework", "model", "model", "model", "rest", "rest", "rest");
        assertThat(lines).extracting(CostSplit.Line::connections).startsWith("1,000", "5,000", "all");
        assertThat(lines)
                .extracting(line -> line.rate().twoDecimals())
                .containsExactly("3.00", "3.00", "3.00", "1.50", "1.50", "1.50", "1.00", "1.00", "1.00");
    }

    @Test
    void theMeanHasTheIntervalOfItsRepeats() {
        var all = split(repeats(
                        new double[] {1_000, 2_000, 2_000, 2_000},
                        new double[] {1_000, 4_000, 4_000, 4_000},
                        new double[] {1_000, 8_000, 8_000, 8_000}))
                .orElseThrow()
                .lines()
                .get(2);
        assertThat(all.rate().center()).as("geometric mean of 2, 4 and 8").isCloseTo(4, within(1e-9));
        // ln 2 × t(2 degrees of freedom, 0.975) = 4.303, over √3: e^(ln 4 ± 1.722)
        assertThat(all.rate().interval().low()).isCloseTo(0.715, within(0.001));
        assertThat(all.rate().interval().high()).isCloseTo(22.38, within(0.01));
        assertThat(all.rate().cellOfTwoDecimals()).startsWith("no difference (");
    }

    @Test
    void thereIsNoSplitWithoutTwoParts() {
        assertThat(split(run("run", good("spring-virtual", 1, 1_000, 1, 1), good("virtual-threads", 1, 1_000, 1, 1))))
                .isEmpty();
        assertThat(split(run("run", good("spring-blocking", 1, 1_000, 1, 1), good("kilim", 1, 1_000, 1, 1))))
                .isEmpty();
    }

    @Test
    void pageAndMarkdownHaveIt() {
        var run = repeats(new double[] {1_000, 3_000, 4_500, 4_500});
        assertThat(ReportTables.markdown(List.of(run)))
                .contains(
                        "### Framework, model and rest",
                        "| framework | virtual-threads over spring-virtual | all | 3.00 | ");
        assertThat(SweepReport.of(List.of(run), Optional.empty())).contains("<section id=\"split\"");
    }

    @Test
    void namesTheLoadWhereThereAreSeveralAndTheRunWhereThereAreSeveral() {
        var steps = new ArrayList<StepRecord>(
                repeats(new double[] {1_000, 3_000, 4_500, 4_500}).steps());
        List.copyOf(steps).forEach(step -> steps.add(Made.on("/json", null, true, "wrk", step)));
        var run = run("first", steps.toArray(StepRecord[]::new));
        assertThat(CostSplit.of(List.of(run), StepGroup.of(List.of(run))))
                .extracting(CostSplit::heading)
                .containsExactly(
                        "Framework, model and rest: /json2?time=100, a connection for each request, ab",
                        "Framework, model and rest: /json, kept connections, wrk");
        var html = SweepReport.of(List.of(run), Optional.empty());
        assertThat(html).containsOnlyOnce("<section id=\"split\"").containsOnlyOnce("<section id=\"split-1\"");

        var two = List.of(
                repeats(new double[] {1_000, 3_000, 4_500, 4_500}), run("second", good("kilim", 1, 1_000, 1, 1)));
        assertThat(CostSplit.of(two, StepGroup.of(two)))
                .singleElement()
                .satisfies(split -> assertThat(split.note()).startsWith("Of the run run. Framework: "));
    }

    @Test
    void hasTheCaveatsOfBothServers() {
        var bound = new StepWarning.ClientBound("ab", 1, 0.97);
        var unsteady = new StepWarning.Unsteady(120, 90);
        var disturbed = new StepWarning.OtherProcesses(14.2);
        var run = run(
                "run",
                good("spring-virtual", 1, 1_000, 1_000, 10, unsteady),
                good("virtual-threads", 1, 1_000, 2_000, 10),
                good("kilim", 1, 1_000, 3_000, 10, disturbed),
                good("c-epoll", 1, 1_000, 3_000, 10, bound));
        var lines = split(run).orElseThrow().lines();
        assertThat(lines.getFirst().caveats()).containsExactly("spring-virtual not steady in every repeat");
        var beside = "kilim: other processes used 14 % of the processors' time";
        assertThat(lines.get(1).caveats()).containsExactly(beside);
        assertThat(lines.getLast().caveats())
                .satisfiesExactlyInAnyOrder(
                        caveat -> assertThat(caveat).isEqualTo(beside),
                        caveat -> assertThat(caveat).startsWith("c-epoll client-bound"));
    }
}
