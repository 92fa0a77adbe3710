package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.html.Shown.FIGURES;
import static threadwall.report.html.Shown.MARKED;
import static threadwall.report.html.Shown.REAL;
import static threadwall.report.html.Shown.WORKERS;
import static threadwall.report.html.Shown.key;
import static threadwall.report.html.Shown.number;
import static threadwall.report.html.Shown.page;
import static threadwall.report.html.Shown.shows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.report.html.PlainRun.Point;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.DoubleNode;

/** Every ratio that a report shows, made again from the files of its runs and the recipe's. */
class RecomputedRatiosTest {

    @ParameterizedTest
    @ValueSource(strings = {REAL, MARKED})
    void theRatioOfTheFinding(String folder) throws Exception {
        var run = new PlainRun(Path.of(folder));
        int most = run.points().values().stream()
                .mapToInt(Point::concurrency)
                .filter(at -> !run.rates("kilim", at).isEmpty()
                        && !run.rates("spring-blocking", at).isEmpty())
                .max()
                .orElseThrow();
        var ratio = run.ratios("kilim", "spring-blocking", most);
        var sentence = page(folder).first("p", "finding");
        var match = Pattern.compile("At ([\\d,]+) connections .* answered ([\\d.]+)(?: ± ([\\d.]+))? times .* with"
                        + " ([\\d,]+) threads instead of ([\\d,]+) .*")
                .matcher(sentence);
        assertThat(match.matches()).as(sentence).isTrue();
        assertThat(number(match.group(1))).isEqualTo(most);
        assertThat(number(match.group(2))).isCloseTo(ratio[0], Offset.offset(0.05));
        int repeats = run.rates("kilim", most).size();
        assertThat(match.group(3) != null).isEqualTo(repeats > 1);
        if (repeats > 1) {
            assertThat(number(match.group(3))).isCloseTo((ratio[2] - ratio[1]) / 2, Offset.offset(0.05));
        }
        shows(match.group(4), new double[] {run.points().get("kilim " + most).figure(FIGURES.get("threads"))[0]}, 0.5);
        shows(
                match.group(5),
                new double[] {run.points().get("spring-blocking " + most).figure(FIGURES.get("threads"))[0]},
                0.5);
    }

    @Test
    void theTableOfWorkers() throws Exception {
        var byPlace = new LinkedHashMap<String, Point>();
        for (var step : new PlainRun(Path.of(WORKERS)).steps()) {
            var asked = step.path("asked");
            var server = asked.path("server").asString();
            var workers = asked.path("workers");
            var name = server + " " + (workers.isNull() ? "default (2 processors)" : workers.asString());
            name = name.replace("260", "default (260 threads)");
            byPlace.computeIfAbsent(name, key -> new Point(server, 256, new ArrayList<>()))
                    .steps()
                    .add(step);
        }
        var rows = page(WORKERS).table("workers");
        assertThat(rows)
                .extracting(row -> row.get("server") + " " + row.get("workers"))
                .hasSize(9)
                .containsExactlyElementsOf(byPlace.keySet());
        for (var row : rows) {
            var server = row.get("server");
            var point = byPlace.get(server + " " + row.get("workers"));
            shows(row.get("requests/s"), point, "requests/s");
            shows(row.get("req/CPU-s"), point, "req/CPU-s");
            shows(
                    row.get("wake-ups/req"),
                    point.figure(step -> step.path("server").path("wakeUpsPerRequest")),
                    0.005);
            shows(row.get("client cores"), point.figure(RecomputedRatiosTest::clientCores), 0.005);
            var base = byPlace.get(
                    server + (server.equals("spring-blocking") ? " default (260 threads)" : " default (2 processors)"));
            showsRatio(row.get("over its base"), point == base ? null : overBase(point, base));
        }
    }

    private static JsonNode clientCores(JsonNode step) {
        double cores = step.path("client").path("cpuSeconds").asDouble()
                / step.path("load").path("windowSeconds").asDouble();
        return DoubleNode.valueOf(cores);
    }

    /** Of the repeats that both have. */
    private static double[] overBase(Point above, Point below) {
        var ratios = new ArrayList<Double>();
        for (var step : above.good()) {
            below.good().stream()
                    .filter(other -> other.path("asked")
                            .path("repeat")
                            .equals(step.path("asked").path("repeat")))
                    .forEach(other -> ratios.add(perCpuSecond(step) / perCpuSecond(other)));
        }
        return PlainRun.spread(ratios);
    }

