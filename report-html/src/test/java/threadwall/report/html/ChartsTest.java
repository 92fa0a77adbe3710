package threadwall.report.html;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static threadwall.report.TableColumn.left;
import static threadwall.report.TableColumn.right;
import static threadwall.report.html.Made.bad;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.on;
import static threadwall.report.html.Made.run;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;

/** Charts and the tables under them have the same figures, and tell what is not there. */
class ChartsTest {

    private static final RecordedRun REPEATED = run(
            "run",
            good("spring-blocking", 1, 1_000, 1_000, 1_000),
            good(
                    "kilim",
                    1,
                    1_000,
                    3_000,
                    24,
                    new StepWarning.ClientBound("ab", 1, 0.97),
                    new StepWarning.ListenOverflows(4_098)),
            good("spring-blocking", 2, 1_000, 2_000, 1_000),
            good("kilim", 2, 1_000, 5_000, 24, new StepWarning.ClientBound("ab", 1, 0.96)),
            bad("spring-blocking", 1, 40_000, "ended by signal 6", new StepWarning.Sharded(2)),
            good("kilim", 1, 40_000, 9_000, 24, new StepWarning.Sharded(2)),
            bad("kilim", 2, 40_000, "silent"));

    @Test
    void aLineForEachServerWithRangesMarksAndGaps() {
        var rate = charts(REPEATED).getFirst();
        assertThat(rate.id()).isEqualTo("rate");
        var spec = rate.spec();
        assertThat(spec.x().values()).isEqualTo(List.of(1_000, 40_000));
        assertThat(spec.x().log()).isTrue();
        assertThat(spec.y().log()).isFalse();
        assertThat(spec.series())
                .containsExactly(
                        new ChartSpec.Series(
                                "spring-blocking",
                                "spring-blocking",
                                "y",
                                false,
                                asList(1_500L, null),
                                asList(1_000L, null),
                                asList(2_000L, null),
                                null,
                                asList(null, "FAILED: ended by signal 6")),
                        new ChartSpec.Series(
                                "kilim",
                                "kilim",
                                "y",
                                false,
                                List.of(4_000L, 9_000L),
                                List.of(3_000L, 9_000L),
                                List.of(5_000L, 9_000L),
                                List.of(
                                        "client-bound (ab at up to 97 % of its core)",
                                        "sharded over 2; 1 of 2 repeats did not end well"),
                                null));
        assertThat(rate.table().columns())
                .containsExactly(left("server"), right("connections"), right("requests/s"), left("remarks"));
        assertThat(rate.table().rows())
                .containsExactly(
                        List.of("spring-blocking", "1,000", "1,500 (1,000–2,000)", ""),
                        List.of("kilim", "1,000", "4,000 (3,000–5,000)", "client-bound (ab at up to 97 % of its core)"),
                        List.of("spring-blocking", "40,000", "", "FAILED: ended by signal 6"),
                        List.of("kilim", "40,000", "9,000", "sharded over 2; 1 of 2 repeats did not end well"));
        assertThat(rate.table().failed()).containsExactly(2);
        assertThat(rate.note()).endsWith("Points are medians of the repeats that ended well, bars their range.");
    }

    @Test
    void everyChartHasItsFigureAndItsAxis() {
        var charts =
                charts(run("run", good("kilim", 1, 1_000, 1_000, 24), good("spring-blocking", 1, 1_000, 500, 999)));
        assertThat(charts).extracting(Chart::id).containsExactly("rate", "latency", "memory", "threads", "cost");
        assertThat(charts)
                .extracting(chart -> chart.spec().series().getFirst().values())
                .containsExactly(List.of(1_000L), List.of(100L), List.of(24_000_000L), List.of(24L), List.of(10_000L));
        assertThat(charts)
                .extracting(chart -> chart.spec().y().bytes())
                .containsExactly(false, false, true, false, false);
        assertThat(charts.get(3).spec().y().log()).as("24 beside 999 threads").isTrue();
        assertThat(charts.get(1).spec().series())
                .extracting(ChartSpec.Series::label, ChartSpec.Series::dash)
                .containsExactly(
                        tuple("kilim p50", false),
                        tuple("kilim p99", true),
                        tuple("spring-blocking p50", false),
                        tuple("spring-blocking p99", true));
        assertThat(charts.get(2).table().rows().getFirst()).containsExactly("kilim", "1,000", "24", "");
    }

    @Test
    void runsStandBesideEachOther() {
        var charts = charts(
                run("old", good("kilim", 1, 5_000, 1_000, 24)),
                run("new", good("kilim", 1, 1_000, 2_000, 24), good("kilim", 1, 5_000, 3_000, 24)));
        assertThat(charts)
                .extracting(Chart::id)
                .containsExactly("rate", "latency", "latency-p99", "memory", "threads", "cost");
        assertThat(charts.getFirst().spec().series())
                .extracting(
                        ChartSpec.Series::label,
                        ChartSpec.Series::server,
                        ChartSpec.Series::dash,
                        ChartSpec.Series::values)
                .containsExactly(
                        tuple("kilim · old", "kilim", false, asList(null, 1_000L)),
                        tuple("kilim · new", "kilim", true, List.of(2_000L, 3_000L)));
        assertThat(charts.getFirst().spec().series().getFirst().gaps())
                .as("what was never run is no gap")
                .isNull();
    }

    @Test
    void unlikeLoadsAreNeverInOneLine() {
        var step = good("kilim", 1, 1_000, 1_000, 24);
        var groups = groups(
                step,
                on(Made.ROUTE, 100, true, "ab", step),
                on("/json", null, true, "wrk", step),
                on("/json", null, true, "ab", step));
        assertThat(groups)
                .extracting(group -> group.setting().words())
                .containsExactly(
                        "/json2?time=100, a connection for each request, ab",
                        "/json2?time=100, kept connections, ab",
                        "/json, kept connections, wrk",
                        "/json, kept connections, ab");
        assertThat(Charts.of(groups.get(1), 1, true, SizeBudget.LEVELS.getFirst())
                        .getFirst())
                .extracting(Chart::id, Chart::heading)
                .containsExactly("rate-2", "Requests per second: /json2?time=100, kept connections, ab");
    }

    @Test
    void aFullHouseIsOneLineThoughItSleepsLongerForMore() {
        var two = on("/json2?time=2000", 2_000, false, "ab", good("kilim", 1, 1_000, 1_000, 24));
        var ten = on("/json2?time=10000", 10_000, false, "ab", good("kilim", 1, 5_000, 1_000, 24));
        assertThat(groups(two, ten)).singleElement().satisfies(group -> {
            assertThat(group.setting().route()).isEqualTo("/json2?time=…");
            assertThat(group.entries()).extracting(ReportEntry::concurrency).containsExactly(1_000, 5_000);
        });
        var tenAtOneThousand = on("/json2?time=10000", 10_000, false, "ab", good("kilim", 1, 1_000, 1_000, 24));
        assertThat(groups(two, tenAtOneThousand)).hasSize(2);
    }

    private static List<StepGroup> groups(StepRecord... steps) {
        return StepGroup.of(List.of(run("run", steps)));
    }

    private static List<Chart> charts(RecordedRun... runs) {
        return Charts.of(StepGroup.of(List.of(runs)).getFirst(), 0, false, SizeBudget.LEVELS.getFirst());
    }
}
