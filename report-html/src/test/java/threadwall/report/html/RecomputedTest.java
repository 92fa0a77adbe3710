package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.html.Shown.FIGURES;
import static threadwall.report.html.Shown.MARKED;
import static threadwall.report.html.Shown.REAL;
import static threadwall.report.html.Shown.key;
import static threadwall.report.html.Shown.number;
import static threadwall.report.html.Shown.page;
import static threadwall.report.html.Shown.scaled;
import static threadwall.report.html.Shown.shows;
import static threadwall.report.html.Shown.value;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.report.html.PlainRun.Point;
import tools.jackson.databind.JsonNode;

/** Every figure that a report shows, in its tables and its charts, made again from the files of its run. */
class RecomputedTest {

    private static final Map<String, List<String>> COLUMNS = Map.of(
            "rate", List.of("requests/s"),
            "latency", List.of("p50 ms", "p99 ms"),
            "memory", List.of("RSS MB"),
            "threads", List.of("threads"),
            "cost", List.of("req/CPU-s"));

    @ParameterizedTest
    @ValueSource(strings = {REAL, MARKED})
    void tablesUnderTheCharts(String folder) throws Exception {
        var page = page(folder);
        var points = new PlainRun(Path.of(folder)).points();
        COLUMNS.forEach((chart, columns) -> {
            var rows = page.table(chart);
            assertThat(rows.stream().map(Shown::key)).containsExactlyInAnyOrderElementsOf(points.keySet());
            for (var row : rows) {
                var point = points.get(key(row));
                columns.forEach(column -> shows(row.get(column), point, column));
                saysWhatItIs(row.get("remarks"), point);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {REAL, MARKED})
    void charts(String folder) throws Exception {
        var charts = page(folder).charts();
        var points = new PlainRun(Path.of(folder)).points();
        COLUMNS.forEach((chart, columns) -> {
            var x = charts.path(chart).path("x").path("values");
            var seen = new ArrayList<String>();
            for (var series : charts.path(chart).path("series")) {
                var column = columns.size() == 1
                        ? columns.getFirst()
                        : series.path("label").asString().replaceFirst(".* ", "") + " ms";
                for (int i = 0; i < x.size(); i++) {
                    var point = points.get(
                            series.path("server").asString() + " " + x.path(i).asInt());
                    if (point == null) {
                        assertThat(series.path("values").path(i).isNull()).isTrue();
                        continue;
                    }
                    seen.add(point.server() + point.concurrency() + column);
                    isDrawn(series, i, point, column);
                }
            }
            assertThat(seen).doesNotHaveDuplicates().hasSize(points.size() * columns.size());
        });
    }

    private static void isDrawn(JsonNode series, int i, Point point, String column) {
        var figure = point.figure(FIGURES.get(column));
        var gap = series.path("gaps").path(i);
        if (figure == null) {
            assertThat(series.path("values").path(i).isNull()).isTrue();
            assertThat(gap.asString())
                    .contains(point.steps().getFirst().path("reason").asString());
            return;
        }
        assertThat(gap.isNull() || gap.isMissingNode()).isTrue();
        assertThat(series.path("values").path(i).asDouble()).isCloseTo(figure[0], Offset.offset(0.001));
        if (figure[1] < figure[2]) {
            assertThat(series.path("low").path(i).asDouble()).isCloseTo(figure[1], Offset.offset(0.001));
            assertThat(series.path("high").path(i).asDouble()).isCloseTo(figure[2], Offset.offset(0.001));
        }
        saysWhatItIs(series.path("notes").path(i).asString(""), point);
    }

    /** Of the record's own figures, not of its remarks. */
    private static void saysWhatItIs(String text, Point point) {
        boolean bound = point.steps().stream()
                .anyMatch(step -> step.path("client").path("busiestShareOfCore").asDouble(0) > 0.95);
        boolean sharded = point.steps().stream()
                .anyMatch(step -> step.path("asked").path("shards").size() > 1);
        if (!point.good().isEmpty()) {
            assertThat(text.contains("client-bound")).as(text).isEqualTo(bound);
            assertThat(text.contains("sharded over")).as(text).isEqualTo(sharded);
        } else {
            assertThat(text).contains(point.steps().getFirst().path("reason").asString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {REAL, MARKED})
    void theTableOfAllFigures(String folder) throws Exception {
        var run = new PlainRun(Path.of(folder));
        var points = run.points();
        var rows = page(folder).table("figures");
        assertThat(rows.stream().map(Shown::key)).containsExactlyInAnyOrderElementsOf(points.keySet());
        for (var row : rows) {
            var point = points.get(key(row));
            FIGURES.keySet().forEach(column -> shows(row.get(column), point, column));
            shows(row.get("ratio"), run.ratios(point.server(), "spring-blocking", point.concurrency()), 0.005);
            long failed = 0;
            for (var step : point.steps()) {
                long counted = 0;
                for (var kind : List.of("Connect", "Receive", "Length", "Exceptions")) {
                    counted += step.path("load").path("failed" + kind).asLong(0);
                }
                counted += step.path("load").path("non2xx").asLong(0);
                counted += step.path("load").path("writeErrors").asLong(0);
                failed += Math.min(
                        counted, step.path("load").path("requestsCompleted").asLong(0));
            }
            shows(row.get("failed"), new double[] {failed, failed, failed}, 0);
            for (var step : point.steps()) {
                step.path("remarks")
                        .forEach(remark -> assertThat(row.get("remarks")).contains(remark.asString()));
            }
        }
    }

    @Test
    void timeLines() throws Exception {
        var run = new PlainRun(Path.of(MARKED));
        var page = page(MARKED);
        int lines = 0;
        for (var step : run.steps()) {
            var samples = run.samples(step);
            if (samples.isEmpty()) {
                continue;
            }
            lines++;
            var id = "step-%03d".formatted(step.path("asked").path("number").asInt());
            var bySecond = new LinkedHashMap<Double, Map<String, String>>();
            double first = Double.parseDouble(samples.getFirst().get("millis"));
            samples.forEach(sample -> bySecond.put((Double.parseDouble(sample.get("millis")) - first) / 1000, sample));
            isTheSame(page.charts().path(id), bySecond);
            for (var row : page.table(id)) {
                var sample = bySecond.entrySet().stream()
                        .filter(entry -> Math.abs(entry.getKey() - number(row.get("s"))) < 0.051)
                        .findFirst()
                        .orElseThrow()
                        .getValue();
                assertThat(row.get("phase")).isEqualTo(sample.get("phase"));
                shows(row.get("threads"), value(sample, "serverThreads"), 0.5);
                shows(row.get("open"), value(sample, "open"), 0.5);
                shows(row.get("client threads"), value(sample, "clientThreads"), 0.5);
                shows(row.get("RSS MB"), scaled(value(sample, "serverRssBytes")), 0.5);
                shows(row.get("available MB"), scaled(value(sample, "memAvailableBytes")), 0.5);
            }
        }
        assertThat(lines).isEqualTo(2);
    }

    private static void isTheSame(JsonNode chart, Map<Double, Map<String, String>> bySecond) {
        var columns = Map.of(
                "server threads", "serverThreads",
                "open connections", "open",
                "client threads", "clientThreads",
                "server RSS", "serverRssBytes");
        assertThat(chart.path("x").path("values")).hasSize(bySecond.size());
        for (var series : chart.path("series")) {
            var column = columns.get(series.path("label").asString());
            assertThat(column).as(series.path("label").asString()).isNotNull();
            for (int i = 0; i < bySecond.size(); i++) {
                var sample = bySecond.get(chart.path("x").path("values").path(i).asDouble());
                var shown = series.path("values").path(i);
                var value = value(sample, column);
                if (value != null) {
                    assertThat(shown.asDouble()).isEqualTo(value[0]);
                }
            }
        }
    }

    @Test
    void whatTheSamplerCost() throws Exception {
        double most = new PlainRun(Path.of(MARKED))
                .steps().stream()
                        .map(step -> step.path("sampling"))
                        .filter(sampling -> sampling.path("seconds").asDouble(0) > 0)
                        .mapToDouble(sampling -> sampling.path("cpuSeconds").asDouble()
                                / sampling.path("seconds").asDouble())
                        .max()
                        .orElseThrow();
        var shown = page(MARKED).all("dd").stream()
                .filter(text -> text.contains("of one core"))
                .findFirst()
                .orElseThrow();
        assertThat(number(shown.replaceFirst(" %.*", ""))).isCloseTo(100 * most, Offset.offset(0.005));
    }
}
