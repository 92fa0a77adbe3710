package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.html.Made.bad;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.numbered;
import static threadwall.report.html.Made.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.record.RunFile;
import threadwall.record.RunRecord;
import threadwall.record.Sample.Phase;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;
import threadwall.webcharts.ChartAssets;

/** The file as a whole: one, offline, small, the same each time, and never anybody else's markup. */
class SweepReportTest {

    private static final RecordedRun RUN = run(
            "20260203T040506Z",
            good("spring-blocking", 1, 1_000, 1_000, 1_000),
            numbered(2, good("kilim", 1, 1_000, 3_000, 24, new StepWarning.ClientBound("ab", 1, 0.97))),
            numbered(3, bad("spring-blocking", 1, 40_000, "ended by signal 6")),
            numbered(4, good("kilim", 1, 40_000, 9_000, 24, new StepWarning.Sharded(2))));

    @Test
    void hasAllItsPartsAndAChartForEachFigure() {
        var html = html(RUN);
        var page = new Page(html);
        assertThat(html).startsWith("<!DOCTYPE html>\n<html lang=\"en\">").endsWith("</html>\n");
        assertThat(page.sections().keySet())
                .containsExactly(
                        "rate", "latency", "memory", "threads", "cost", "time-lines", "figures", "commands", "machine");
        assertThat(page.charts().propertyNames())
                .containsExactlyInAnyOrder("rate", "latency", "memory", "threads", "cost");
        assertThat(ours(html).split("<figure ", -1)).hasSize(6);
        assertThat(page.first("p", "finding")).startsWith("At 1,000 connections the fiber server (kilim) answered 3.0");
        assertThat(page.sections().get("time-lines")).contains("No step has samples");
        assertThat(page.all("pre")).contains("./threadwall sweep --repeats 2\n", """
                        java -jar kilim.jar &
                        ab -n 10 'http://127.0.0.1:8080/json2?time=100'
                        ab -n 20 'http://127.0.0.1:8080/json2?time=100'
                        """);
        assertThat(page.all("dd"))
                .contains(
                        "0123456789ab",
                        "24,000 MB",
                        "4096",
                        "0.50 % of one core at most (step 1: 80 samples in 10.0 s)")
                .anyMatch(text -> text.startsWith("nofile 20,000 (hard 20,000), processes 4,096 (hard unlimited"));
    }

    @Test
    void isTheSameEachTimeAndAsksForNothing() throws Exception {
        var html = html(RUN);
        assertThat(html(RUN)).isEqualTo(html);
        var ours = ours(html);
        assertThat(ours)
                .doesNotContainPattern("(?i)<(link|img|iframe|base|form)\\b")
                .doesNotContain("src=", "href=");
        assertThat(ChartAssets.style()).doesNotContain("</style", "@import").doesNotContainPattern("url\\((?!data:)");
        assertThat(ChartAssets.script()).doesNotContain("</script", "<!--");
        var hash =
                MessageDigest.getInstance("SHA-256").digest(ChartAssets.script().getBytes(StandardCharsets.UTF_8));
        assertThat(html)
                .contains("<script>" + ChartAssets.script() + "</script>")
                .contains("script-src &#39;sha256-" + Base64.getEncoder().encodeToString(hash) + "&#39;\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "</script><script>alert(1)</script>",
                "\"><img src=x onerror=alert(1)>",
                "' onload='alert(1)",
                "<!-- --> ]]> &lt;b&gt; &amp;",
                "a\u2028b\u2029c\u0000d\u202ee\u001b[31m\nf",
                "%s %n %d $1 \\1 ${x} {{y}}",
            })
    void whatARecordSaysShowsAsText(String text) {
        var step = good(text, 1, 1_000, 3_000, 24, new StepWarning.ClientBound(text, 1, 0.97));
        var machine = new RunRecord.Machine(text, text, 2, 1L, text, List.of(text));
        var html = SweepReport.of(
                List.of(run(
                        text,
                        machine,
                        text,
                        List.of(new SampledStep(step, Made.samples(Phase.LOAD, 0, 1, 2), List.of())),
                        step,
                        numbered(2, bad("spring-blocking", 1, 1_000, text)))),
                Optional.empty());
        var shown = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", " ");
        var page = new Page(html);
        assertThat(page.table("rate")).extracting(row -> row.get("server")).contains(shown);
        assertThat(page.table("rate"))
                .extracting(row -> row.get("remarks"))
                .contains("client-bound (%s at 97 %% of its core)".formatted(shown), "FAILED: " + shown);
        assertThat(page.charts()
                        .path("rate")
                        .path("series")
                        .path(0)
                        .path("label")
                        .asString())
                .isEqualTo(shown);
        assertThat(page.all("dd")).contains(shown);
        // nothing but our own elements, and no text that could begin one
        var ours = ours(html);
        assertThat(ours.split("<script", -1)).hasSize(3);
        assertThat(Pattern.compile("<([!a-zA-Z][a-zA-Z0-9]*)")
                        .matcher(ours)
                        .results()
                        .map(match -> match.group(1)))
                .isSubsetOf(
                        List.of(("!DOCTYPE html head meta title style body header main section h1 h2 h3 h4 p figure div"
                                        + " table thead tbody tr th td pre dl dt dd script")
                                .split(" ")));
        assertThat(ours.chars().filter(c -> c < ' ' && c != '\n' || c == 0x2028 || c == 0x2029 || c == 0x202e))
                .isEmpty();
    }

