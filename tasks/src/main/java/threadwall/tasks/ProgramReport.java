package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import threadwall.record.TaskRecord.Said;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The line of JSON in which a program reports about itself.
 *
 * @param tasks how many it was to start, by its own words
 * @param failure the message of its runtime when that refused one more; else {@code null}
 */
record ProgramReport(Integer tasks, Said said, String failure) {

    private static final JsonMapper JSON = new JsonMapper();

    /** The last such line of the output, which also has warnings of runtimes and the error report of a JVM. */
    static Optional<ProgramReport> in(List<String> printed) {
        return printed.reversed().stream()
                .filter(line -> line.startsWith("{"))
                .map(ProgramReport::parse)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<ProgramReport> parse(String line) {
        try {
            var tree = JSON.readTree(line);
            return tree.isObject() && tree.has("tasks") ? Optional.of(of(tree)) : Optional.empty();
        } catch (JacksonException cutOff) {
            return Optional.empty();
        }
    }

    private static ProgramReport of(JsonNode line) {
        return new ProgramReport(
                whole(line, "tasks"),
                new Said(
                        whole(line, "started"),
                        whole(line, "mostAlive"),
                        number(line, "startMillis"),
                        number(line, "latestWakeUpMillis"),
                        number(line, "totalMillis"),
                        number(line, "meanMillis"),
                        number(line, "p99Millis"),
                        number(line, "maxMillis"),
                        text(line, "checksum"),
                        count(line, "messages"),
                        count(line, "received"),
                        number(line, "cpuMillis")),
                text(line, "failure"));
    }

    private static Integer whole(JsonNode line, String name) {
        return line.path(name).canConvertToInt()
                ? Integer.valueOf(line.path(name).asInt())
                : null;
    }

    private static Long count(JsonNode line, String name) {
        return line.path(name).canConvertToLong() ? Long.valueOf(line.path(name).asLong()) : null;
    }

    /** A negative lateness comes from the resolution of a clock; the record has none below 0. */
    private static Double number(JsonNode line, String name) {
        return line.path(name).isNumber()
                ? Double.valueOf(Math.max(0, line.path(name).asDouble()))
                : null;
    }

    private static String text(JsonNode line, String name) {
        return line.path(name).isString() ? line.path(name).asString() : null;
    }
}
