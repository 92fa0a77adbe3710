package threadwall.report.html;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.html.Made.bad;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.on;
import static threadwall.report.html.Made.run;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.record.StepPlan.DataSize;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Cache;
import threadwall.report.Steps;
import threadwall.report.SweepColumns;
import threadwall.report.SweepTable;

/** What a run over several sizes of data shows of them; a made step has answered 1,000 requests. */
class SizesTest {

    private static final long MEMORY = 256_000_000;

    private static StepRecord sized(int percent, double cold, double fromDisk, StepRecord step) {
        return Steps.sized(
                new DataSize(percent, 40_000 * percent, MEMORY, DataSize.USUAL_SHARED_BUFFERS, 200),
                cache(percent, cold, fromDisk),
                step);
    }

    private static Cache cache(int percent, double cold, double fromDisk) {
        long asked = 10_000_000;
        return new Cache(
                MEMORY / 100 * percent,
                cold,
                2.5,
                List.of(1.75, 1.5, 1.25),
                asked,
                (long) (asked * fromDisk),
                1_500L,
                9L);
    }

    private static StepRecord failed(int percent, StepRecord step) {
        return Steps.sized(
                new DataSize(percent, 40_000 * percent, MEMORY, DataSize.USUAL_SHARED_BUFFERS, 200), null, step);
    }

    private static StepRecord kilim(int repeat, double rate) {
        return good("kilim", repeat, 100, rate, 24);
    }

    static Stream<Arguments> sentences() {
        return Stream.of(
                of(
                        "kilim breaks between 90 % and 110 % of data over memory, from 1,800 to 180 requests/s (cold: 100 and"
                                + " 90), a factor of 10; from 50 % to 150 % it is a factor of 13 (one repeat of each size).",
                        sized(110, 90, 0.5, kilim(1, 180)),
                        sized(50, 100, 0, kilim(1, 2_000)),
                        sized(150, 100, 0.9, kilim(1, 150)),
                        sized(90, 100, 0.1, kilim(1, 1_800))),
                of(
                        "kilim is no slower with more data: from 50 % to 110 % of data over memory, from 1,000 to 1,001"
                                + " requests/s (cold: 100 and 100); vertx has fewer than two sizes that went well, so there is"
                                + " nothing to compare (one repeat of each size).",
                        sized(50, 100, 0, kilim(1, 1_000)),
                        sized(110, 100, 0, kilim(1, 1_001)),
                        sized(50, 100, 0, good("vertx", 1, 100, 1_000, 24)),
                        failed(110, bad("vertx", 1, 100, "silent"))),
                of(
                        "kilim has a slope and no break: from 50 % to 150 % of data over memory, from 2,700 to 1,500"
                                + " requests/s (cold: 90 and 80), a factor of 1.8 (one repeat of each size).",
                        sized(50, 90, 0, kilim(1, 2_700)),
                        sized(90, 80, 0.1, kilim(1, 2_200)),
                        sized(110, 80, 0.5, kilim(1, 1_600)),
                        sized(150, 80, 0.9, kilim(1, 1_500))),
                of(
                        "kilim is no slower with more data: from 50 % to 150 % of data over memory, from 1,000 to 980"
                                + " requests/s (cold: 100 and 100) (one repeat of each size).",
                        sized(50, 100, 0, kilim(1, 1_000)),
                        sized(90, 100, 0, kilim(1, 300)), // somebody else had the machine
                        sized(150, 100, 0, kilim(1, 980))),
                of(
                        "kilim has a slope and no break: from 50 % to 110 % of data over memory, from 2,000"
                                + " (1,000–3,000) to 800 (600–1,000) requests/s (cold: 100 and 100), a factor of 2.5"
                                + " (medians of the repeats).",
                        sized(50, 100, 0, kilim(1, 1_000)),
                        sized(110, 100, 0, kilim(1, 600)),
                        sized(50, 100, 0, kilim(2, 3_000)),
                        sized(110, 100, 0, kilim(2, 1_000))),
                of(
                        "kilim has a slope and no break: from 50 % to 110 % of data over memory, from 2,000"
                                + " (1,900–2,100) to 1,550 (1,500–1,600) requests/s (cold: 100 and 100), a factor of 1.3"
                                + " (1.1–1.5) (medians of the repeats; factors: geometric means and 95 % t-intervals).",
                        sized(50, 100, 0, kilim(1, 2_000)),
                        sized(110, 100, 0, kilim(1, 1_600)),
                        sized(50, 100, 0, kilim(2, 2_100)),
                        sized(110, 100, 0, kilim(2, 1_500)),
                        sized(50, 100, 0, kilim(3, 1_900)),
                        sized(110, 100, 0, kilim(3, 1_550))));
    }

    private static Arguments of(String words, StepRecord... steps) {
        return Arguments.of(words, List.of(steps));
    }

