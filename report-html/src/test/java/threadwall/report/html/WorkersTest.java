package threadwall.report.html;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static threadwall.report.TableColumn.left;
import static threadwall.report.TableColumn.right;
import static threadwall.report.html.Made.bad;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.on;
import static threadwall.report.html.Made.pinned;
import static threadwall.report.html.Made.run;
import static threadwall.report.html.Made.workers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;
import threadwall.report.Steps;

/** What a run with several numbers of workers shows of them; a made step gives 10 times its rate per CPU second. */
class WorkersTest {

    static Stream<Arguments> sentences() {
        return Stream.of(
                of(
                        "At 256 connections one worker instead of the default gave more requests per CPU second of the"
                                + " server with vertx (1.5 ± 0.1 times); fewer with virtual-threads (0.75 ± 0.05 times);"
                                + " about as many, no clear difference in these repeats, with kilim (1.00 ± 0.10 times)"
                                + " (medians of 2 repeats ± half the range of their ratios).",
                        repeats("vertx", 1, 1_400, 1_600),
                        repeats("vertx", null, 1_000, 1_000),
                        repeats("virtual-threads", 1, 800, 700),
                        repeats("virtual-threads", null, 1_000, 1_000),
                        repeats("kilim", 1, 900, 1_100),
                        repeats("kilim", 2, 5_000, 5_000),
                        repeats("kilim", null, 1_000, 1_000)),
                of(
                        "At 256 connections one worker instead of the default gave more requests per CPU second of the"
                                + " server with vertx (1.5 times, 1.3–1.8); fewer with virtual-threads (0.75 times, 0.63–0.88);"
                                + " about as many, no clear difference in these repeats, with kilim (1.00 times, 0.78–1.28)"
                                + " (geometric means and 95 % t-intervals of 3 repeats).",
                        repeats("vertx", 1, 1_400, 1_500, 1_600),
                        repeats("vertx", null, 1_000, 1_000, 1_000),
                        repeats("virtual-threads", 1, 750, 700, 800),
                        repeats("virtual-threads", null, 1_000, 1_000, 1_000),
                        repeats("kilim", 1, 900, 1_000, 1_100),
                        repeats("kilim", null, 1_000, 1_000, 1_000)),
                of(
                        "At 256 connections one worker instead of the default gave about as many requests per CPU second of"
                                + " the server, no clear difference in a single run, with kilim (1.10 times) (one repeat;"
                                + " 1 of the 2 compared points were client-bound, sharded or lack a repeat:"
                                + " see their remarks).",
                        List.of(
                                workers(
                                        1,
                                        good("kilim", 1, 256, 1_100, 24, new StepWarning.ClientBound("wrk", 1, 0.99))),
                                workers(null, good("kilim", 1, 256, 1_000, 24)))),
                of(
                        "At 256 connections 2 workers instead of the most gave more requests per CPU second of the server"
                                + " with kilim (2.0 times its 4 workers) (one repeat).",
                        repeats("kilim", 2, 2_000),
                        repeats("kilim", 4, 1_000)),
                of(
                        "At 256 connections 2 workers instead of the default gave more requests per CPU second of the server"
                                + " with spring-blocking (2.0 times), kilim (2.0 times its 4 workers) (one repeat).",
                        repeats("spring-blocking", 2, 2_000),
                        repeats("spring-blocking", 260, 1_000), // and 4 that check answers
                        repeats("kilim", 2, 2_000),
                        repeats("kilim", 4, 1_000)),
                of(
                        "At 256 connections one worker instead of the default gave more requests per CPU second of the"
                                + " server with vertx (2.0 times) (one repeat; vertx: ratio of the medians, because no"
                                + " repeat went well with both; kilim has no good step with one of them; 2 of the 2 compared"
                                + " points were client-bound, sharded or lack a repeat: see their remarks).",
                        List.of(
                                workers(1, good("vertx", 1, 256, 2_000, 24)),
                                workers(1, bad("vertx", 2, 256, "silent")),
                                workers(null, bad("vertx", 1, 256, "silent")),
                                workers(null, good("vertx", 2, 256, 1_000, 24)),
                                workers(1, bad("kilim", 1, 256, "silent")),
                                workers(null, good("kilim", 1, 256, 1_000, 24)))),
                of(
                        "At 256 connections no server has good steps with both one worker and the default,"
                                + " so there is nothing to compare.",
                        List.of(
                                workers(1, bad("kilim", 1, 256, "silent")),
                                workers(null, good("kilim", 1, 256, 1_000, 24)))));
    }

