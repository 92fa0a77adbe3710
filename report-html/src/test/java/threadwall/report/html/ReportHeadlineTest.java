package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
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
import threadwall.record.IdleRecord;
import threadwall.record.RunFile;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;
import threadwall.report.Steps;

/** The sentence says what the figures say, and what one has to know to believe it. */
class ReportHeadlineTest {

    static Stream<Arguments> ofOneRun() {
        return Stream.of(
                of(
                        "At 20,000 connections the fiber server (kilim) answered 3.4 (2.9–3.9) times as many requests per"
                                + " second as thread-per-request (spring-blocking), with 19 threads instead of 20,031"
                                + " (geometric mean and 95 % t-interval of 3 repeats).",
                        good("spring-blocking", 1, 20_000, 1_000, 20_030),
                        good("kilim", 1, 20_000, 3_400, 19),
                        good("spring-blocking", 2, 20_000, 1_000, 20_031),
                        good("kilim", 2, 20_000, 3_600, 19),
                        good("spring-blocking", 3, 20_000, 2_000, 20_040),
                        good("kilim", 3, 20_000, 6_400, 19)),
                of(
                        "At 5,000 connections the fiber server (kilim) answered 3.0 times as many requests per second"
                                + " as thread-per-request (spring-blocking), with 24 threads instead of 3,336"
                                + " (one repeat; at 40,000 connections spring-blocking has no good step).",
                        good("spring-blocking", 1, 1_000, 1_000, 1_000),
                        good("kilim", 1, 1_000, 9_000, 24),
                        good("spring-blocking", 1, 5_000, 4_000, 3_336),
                        good("kilim", 1, 5_000, 12_000, 24),
                        bad("spring-blocking", 1, 40_000, "spring-blocking was ended by signal 6"),
                        good("kilim", 1, 40_000, 9_000, 24)),
                of(
                        "At 1,000 connections the fiber server (kilim) was slower than thread-per-request (spring-blocking):"
                                + " it answered 0.50 times as many requests per second, with 24 threads instead of 1,000"
                                + " (one repeat).",
                        good("kilim", 1, 1_000, 2_000, 24),
                        good("spring-blocking", 1, 1_000, 4_000, 1_000)),
                of(
                        "At 1,000 connections the fiber server (kilim) answered about as many requests per second as"
                                + " thread-per-request (spring-blocking): 1.10 times, no clear difference in a single"
                                + " run, with 24 threads instead of 1,000 (one repeat).",
                        good("kilim", 1, 1_000, 4_400, 24),
                        good("spring-blocking", 1, 1_000, 4_000, 1_000)),
                of(
                        "At 1,000 connections the fiber server (kilim) answered about as many requests per second as"
                                + " thread-per-request (spring-blocking): 1.06 (0.87–1.31) times, no clear difference"
                                + " in these repeats, with 24 threads instead of 1,000"
                                + " (geometric mean and 95 % t-interval of 3 repeats).",
                        good("kilim", 1, 1_000, 1_010, 24),
                        good("spring-blocking", 1, 1_000, 1_000, 1_000),
                        good("kilim", 2, 1_000, 1_020, 24),
                        good("spring-blocking", 2, 1_000, 1_000, 1_000),
                        good("kilim", 3, 1_000, 1_170, 24),
                        good("spring-blocking", 3, 1_000, 1_000, 1_000)),
                of(
                        "At 1,000 connections the fiber server (kilim) answered about as many requests per second as"
                                + " thread-per-request (spring-blocking): 1.10 ± 0.20 times, no clear difference in"
                                + " these repeats, with 24 threads instead of 1,000"
                                + " (median of 2 repeats ± half the range of their ratios).",
                        good("kilim", 1, 1_000, 900, 24),
                        good("spring-blocking", 1, 1_000, 1_000, 1_000),
                        good("kilim", 2, 1_000, 1_300, 24),
                        good("spring-blocking", 2, 1_000, 1_000, 1_000)),
                of(
                        "At 20,000 connections the fiber server (kilim) answered 2.0 times as many requests per second"
                                + " as thread-per-request (spring-blocking), with 48 threads instead of 7,936 (one repeat;"
                                + " kilim client-bound: its client was at its limit, so the server may be faster;"
                                + " kilim sharded over 2 processes; spring-blocking sharded over 2 processes).",
                        good(
                                "spring-blocking",
                                1,
                                20_000,
                                1_000,
                                7_936,
                                new StepWarning.Sharded(2),
                                new StepWarning.ListenOverflows(4_098)),
                        good(
                                "kilim",
                                1,
                                20_000,
                                2_000,
                                48,
                                new StepWarning.ClientBound("ab", 1, 0.97),
                                new StepWarning.Sharded(2))),
                of(
                        "At 1,000 connections the fiber server (kilim) answered 2.0 times as many requests per second as"
                                + " thread-per-request (spring-blocking), with 24 threads instead of 1,000 (one repeat;"
                                + " kilim has its data in its own process, spring-blocking in PostgreSQL).",
                        Steps.stored("embedded", null, null, good("kilim", 1, 1_000, 2_000, 24)),
                        Steps.stored("postgres", 10, 10, good("spring-blocking", 1, 1_000, 1_000, 1_000))),
                of(
                        "At 1,000 connections the fiber server (kilim) answered 2.0 times as many requests per second as"
                                + " thread-per-request (spring-blocking), with 24 threads instead of 1,000 (ratio of the"
                                + " medians, because no repeat went well for both; 1 of 2 repeats of kilim did not end well;"
                                + " 1 of 2 repeats of spring-blocking did not end well).",
                        good("kilim", 1, 1_000, 2_000, 24),
                        bad("spring-blocking", 1, 1_000, "silent"),
                        bad("kilim", 2, 1_000, "silent"),
                        good("spring-blocking", 2, 1_000, 1_000, 1_000)),
                of(
                        "No concurrency has a good step of both the fiber server (kilim) and thread-per-request"
                                + " (spring-blocking), so they are not compared: kilim answered 2,000 requests per second at"
                                + " 1,000 connections; spring-blocking has no good step (FAILED: out of memory).",
                        good("kilim", 1, 1_000, 2_000, 24),
                        bad("spring-blocking", 1, 1_000, "out of memory")),
                of(
                        "At 1,000 connections the fiber server (kilim) answered 2.0 times as many requests per second as"
                                + " a virtual thread per request (spring-virtual), with 24 threads instead of 40 (one repeat).",
                        good("spring-virtual", 1, 1_000, 1_000, 40),
                        good("kilim", 1, 1_000, 2_000, 24)),
                of(
                        "At 1,000 connections mine answered 3.0 times as many requests per second as thread-per-request"
                                + " (spring-blocking), with 5 threads instead of 1,000 (one repeat).",
                        good("spring-blocking", 1, 1_000, 1_000, 1_000),
                        good("spring-virtual", 1, 1_000, 2_000, 40),
                        good("mine", 1, 1_000, 3_000, 5)),
                of(
                        "At 1,000 connections ours answered 4.0 times as many requests per second as theirs,"
                                + " with 9 threads instead of 7 (one repeat).",
                        good("ours", 1, 1_000, 4_000, 9),
                        good("theirs", 1, 1_000, 1_000, 7)),
                of(
                        "At 5,000 connections the fiber server (kilim) answered 2,500 (2,000–3,000) requests per second,"
                                + " half of them within 41.7 (33.3–50.0) ms and 99 % within 83 (67–100) ms, with 24 threads"
                                + " (median (range) of 2 repeats; kilim has no good step at 10,000 connections).",
                        good("kilim", 1, 5_000, 2_000, 24),
                        good("kilim", 2, 5_000, 3_000, 24),
                        bad("kilim", 1, 10_000, "silent")),
                of(
                        "None of 2 steps ended well, so there is nothing to compare; step 1 of kilim:"
                                + " FAILED: no answer for 30 s.",
                        bad("kilim", 1, 5_000, "no answer for 30 s"),
                        bad("kilim", 1, 10_000, "silent")),
                of(
                        "At 5,000 connections under /json2?time=100, kept connections, ab the fiber server (kilim) answered"
                                + " 3.0 times as many requests per second as thread-per-request (spring-blocking),"
                                + " with 24 threads instead of 5,000 (one repeat).",
                        on("/json", null, true, "wrk", good("kilim", 1, 256, 9_000, 24)),
                        on("/json", null, true, "wrk", good("spring-blocking", 1, 256, 1_000, 256)),
                        on(Made.ROUTE, 100, true, "ab", good("kilim", 1, 5_000, 3_000, 24)),
                        on(Made.ROUTE, 100, true, "ab", good("spring-blocking", 1, 5_000, 1_000, 5_000))));
    }