    @ParameterizedTest
    @MethodSource
    void sentences(String words, List<StepRecord> steps) {
        var sentence =
                "At 100 connections, PostgreSQL in 256 MB of memory with 200 reads a second of its disk, after a scan"
                        + " of the data: " + words;
        var run = run("run", steps.toArray(StepRecord[]::new));
        assertThat(ReportHeadline.of(List.of(run), StepGroup.of(List.of(run)))).isEqualTo(sentence);
        assertThat(charts(run).getFirst().note()).startsWith(sentence);
    }

    @Test
    void aCacheOfPostgresqlsOwnIsNamedAndStandsApart() {
        var runs = Stream.of(128_000_000L, DataSize.USUAL_SHARED_BUFFERS)
                .map(own -> run(
                        own + " bytes",
                        Stream.of(50, 90)
                                .map(percent -> Steps.sized(
                                        new DataSize(percent, 40_000 * percent, MEMORY, own, null),
                                        cache(percent, 100, 0.1),
                                        kilim(1, 1_000)))
                                .toArray(StepRecord[]::new)))
                .toArray(RecordedRun[]::new);
        assertThat(charts(runs))
                .extracting(Chart::heading)
                .extracting(heading -> heading.replaceFirst(".*, PostgreSQL in ", ""))
                .containsExactly("256 MB of memory (128 MB of it in shared_buffers)", "256 MB of memory");
    }

    @Test
    void aLineOfEachServerAfterAScanAndOneCold() {
        var chart = charts(run(
                        "run",
                        sized(110, 100, 0.5, kilim(1, 180)),
                        sized(110, 140, 0.7, kilim(2, 220)),
                        sized(50, 110, 0, kilim(1, 2_000)),
                        failed(150, bad("kilim", 1, 100, "silent")),
                        good("mine", 1, 100, 9_000, 24)))
                .getFirst();
        assertThat(chart.id()).isEqualTo("sizes");
        assertThat(chart.spec().x())
                .isEqualTo(new ChartSpec.X("data over memory, %", List.of(50, 110, 150), false, false));
        assertThat(chart.spec().series())
                .containsExactly(
                        new ChartSpec.Series(
                                "kilim",
                                "kilim",
                                "y",
                                false,
                                asList(2_000L, 200L, null),
                                asList(2_000L, 180L, null),
                                asList(2_000L, 220L, null),
                                null,
                                asList(null, null, "FAILED: silent")),
                        new ChartSpec.Series(
                                "kilim, cold", "kilim", "y", true, asList(110L, 120L, null), null, null, null, null));
        assertThat(chart.table().rows())
                .containsExactly(
                        List.of("kilim", "50 %", "128", "2,000", "110", "2.5", "1.3", "0 %", "1.50", "100", ""),
                        List.of(
                                "kilim",
                                "110 %",
                                "282",
                                "200 (180–220)",
                                "120 (100–140)",
                                "2.5",
                                "1.3",
                                "60 % (50 %–70 %)",
                                "1.50",
                                "1,010 (909–1,111)",
                                ""),
                        List.of("kilim", "150 %", "", "", "", "", "", "", "", "", "FAILED: silent"));
        assertThat(chart.table().failed()).containsExactly(2);
    }

    /** Each would else have the heading of the others. */
    @Test
    void loadsThatDifferInConnectionsOrEngineAreToldApart() {
        var steps = Stream.of("ab", "wrk")
                .flatMap(engine -> Stream.of(false, true)
                        .flatMap(kept -> Stream.of(50, 110)
                                .map(percent ->
                                        sized(percent, 100, 0.5, on("/db2", null, kept, engine, kilim(1, 1_000))))))
                .toArray(StepRecord[]::new);
        assertThat(charts(run("run", steps)))
                .extracting(Chart::heading)
                .extracting(heading -> heading.replaceFirst(".*: (.*), PostgreSQL in .*", "$1"))
                .containsExactly(
                        "100 connections",
                        "100 kept connections",
                        "100 connections of wrk",
                        "100 kept connections of wrk");
    }

    @Test
    void oneSizeAloneIsNoCurve() {
        assertThat(charts(run("run", sized(50, 100, 0, kilim(1, 1_000))))).isEmpty();
    }

    @Test
    void theTableTellsEachSize() {
        var table = SweepTable.of(List.of(sized(50, 100, 0, kilim(1, 1_000)), sized(110, 100, 0.5, kilim(1, 100))));
        assertThat(table.rows()).extracting(SweepColumns.DATA::of).containsExactly("50 %", "110 %");
        assertThat(SweepColumns.of(table.rows())).contains(SweepColumns.DATA);
        assertThat(SweepColumns.of(SweepTable.of(List.of(kilim(1, 100))).rows()))
                .doesNotContain(SweepColumns.DATA);
    }

    @Test
    void theReportHasThem() {
        var run = run("run", sized(50, 100, 0, kilim(1, 1_000)), sized(110, 100, 0.5, kilim(1, 100)));
        var page = SweepReport.of(List.of(run), Optional.empty());
        assertThat(page).contains("id=\"sizes\"", "kilim breaks between 50 % and 110 %");
    }

    private static List<Chart> charts(RecordedRun... runs) {
        return DataSizeChart.of(DataSizeCurve.of(StepGroup.of(List.of(runs))), SizeBudget.LEVELS.getFirst());
    }
}
