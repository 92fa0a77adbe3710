package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import threadwall.report.html.PlainRun.Point;
import tools.jackson.databind.JsonNode;

/** What a cell of a report has to show of a figure, and where in a record that figure is. */
final class Shown {

    static final String REAL = "../docs/data/20261121-sweep";

    /** With repeats, steps that failed, shards, a client at its limit, and samples. */
    static final String MARKED = "../cli/src/test/resources/marked-run";

    /** With several numbers of workers for each server. */
    static final String WORKERS = "../cli/src/test/resources/workers-run";

    static final Map<String, Function<JsonNode, JsonNode>> FIGURES = new LinkedHashMap<>();

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

    private Shown() {}

    static Page page(String folder) throws Exception {
        var recipe = PublishedRecipe.read(Path.of("..").resolve(PublishedRecipe.PLACE));
        return new Page(SweepReport.of(RunReader.read(List.of(Path.of(folder)), text -> {}), Optional.of(recipe)));
    }

    static String key(Map<String, String> row) {
        return row.get("server") + " " + (int) number(row.get("connections"));
    }

    static void shows(String cell, Point point, String column) {
        var figure = point.figure(FIGURES.get(column));
        shows(cell, column.endsWith("MB") ? scaled(figure) : figure, column.equals("CPU s") ? 0.05 : 0.5);
    }

    /** The cell has the median, and the range where that is another once rounded; it is empty where there is nothing. */
    static void shows(String cell, double[] figure, double rounding) {
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

    static double[] value(Map<String, String> sample, String column) {
        var text = sample.get(column);
        return text.isEmpty() ? null : new double[] {Double.parseDouble(text)};
    }

    static double[] scaled(double[] bytes) {
        if (bytes == null) {
            return null;
        }
        var megabytes = bytes.clone();
        for (int i = 0; i < megabytes.length; i++) {
            megabytes[i] /= 1e6;
        }
        return megabytes;
    }

    static double number(String text) {
        return Double.parseDouble(text.replace(",", ""));
    }
}