    @SafeVarargs
    private static Arguments of(String sentence, List<StepRecord>... steps) {
        return Arguments.of(sentence, Stream.of(steps).flatMap(List::stream).toList());
    }

    private static List<StepRecord> repeats(String server, Integer count, double... rates) {
        var steps = new ArrayList<StepRecord>();
        for (double rate : rates) {
            steps.add(workers(count, good(server, steps.size() + 1, 256, rate, 24)));
        }
        return steps;
    }

    @ParameterizedTest
    @MethodSource
    void sentences(String sentence, List<StepRecord> steps) {
        var run = run("run", steps.toArray(StepRecord[]::new));
        assertThat(ReportHeadline.of(List.of(run), StepGroup.of(List.of(run)))).isEqualTo(sentence);
        assertThat(charts(run).getFirst().note()).startsWith(sentence);
    }

    @Test
    void aLineForEachServerWithItsDefaultApart() {
        var chart = charts(run(
                        "run",
                        workers(2, good("kilim", 1, 256, 3_000, 24)),
                        workers(null, good("kilim", 1, 256, 2_000, 24)),
                        workers(1, good("kilim", 1, 256, 4_000, 24)),
                        workers(1, good("vertx", 1, 256, 1_000, 24)),
                        workers(1, good("vertx", 2, 256, 1_200, 24)),
                        workers(2, bad("vertx", 1, 256, "silent")),
                        pinned(1, workers(null, good("vertx", 1, 256, 1_000, 24))),
                        good("mine", 1, 256, 9_000, 24)))
                .getFirst();
        assertThat(chart.id()).isEqualTo("workers");
        assertThat(chart.heading()).isEqualTo("Requests per CPU second against workers");
        assertThat(chart.spec().x()).isEqualTo(new ChartSpec.X("workers", List.of(1, 2, 4), true, false, "default"));
        assertThat(chart.spec().series())
                .containsExactly(
                        new ChartSpec.Series(
                                "kilim",
                                "kilim",
                                "y",
                                false,
                                List.of(40_000L, 30_000L, 20_000L),
                                null,
                                null,
                                null,
                                null),
                        new ChartSpec.Series(
                                "vertx",
                                "vertx",
                                "y",
                                false,
                                asList(11_000L, null, 10_000L),
                                asList(10_000L, null, 10_000L),
                                asList(12_000L, null, 10_000L),
                                null,
                                asList(null, "FAILED: silent", null)));
        assertThat(chart.table().columns())
                .containsExactly(
                        left("server"),
                        left("workers"),
                        right("requests/s"),
                        right("req/CPU-s"),
                        right("over its base"),
                        right("switches/req"),
                        right("wake-ups/req"),
                        right("p99 ms"),
                        right("client cores"),
                        left("remarks"));
        assertThat(chart.table().rows())
                .containsExactly(
                        List.of("kilim", "1", "4,000", "40,000", "2.0", "0.50", "0.50", "50.0", "0.25", ""),
                        List.of("kilim", "2", "3,000", "30,000", "1.5", "0.50", "0.50", "66.7", "0.25", ""),
                        List.of(
                                "kilim",
                                "default (2 processors)",
                                "2,000",
                                "20,000",
                                "",
                                "0.50",
                                "0.50",
                                "100",
                                "0.25",
                                ""),
                        List.of(
                                "vertx",
                                "1",
                                "1,100 (1,000–1,200)",
                                "11,000 (10,000–12,000)",
                                "1.00",
                                "0.50",
                                "0.50",
                                "183 (167–200)",
                                "0.25",
                                ""),
                        List.of("vertx", "2", "", "", "", "", "", "", "", "FAILED: silent"),
                        List.of(
                                "vertx",
                                "default (1 processor)",
                                "1,000",
                                "10,000",
                                "",
                                "0.50",
                                "0.50",
                                "200",
                                "0.25",
                                ""));
        assertThat(chart.table().failed()).containsExactly(4);
    }

