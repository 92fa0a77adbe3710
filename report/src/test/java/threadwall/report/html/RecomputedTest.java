package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.report.html.PlainRun.Point;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every figure that a report shows, in its tables and its charts, made again from the files of its run. */
class RecomputedTest {

    private static final String REAL = "../docs/data/20261121-sweep";

    /** With repeats, steps that failed, shards, a client at its limit, and samples. */
    private static final String MARKED = "../cli/src/test/resources/marked-run";

    private static final Map<String, Function<JsonNode, JsonNode>> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("requests/s", step -> step.path("load").path("requestsPerSecond"));
        FIGURES.put("p50 ms", step -> step.path("latency").path("p50Millis"));
        FIGURES.put("p99 ms", step -> step.path("latency").path("p99Millis"));
        FIGURES.put("open", step -> step.path("connections").path("peakOpen"));
        FIGURES.put("in handler", step -> step.path("server").path("handlerPeak"));
        FIGURES.put("threads", step -> step.path("server").path("threadsPeak"));
        FIGURES.put("RSS MB", step -> step.path("server").path("rssPeakBytes"));
        FIGURES.put("CPU s", step -> step.path("server").path("cpuSeconds"));
        FIGURES.put("req/CPU-s", step -> step.path("server").path("requestsPerCpuSecond"));
    }

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
            assertThat(rows.stream().map(RecomputedTest::key)).containsExactlyInAnyOrderElementsOf(points.keySet());
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
        assertThat(rows.stream().map(RecomputedTest::key)).containsExactlyInAnyOrderElementsOf(points.keySet());
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
    void theRecipesRatios() throws Exception {
        var run = new PlainRun(Path.of(REAL));
        var rows = page(REAL).table("recipe");
        var recipe = new JsonMapper().readTree(Files.readString(Path.of("..").resolve(Recipe.PLACE)));
        assertThat(rows)
                .extracting(row -> row.get("requests per second"))
                .contains(
                        "kilim over spring-blocking, 20,000 connections",
                        "kilim over spring-blocking, 40,000 connections",
                        "kilim, 40,000 over 20,000 connections",
                        "spring-blocking, 10,000 over 5,000 connections",
                        "spring-blocking, 20,000 over 10,000 connections",
                        "spring-blocking, 40,000 over 20,000 connections",
                        "spring-deferred over spring-blocking, 20,000 connections")
                .hasSize(8);
        for (var row : rows) {
            var servers = Pattern.compile("([\\w-]+) over ([\\w-]+), ([\\d,]+) connections")
                    .matcher(row.get("requests per second"));
            var scaling = Pattern.compile("([\\w-]+), ([\\d,]+) over ([\\d,]+) connections")
                    .matcher(row.get("requests per second"));
            boolean between = servers.matches();
            assertThat(between || scaling.matches()).isTrue();
            var above = between ? servers.group(1) : scaling.group(1);
            var below = between ? servers.group(2) : scaling.group(1);
            int over = (int) number(between ? servers.group(3) : scaling.group(2));
            int under = (int) number(between ? servers.group(3) : scaling.group(3));
            double ours = PlainRun.spread(List.copyOf(run.rates(above, over).values()))[0]
                    / PlainRun.spread(List.copyOf(run.rates(below, under).values()))[0];
            assertThat(number(row.get("here"))).isCloseTo(ours, Offset.offset(0.005));
            assertThat(published(recipe, above, over))
                    .map(theirs -> theirs / published(recipe, below, under).getFirst())
                    .anySatisfy(
                            theirs -> assertThat(number(row.get("recipe"))).isCloseTo(theirs, Offset.offset(0.005)));
        }
    }

    /** The rates of a warm server in the recipe: of repeats the median, of clients at once the sum. */
    private static List<Double> published(JsonNode recipe, String server, int concurrency) {
        var found = new ArrayList<Double>();
        for (var rate : recipe.path("rates")) {
            if (rate.path("server").asString().equals(server)
                    && rate.path("concurrency").asInt() == concurrency
                    && !rate.path("cold").asBoolean()) {
                var values = new ArrayList<Double>();
                rate.path("requestsPerSecond").forEach(value -> values.add(value.asDouble()));
                found.add(
                        rate.path("taken").asString().equals("REPEATS")
                                ? PlainRun.spread(values)[0]
                                : values.stream().mapToDouble(value -> value).sum());
            }
        }
        return found;
    }

    @Test
    void theRampDown() throws Exception {
        var run = new PlainRun(Path.of(MARKED));
        var recipe = new JsonMapper().readTree(Files.readString(Path.of("..").resolve(Recipe.PLACE)));
        var theirs = new ArrayList<double[]>();
        recipe.path("rampDown")
                .path("threads")
                .forEach(count -> theirs.add(new double[] {theirs.size(), count.asInt()}));
        var ours = new ArrayList<double[]>();
        for (var sample : run.samples(run.steps().getFirst())) {
            if (List.of("load", "linger").contains(sample.get("phase"))) {
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
            assertThat(number(rows.get(i).get("of its time"))).isEqualTo(share);
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
                .filter(count -> count[0] > from && count[1] <= rest + 0.01 * (peak - rest))
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
        var runs = Runs.read(List.of(Path.of(REAL), Path.of(MARKED)), text -> {});
        var rows = new Page(Report.of(runs, Optional.empty())).table("comparison");
        var first = new PlainRun(Path.of(REAL)).points();
        var second = new PlainRun(Path.of(MARKED)).points();
        var common = second.entrySet().stream()
                .filter(entry -> first.containsKey(entry.getKey())
                        && !entry.getValue().good().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        assertThat(rows.stream().map(RecomputedTest::key))
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

    private static Page page(String folder) throws Exception {
        var recipe = Recipe.read(Path.of("..").resolve(Recipe.PLACE));
        return new Page(Report.of(Runs.read(List.of(Path.of(folder)), text -> {}), Optional.of(recipe)));
    }

    private static String key(Map<String, String> row) {
        return row.get("server") + " " + (int) number(row.get("connections"));
    }

    private static void shows(String cell, Point point, String column) {
        var figure = point.figure(FIGURES.get(column));
        shows(cell, column.endsWith("MB") ? scaled(figure) : figure, column.equals("CPU s") ? 0.05 : 0.5);
    }

    /** The cell has the median, and the range where that is another once rounded; it is empty where there is nothing. */
    private static void shows(String cell, double[] figure, double rounding) {
        if (figure == null) {
            assertThat(cell).isEmpty();
            return;
        }
        var numbers = Pattern.compile("[\\d,.]+")
                .matcher(cell)
                .results()
                .map(match -> number(match.group()))
                .toList();
        assertThat(numbers).as(cell).hasSizeBetween(1, 3);
        assertThat(numbers.getFirst()).as(cell).isCloseTo(figure[0], Offset.offset(rounding + 1e-9));
        if (numbers.size() == 3) {
            assertThat(numbers.get(1)).as(cell).isCloseTo(figure[1], Offset.offset(rounding + 1e-9));
            assertThat(numbers.get(2)).as(cell).isCloseTo(figure[2], Offset.offset(rounding + 1e-9));
        } else if (figure.length == 3) {
            assertThat(figure[2] - figure[1]).as(cell).isLessThanOrEqualTo(2 * rounding + 1e-9);
        }
    }

    private static double[] value(Map<String, String> sample, String column) {
        var text = sample.get(column);
        return text.isEmpty() ? null : new double[] {Double.parseDouble(text)};
    }

    private static double[] scaled(double[] bytes) {
        if (bytes == null) {
            return null;
        }
        var megabytes = bytes.clone();
        for (int i = 0; i < megabytes.length; i++) {
            megabytes[i] /= 1e6;
        }
        return megabytes;
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }
}