    private static double perCpuSecond(JsonNode step) {
        return step.path("server").path("requestsPerCpuSecond").asDouble();
    }

    /** {@code 1.07 ± 0.01}: the median, and half the range. */
    private static void showsRatio(String cell, double[] ratio) {
        if (ratio == null) {
            assertThat(cell).isEmpty();
            return;
        }
        var parts = cell.split(" ± ");
        assertThat(number(parts[0])).isCloseTo(ratio[0], Offset.offset(0.005 + 1e-9));
        assertThat(parts.length == 2 ? number(parts[1]) : 0).isCloseTo((ratio[2] - ratio[1]) / 2, Offset.offset(0.005));
    }

    @Test
    void theRampDown() throws Exception {
        var run = new PlainRun(Path.of(MARKED));
        var recipe = new JsonMapper().readTree(Files.readString(Path.of("..").resolve(PublishedRecipe.PLACE)));
        var theirs = new ArrayList<double[]>();
        recipe.path("rampDown")
                .path("threads")
                .forEach(count -> theirs.add(new double[] {theirs.size(), count.asInt()}));
        var ours = new ArrayList<double[]>();
        boolean loaded = false;
        for (var sample : run.samples(run.steps().getFirst())) {
            loaded |= sample.get("phase").equals("load");
            if (loaded) {
                ours.add(new double[] {
                    Double.parseDouble(sample.get("millis")), Double.parseDouble(sample.get("serverThreads"))
                });
            }
        }
        var page = page(MARKED);
        var rows = page.table("ramp-down");
        assertThat(rows).hasSize(21);
        for (int i = 0; i < rows.size(); i++) {
            double share = i / 20.0;
            assertThat(number(rows.get(i).get("share of its time"))).isEqualTo(share);
            assertThat(number(rows.get(i).get("recipe"))).isCloseTo(left(theirs, share), Offset.offset(0.005));
            assertThat(number(rows.get(i).get("step 1"))).isCloseTo(left(ours, share), Offset.offset(0.005));
            var series = page.charts().path("ramp-down").path("series");
            assertThat(series.path(0).path("values").path(i).asDouble())
                    .isCloseTo(left(theirs, share), Offset.offset(0.001));
            assertThat(series.path(1).path("values").path(i).asDouble())
                    .isCloseTo(left(ours, share), Offset.offset(0.001));
        }
    }

    /** Which share of the peak the last count has, at a share of the time from the last peak to the first rest. */
    private static double left(List<double[]> counts, double share) {
        double peak = counts.stream().mapToDouble(count -> count[1]).max().orElseThrow();
        double start = 0;
        for (var count : counts) {
            start = count[1] >= 0.999 * peak ? count[0] : start;
        }
        double rest = counts.getLast()[1];
        double from = start;
        double end = counts.stream()
                .filter(count -> count[0] > from && count[1] <= rest + 0.05 * (peak - rest))
                .findFirst()
                .orElseThrow()[0];
        double last = peak;
        for (var count : counts) {
            last = count[0] <= from + share * (end - from) + 1e-9 ? count[1] : last;
        }
        return last / peak;
    }

    @Test
    void theRatiosOfTwoRuns() throws Exception {
        var runs = RunReader.read(List.of(Path.of(REAL), Path.of(MARKED)), text -> {});
        var rows = new Page(SweepReport.of(runs, Optional.empty())).table("comparison");
        var first = new PlainRun(Path.of(REAL)).points();
        var second = new PlainRun(Path.of(MARKED)).points();
        var common = second.entrySet().stream()
                .filter(entry -> first.containsKey(entry.getKey())
                        && !entry.getValue().good().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        assertThat(rows.stream().map(Shown::key))
                .containsExactlyInAnyOrderElementsOf(common)
                .isNotEmpty();
        for (var row : rows) {
            for (var column : List.of("requests/s", "p50 ms", "p99 ms", "RSS MB", "threads", "req/CPU-s")) {
                double ratio = second.get(key(row)).figure(FIGURES.get(column))[0]
                        / first.get(key(row)).figure(FIGURES.get(column))[0];
                assertThat(number(row.get(column.replace(" MB", "")))).isCloseTo(ratio, Offset.offset(0.005));
            }
        }
    }
}