    private static Arguments of(String sentence, StepRecord... steps) {
        return Arguments.of(sentence, List.of(steps));
    }

    @ParameterizedTest
    @MethodSource
    void ofOneRun(String sentence, List<StepRecord> steps) {
        assertThat(finding(run("run", steps.toArray(StepRecord[]::new)))).isEqualTo(sentence);
    }

    @Test
    void ofTwoRuns() {
        var before = run(
                "before",
                good("kilim", 1, 5_000, 1_000, 24),
                good("kilim", 1, 20_000, 1_000, 24),
                good("spring-blocking", 1, 20_000, 1_000, 7_936));
        var after = run(
                "after",
                good("kilim", 1, 5_000, 9_000, 24),
                good("kilim", 1, 20_000, 1_310, 24, new StepWarning.ClientBound("ab", 1, 0.97)),
                good("spring-blocking", 1, 20_000, 980, 7_936));
        var worse = run(
                "worse",
                good("kilim", 1, 5_000, 9_000, 24),
                good("kilim", 1, 20_000, 2_000, 24),
                bad("spring-blocking", 1, 20_000, "silent"));
        assertThat(finding(before, worse))
                .isEqualTo(
                        "At 20,000 connections worse answered, compared with before: kilim 2.00 times as many requests per"
                                + " second (one repeat each: treat ratios under 1.2 as noise;"
                                + " spring-blocking · worse has no good step at 20,000).");
        assertThat(finding(before, after))
                .isEqualTo(
                        "At 20,000 connections after answered, compared with before: kilim 1.31 times, spring-blocking 0.98"
                                + " times as many requests per second (one repeat each: treat ratios under 1.2 as noise;"
                                + " kilim · after client-bound (ab at 97 % of its core)).");
        assertThat(finding(before, run("other", bad("kilim", 1, 5_000, "silent"))))
                .isEqualTo("before and other share no good step of one server under one load, so there is no ratio.");
    }