    @Tag("slow")
    @Test
    void aThousandStepsFit() {
        var repeated = new ArrayList<StepRecord>();
        var wide = new ArrayList<StepRecord>();
        var failing = new ArrayList<StepRecord>();
        for (int i = 1; i <= 1_000; i++) {
            repeated.add(numbered(i, good("server-" + i % 4, i / 20, 1_000 * (1 + i % 5), 1_000 + i, i)));
            wide.add(numbered(i, good("server-" + i, 1, i, 1_000.123 + i, i, new StepWarning.Sharded(2))));
            failing.add(numbered(i, bad("<<<<" + "&".repeat(200) + i, 1, i, "'\"<&>".repeat(400))));
        }
        for (var steps : List.of(repeated, wide, failing)) {
            var threads = IntStream.range(0, 20_000)
                    .mapToLong(i -> i * 7919L % 20_011)
                    .toArray();
            var samples = Made.samples(Phase.LOAD, 0, threads);
            var watched = steps.stream()
                    .limit(24)
                    .map(step -> new SampledStep(step, samples, List.of()))
                    .toList();
            var html = SweepReport.of(
                    List.of(run("run", null, null, watched, steps.toArray(StepRecord[]::new))), Optional.empty());
            assertThat(html.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(1_000_000);
            var page = new Page(html);
            assertThat(page.table("rate")).isNotEmpty();
            assertThat(page.sections()).containsKeys("step-001", "step-002");
            assertThat(page.first("p", "finding")).isNotBlank();
        }
    }

    @Test
    void saysWhatItLeavesOut() {
        var steps = IntStream.rangeClosed(1, 1_000)
                .mapToObj(i -> numbered(i, good("server-" + i % 4, 1, i, 1_000 + i, i)))
                .toArray(StepRecord[]::new);
        var html = html(run("run", steps));
        assertThat(html).containsPattern("The commands of \\d+ more steps are left out; run.jsonl has them\\.");
    }

    @Test
    void withoutAStepItSaysSo() {
        var page = new Page(html(run("run")));
        assertThat(page.first("p", "finding")).isEqualTo("This run has no finished step, so there is nothing to draw.");
        assertThat(page.sections()).containsOnlyKeys("machine");
        assertThat(page.charts()).isEmpty();
        assertThat(SweepReport.hasSteps(List.of(run("run")))).isFalse();
    }

    @Test
    void ofARecordWithoutItsBeginning() {
        var step = good("kilim", 1, 1_000, 3_000, 24);
        var run = new RecordedRun("run", new RunFile.Content(List.of(step), List.of()), List.of(), 0, List.of());
        assertThat(new Page(html(run)).first("p", "notes")).isEqualTo("The run run: 1 finished step.");
    }

    @Test
    void severalRunsAreComparedAndTheirDifferencesTold() {
        var other = new RunRecord.Machine(
                "6.1.0", "a processor", 4, 24_000_000_000L, "25.0.3", List.of("This is ApacheBench"));
        var page = new Page(html(
                RUN,
                run(
                        "after",
                        other,
                        "ba9876543210",
                        List.of(),
                        good("kilim", 1, 1_000, 6_000, 12),
                        good("kilim", 1, 40_000, 4_500, 24))));
        assertThat(page.table("comparison"))
                .extracting(row -> List.copyOf(row.values()))
                .containsExactly(
                        List.of(
                                "kilim",
                                "1,000",
                                "after / 20260203T040506Z",
                                "2.00",
                                "0.50",
                                "0.50",
                                "0.50",
                                "0.50",
                                "2.00"),
                        List.of(
                                "kilim",
                                "40,000",
                                "after / 20260203T040506Z",
                                "0.50",
                                "2.00",
                                "2.00",
                                "1.00",
                                "1.00",
                                "0.50"));
        assertThat(page.all("li"))
                .containsExactly(
                        "commit: 20260203T040506Z 0123456789ab, after ba9876543210",
                        "kernel: 20260203T040506Z 6.18.0, after 6.1.0",
                        "cores: 20260203T040506Z 2, after 4");
        assertThat(page.first("p", "finding")).contains("not the same machine and build");
    }

    /** Without style and script, which quote markup in their comments. */
    private static String ours(String html) {
        return html.replace(ChartAssets.script(), "").replace(ChartAssets.style(), "");
    }

    private static String html(RecordedRun... runs) {
        return SweepReport.of(List.of(runs), Optional.empty());
    }
}
