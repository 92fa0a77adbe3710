package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run as plain JSON and CSV, with figures made of it by nothing that a report is made with. */
final class PlainRun {

    /** One point: its repeats. */
    record Point(String server, int concurrency, List<JsonNode> steps) {

        List<JsonNode> good() {
            return steps.stream()
                    .filter(step -> step.path("outcome").asString().equals("OK"))
                    .toList();
        }

        /** Median, least and most of those repeats that ended well and have it; null where none has. */
        double[] figure(Function<JsonNode, JsonNode> of) {
            return spread(good().stream()
                    .map(of)
                    .filter(node -> !node.isNull() && !node.isMissingNode())
                    .map(JsonNode::asDouble)
                    .toList());
        }
    }

    private final Path folder;
    private final List<JsonNode> lines = new ArrayList<>();

    PlainRun(Path folder) throws IOException {
        this.folder = folder;
        for (var line : Files.readAllLines(folder.resolve("run.jsonl"))) {
            lines.add(new JsonMapper().readTree(line));
        }
    }

    List<JsonNode> steps() {
        return lines.stream()
                .filter(line -> line.path("kind").asString().equals("step"))
                .toList();
    }

    /** By server and concurrency, as {@code kilim 5000}. */
    Map<String, Point> points() {
        var points = new LinkedHashMap<String, Point>();
        for (var step : steps()) {
            var asked = step.path("asked");
            var server = asked.path("server").asString();
            int concurrency = asked.path("concurrency").asInt();
            points.computeIfAbsent(server + " " + concurrency, key -> new Point(server, concurrency, new ArrayList<>()))
                    .steps()
                    .add(step);
        }
        return points;
    }

    /** Requests per second of good repeats, by repeat. */
    Map<Integer, Double> rates(String server, int concurrency) {
        var rates = new TreeMap<Integer, Double>();
        var point = points().get(server + " " + concurrency);
        for (var step : point == null ? List.<JsonNode>of() : point.good()) {
            var rate = step.path("load").path("requestsPerSecond");
            if (rate.isNumber()) {
                rates.put(step.path("asked").path("repeat").asInt(), rate.asDouble());
            }
        }
        return rates;
    }

    /** Of rates in the same repeat; null where there is none. */
    double[] ratios(String above, String below, int concurrency) {
        var under = rates(below, concurrency);
        var ratios = new ArrayList<Double>();
        rates(above, concurrency).forEach((repeat, rate) -> {
            if (under.containsKey(repeat)) {
                ratios.add(rate / under.get(repeat));
            }
        });
        return spread(ratios);
    }

    /** The samples of a step, a map of texts each; empty where there are none. */
    List<Map<String, String>> samples(JsonNode step) throws IOException {
        var asked = step.path("asked");
        var file = folder.resolve("steps/%03d-%s-%d/samples.csv"
                .formatted(
                        asked.path("number").asInt(),
                        asked.path("server").asString(),
                        asked.path("concurrency").asInt()));
        var samples = new ArrayList<Map<String, String>>();
        if (Files.exists(file)) {
            var rows = Files.readAllLines(file);
            var names = rows.getFirst().split(",");
            for (var row : rows.subList(1, rows.size())) {
                var cells = row.split(",", -1);
                var sample = new LinkedHashMap<String, String>();
                for (int i = 0; i < names.length; i++) {
                    sample.put(names[i], cells[i]);
                }
                samples.add(sample);
            }
        }
        return samples;
    }

    static double[] spread(List<Double> values) {
        if (values.isEmpty()) {
            return null;
        }
        var sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        return new double[] {median, sorted.getFirst(), sorted.getLast()};
    }
}