    @Test
    void ratiosOfThreeRepeatsHaveTheirIntervals() throws Exception {
        var steps = Stream.of(
                        repeats("vertx", 1, 1_400, 1_500, 1_600),
                        repeats("vertx", null, 1_000, 1_000, 1_000),
                        repeats("kilim", 1, 900, 1_000, 1_100),
                        repeats("kilim", null, 1_000, 1_000, 1_000))
                .flatMap(List::stream)
                .toArray(StepRecord[]::new);
        var page = new Page(SweepReport.of(List.of(run("run", steps)), Optional.empty()));
        assertThat(page.table("workers"))
                .extracting(row -> row.get("over its base"))
                .containsExactly("1.5 (1.3–1.8)", "", "no difference (0.78–1.28)", "");
    }

    @Test
    void aServerThatDoesNotSpinIsALineOfItsOwn() {
        var chart = charts(run(
                        "run",
                        workers(1, good("dotnet", 1, 256, 4_000, 24)),
                        workers(1, Steps.spinningOff(good("dotnet", 1, 256, 9_000, 24))),
                        workers(null, good("dotnet", 1, 256, 1_000, 24)),
                        workers(null, Steps.spinningOff(good("dotnet", 1, 256, 3_000, 24)))))
                .getFirst();
        assertThat(chart.spec().series())
                .extracting(ChartSpec.Series::label, ChartSpec.Series::values)
                .containsExactly(
                        tuple("dotnet", List.of(40_000L, 10_000L)),
                        tuple("dotnet, spinning off", List.of(90_000L, 30_000L)));
    }

    @Test
    void aChartForEachLoadAndALineForEachRun() {
        var steps = Stream.of(256, 512)
                .flatMap(concurrency -> Stream.of(
                        workers(1, good("kilim", 1, concurrency, 2_000, 24)),
                        workers(4, good("kilim", 1, concurrency, 1_000, 24))))
                .flatMap(step -> Stream.of(
                        step, workers(step.asked().servers().workers(), on("/json", null, true, "wrk", step))))
                .toArray(StepRecord[]::new);
        var charts = charts(run("before", steps), run("after", steps));
        assertThat(charts).extracting(Chart::id).containsExactly("workers", "workers-2", "workers-3", "workers-4");
        assertThat(charts.get(2).heading())
                .isEqualTo(
                        "Requests per CPU second against workers: 256 connections under /json, kept connections, wrk");
        assertThat(charts.getFirst().spec().x().apart()).isNull();
        assertThat(charts.getFirst().spec().series())
                .extracting(ChartSpec.Series::label)
                .containsExactly("kilim · before", "kilim · after");
    }

    @Test
    void thePageHasThemFirst() throws Exception {
        var run = run(
                "run",
                workers(1, good("kilim", 1, 256, 2_000, 24)),
                workers(null, good("kilim", 1, 256, 1_000, 24)),
                workers(1, good("vertx", 1, 256, 900, 24)),
                workers(null, good("vertx", 1, 256, 1_000, 24)));
        var page = new Page(SweepReport.of(List.of(run), Optional.empty()));
        assertThat(page.sections().keySet()).startsWith("workers", "rate");
        assertThat(page.charts().path("workers").path("x").path("apart").asString())
                .isEqualTo("default");
        var plain = run("run", good("kilim", 1, 256, 2_000, 24), good("vertx", 1, 256, 2_000, 24));
        assertThat(new Page(SweepReport.of(List.of(plain), Optional.empty()))
                        .sections()
                        .keySet())
                .doesNotContain("workers");
    }

    @Test
    void linesForWhichThereIsNoRoomAreLeftOutWhole() {
        var curve = WorkersCurve.of(StepGroup.of(List.of(run(
                        "run",
                        workers(1, good("kilim", 1, 256, 2_000, 24)),
                        workers(2, good("kilim", 1, 256, 2_000, 24)),
                        workers(1, good("vertx", 1, 256, 2_000, 24)),
                        workers(2, good("vertx", 1, 256, 2_000, 24))))))
                .getFirst();
        assertThat(curve.within(new SizeBudget(0, 0, 3, 9, 9, 0, 0)).lines())
                .extracting(WorkersCurve.Line::label)
                .containsExactly("kilim");
        assertThat(curve.within(new SizeBudget(0, 0, 4, 1, 9, 0, 0)).lines()).hasSize(1);
        assertThat(curve.within(new SizeBudget(0, 0, 4, 2, 9, 0, 0)).lines()).hasSize(2);
    }

    private static List<Chart> charts(RecordedRun... runs) {
        var groups = StepGroup.of(List.of(runs));
        return WorkersChart.of(WorkersCurve.of(groups), groups.size() > 1, List.of(runs), SizeBudget.LEVELS.getFirst());
    }
}