    /** By the program that {@code RatioIntervalTest} names. */
    @Test
    void ofTwoRunsWithThreeRepeats() {
        var before = run(
                "before",
                good("kilim", 1, 20_000, 1_000, 24),
                good("kilim", 2, 20_000, 990, 24),
                good("kilim", 3, 20_000, 1_020, 24),
                good("vertx", 1, 20_000, 1_000, 30),
                good("vertx", 2, 20_000, 990, 30),
                good("vertx", 3, 20_000, 1_020, 30));
        var after = run(
                "after",
                good("kilim", 1, 20_000, 1_310, 24),
                good("kilim", 2, 20_000, 1_290, 24),
                good("kilim", 3, 20_000, 1_330, 24),
                good("vertx", 1, 20_000, 980, 30),
                good("vertx", 2, 20_000, 1_010, 30),
                good("vertx", 3, 20_000, 1_040, 30));
        assertThat(finding(before, after))
                .isEqualTo("At 20,000 connections after answered, compared with before: kilim 1.31 (1.25–1.36) times,"
                        + " vertx 1.01 (0.93–1.09) times (no difference) as many requests per second (geometric means"
                        + " with Welch's 95 % t-interval over the repeats).");
        var page = new Page(SweepReport.of(List.of(before, after), Optional.empty()));
        assertThat(page.table("comparison"))
                .extracting(row -> row.get("server"), row -> row.get("requests/s"), row -> row.get("p99 ms"))
                .containsExactly(
                        tuple("kilim", "1.31 (1.25–1.36)", "0.77 (0.74–0.80)"),
                        tuple("vertx", "no difference (0.93–1.09)", "no difference (0.91–1.08)"));
        assertThat(page.table("comparison").getFirst().get("threads")).isEqualTo("1.00");
    }

    @Test
    void ofNothing() {
        assertThat(finding(run("run"))).isEqualTo("This run has no finished step, so there is nothing to draw.");
        var idle = new IdleRecord(
                2, null, 1, "kilim", null, List.of(), List.of(), List.of(), 1, 1, 1, List.of(), List.of(), List.of(),
                "it died");
        var others =
                new RecordedRun("run", new RunFile.Content(List.of(idle, idle), List.of()), List.of(), 0, List.of());
        assertThat(finding(others))
                .isEqualTo("This run has no finished step, so there is nothing to draw;"
                        + " a report leaves these out: 2 idle lines.");
    }

    private static String finding(RecordedRun... runs) {
        return ReportHeadline.of(List.of(runs), StepGroup.of(List.of(runs)));
    }
}
