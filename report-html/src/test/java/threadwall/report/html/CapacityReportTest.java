package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.report.CapacityTable;
import threadwall.report.Steps;

class CapacityReportTest {

    private static RecordedRun run(String label, int capacity) {
        var steps = new ArrayList<StepRecord>();
        for (int repeat = 1; repeat <= 3; repeat++) {
            steps.add(Steps.trial("kilim", Part.SEARCH, repeat, capacity + 10 * repeat, 1, 300));
            steps.add(Steps.trial("c-epoll", Part.SEARCH, repeat, 9_000 + 10 * repeat, 1, 200));
        }
        for (int fresh = 1; fresh <= 2; fresh++) {
            steps.add(Steps.trial("kilim", Part.CONFIRM, fresh, capacity + 20, 1, 310));
        }
        steps.add(Steps.trial("kilim", Part.CURVE, 1, 1_000, 1, 110));
        steps.add(Steps.trial("kilim", Part.CURVE, 2, 1_000, 1, 130));
        steps.add(Steps.trial("kilim", Part.CURVE, 1, 5_500, 0.8, 2_000));
        steps.add(Steps.trial("c-epoll", Part.CURVE, 1, 1_000, 1, 101));
        return Made.run(label, steps.toArray(StepRecord[]::new));
    }

    private static ChartSpec.Series series(Chart chart, String label) {
        return chart.spec().series().stream()
                .filter(one -> one.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static List<Chart> charts(RecordedRun run) {
        return CapacityCharts.of(List.of(CapacityTable.of(run.steps())), List.of(""));
    }

    @Test
    void drawsPlannedLatencyAgainstLoadWithTheCapacityMarked() {
        var load = charts(run("before", 5_000)).getFirst();
        assertThat(load.spec().x().values().stream().map(Number::doubleValue))
                .containsExactly(1_000.0, 5_020.0, 5_500.0);
        assertThat(load.spec().y().log()).isTrue();
        var kilim = series(load, "kilim");
        assertThat(kilim.values().stream().map(value -> value == null ? null : value.doubleValue()))
                .containsExactly(120.0, 310.0, 2_000.0);
        assertThat(kilim.low().getFirst().doubleValue()).isEqualTo(110);
        assertThat(kilim.high().getFirst().doubleValue()).isEqualTo(130);
        assertThat(kilim.notes()).containsExactly(null, "capacity", "answered 80.0 %");
        assertThat(series(load, "c-epoll").values()).containsOnlyOnce((Number) 101L);
    }

    @Test
    void drawsTheSameOverTheShareOfTheOwnCapacity() {
        var share = charts(run("before", 5_000)).getLast();
        assertThat(share.spec().x().values().stream().map(Number::doubleValue)).containsExactly(10.0, 55.0);
        assertThat(share.table().rows()).hasSize(3);
    }

    /** The load begins a second before the overload of 1.5 s. */
    @Test
    void drawsEachSecondBeforeAndAfterAnOverload() {
        var recovered = Steps.overloaded(Steps.trial("kilim", Part.RECOVERY, 1, 2_500, 1, 100), 1);
        var run = Made.run("before", recovered);
        var chart = RecoveryChart.of(List.of(CapacityTable.of(run.steps())), List.of(""))
                .orElseThrow();
        assertThat(chart.spec().x().values().stream().map(Number::intValue)).containsExactly(-3, -2, -1, 0);
        assertThat(series(chart, "kilim").values().stream().map(value -> value == null ? null : value.intValue()))
                .containsExactly(110, 900, null, 120);
        assertThat(series(chart, "kilim").notes()).containsExactly(null, "overload", "overload", null);
        assertThat(chart.table().rows()).contains(List.of("kilim", "-1", "4,000", "120", "4,000", ""));
        assertThat(CapacityReport.of(List.of(run))).contains("data-chart=\"recovery-seconds\"");
    }

    @Test
    void recordsWithoutSecondsHaveNoSuchChart() {
        var tables = List.of(CapacityTable.of(run("before", 5_000).steps()));
        assertThat(RecoveryChart.of(tables, List.of(""))).isEmpty();
    }

    @Test
    void aPageHasCapacitiesDoubtsChartsAndCommands() {
        var html = CapacityReport.of(List.of(run("before", 5_000)));
        assertThat(html)
                .contains("Requests per second within a planned p99 of 500 ms: kilim 5,020.")
                .contains("c-epoll: not confirmed on two fresh servers.")
                .contains("data-chart=\"load\"", "data-chart=\"share\"", "<td class=\"number\">5,020</td>")
                .doesNotContain("Compared with");
    }

    @Test
    void laterRunsAreComparedWithTheFirst() {
        var runs = List.of(run("before", 5_000), run("after", 4_000));
        assertThat(CapacityReport.of(runs)).contains("Compared with before", "): slower");
        assertThat(CapacityReport.markdown(runs)).contains("): slower", "### after", "| kilim | ≥ 4,020 |");
        assertThat(CapacityReport.csv(runs)).contains("kilim · before,5020,", "kilim · after,4020,");
        assertThat(CapacityReport.comparisons(runs)).singleElement().satisfies(comparison -> {
            assertThat(comparison.shortfalls(0.95)).isNotEmpty();
            assertThat(comparison.shortfalls(0.5))
                    .as("of a load that was answered, so that its capacity is a lower bound")
                    .singleElement()
                    .asString()
                    .startsWith("the earlier capacity of c-epoll is a lower bound");
        });
    }
}
