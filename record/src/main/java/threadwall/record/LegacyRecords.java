package threadwall.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Upgrades lines of older formats. Up to format 6 a load was stored as a command line and a warning as a sentence. Only
 * this class parses them. Up to format 7 several server processes shared a warm-up; these steps get a warning. Up to format
 * 21 a plan did not have the size of PostgreSQL's own cache, which was the same for all. Up to format 22 idle connections had
 * one server process, one client process and three readings.
 */
final class LegacyRecords {

    /** The first format that stores both as typed values. */
    private static final int TYPED = 7;

    /** The first format whose warm-up is as long for each server process as for a single one. */
    private static final int WARMED_UP_EACH = 8;

    /** The first format that has the size of PostgreSQL's own cache. */
    private static final int SHARED_BUFFERS = 22;

    /** The first format of {@code bench idle} with several processes. */
    private static final int IDLE_PROCESSES = 23;

    /** Requests of the older formats' warm-up. */
    private static final long WARM_UP_REQUESTS = 40_000;

    private static final JsonMapper JSON = new JsonMapper();

    /** Placeholder for the URL of PostgreSQL in stored command lines. */
    private static final String POSTGRES_URL = "{postgres}";

    private static final Pattern GC_LOG = Pattern.compile("-Xlog:gc:file=\"?(.*?)\"?(?::utctime,uptime)?");
    private static final List<String> TASKSET = List.of("taskset", "-c");

    /** The form of a sentence, and the warning it stands for. */
    private record Sentence(Pattern form, Function<MatchResult, StepWarning> warning) {

        static Sentence of(String form, Function<MatchResult, StepWarning> warning) {
            return new Sentence(Pattern.compile(form), warning);
        }
    }

    private static final List<Sentence> SENTENCES = List.of(
            Sentence.of(
                    "client-bound \\((\\w+) at (\\d+) % of its (?:core|(\\d+) threads)\\)",
                    found -> new StepWarning.ClientBound(
                            found.group(1),
                            found.group(3) == null ? 1 : Integer.parseInt(found.group(3)),
                            number(found, 2) / 100.0)),
            Sentence.of("profiled", found -> new StepWarning.Profiled()),
            Sentence.of("sharded over (\\d+)", found -> new StepWarning.Sharded((int) number(found, 1))),
            Sentence.of(
                    "only ([\\d,]+) connections open at once",
                    found -> new StepWarning.FewConnections(number(found, 1))),
            Sentence.of("([\\d,]+) listen overflows", found -> new StepWarning.ListenOverflows(number(found, 1))),
            Sentence.of("([\\d,]+) TIME_WAIT overflows", found -> new StepWarning.TimeWaitOverflows(number(found, 1))),
            Sentence.of(
                    "the hypervisor gave (\\d+) % of the processors' time to others",
                    found -> new StepWarning.CpuStolen(number(found, 1))),
            Sentence.of("too short to be timed", found -> new StepWarning.ShortLoad(0)),
            Sentence.of("waited (\\d+) s for TIME_WAIT", found -> new StepWarning.WaitedForTimeWait(number(found, 1))));

    private LegacyRecords() {}

    /** Turns a line of an older format into one of this format; lines of this format stay as they are. */
    static void upgrade(ObjectNode line) {
        int schema = line.path("schema").asInt(0);
        if (schema < TYPED) {
            upgradeText(line);
        }
        if (schema < WARMED_UP_EACH && line.path("kind").asString("").equals("step")) {
            addSharedWarmUp(line);
        }
        if (schema < SHARED_BUFFERS) {
            addSharedBuffers(line.path("asked"));
            line.path("steps").forEach(LegacyRecords::addSharedBuffers);
        }
        if (schema < IDLE_PROCESSES && line.path("kind").asString("").equals("idle")) {
            addReadings(line);
        }
    }

    /** Each of the three readings of memory had a field of its own. */
    private static void addReadings(ObjectNode idle) {
        idle.put("serverProcesses", 1).put("clientProcesses", 1);
        var readings = idle.putArray("readings");
        for (var moment : List.of("own", "held", "collected")) {
            if (idle.remove(moment) instanceof ObjectNode reading) {
                readings.add(reading.put("moment", moment.toUpperCase(Locale.ROOT)));
            }
        }
        idle.putArray("answers");
        idle.putArray("lost");
    }

    private static void addSharedBuffers(JsonNode plan) {
        if (plan.path("dataSize") instanceof ObjectNode size) {
            size.put("sharedBuffersBytes", StepPlan.DataSize.USUAL_SHARED_BUFFERS);
        }
    }

    /** Several JVMs shared one warm-up. The record then has the cost of their compilers beside that of their requests. */
    private static void addSharedWarmUp(ObjectNode step) {
        var asked = step.path("asked");
        long jvms = asked.path("shards")
                .valueStream()
                .filter(shard -> shard.hasNonNull("gcLog"))
                .count();
        long requests = asked.path("warmUpRounds").asLong(0)
                * asked.path("warmUpRequests").asLong(0);
        if (jvms > 1
                && requests > 0
                && requests / jvms < WARM_UP_REQUESTS
                && step.path("warnings").isArray()) {
            ((ArrayNode) step.path("warnings")).add(JSON.valueToTree(new StepWarning.SharedWarmUp(requests / jvms)));
        }
    }

    private static void upgradeText(ObjectNode line) {
        switch (line.path("kind").asString("")) {
            case "run" -> line.path("steps").forEach(LegacyRecords::upgradePlan);
            case "step" -> {
                upgradePlan(line.path("asked"));
                var warnings = line.putArray("warnings");
                line.path("remarks").forEach(remark -> warnings.add(JSON.valueToTree(warning(remark.asString()))));
                line.remove("remarks");
            }
            default -> {} // has neither loads nor warnings
        }
    }

    static StepWarning warning(String text) {
        for (var sentence : SENTENCES) {
            var found = sentence.form().matcher(text);
            if (found.matches()) {
                return sentence.warning().apply(found.toMatchResult());
            }
        }
        return new StepWarning.Other(text);
    }

    private static long number(MatchResult found, int group) {
        return Long.parseLong(found.group(group).replace(",", ""));
    }

    /** Parts of a plan that the record lacks stay missing. */
    private static void upgradePlan(JsonNode node) {
        if (!(node instanceof ObjectNode plan)) {
            return;
        }
        var clients = plan.path("clients");
        var shards = plan.path("shards");
        if (!plan.hasNonNull("engine") && !clients.isEmpty()) {
            var line = unpinned(words(clients.path(0).path("command")));
            plan.put("engine", line.isEmpty() ? null : line.getFirst());
        }
        plan.set("pin", JSON.valueToTree(pin(shards, clients)));
        var engine = plan.path("engine").asString("");
        boolean cold = plan.hasNonNull("dataSize");
        clients.forEach(client -> upgradeClient((ObjectNode) client, engine, cold));
        shards.forEach(shard -> upgradeShard((ObjectNode) shard));
    }

    private static StepPlan.Pin pin(JsonNode shards, JsonNode clients) {
        var server = processors(shards);
        var client = processors(clients);
        return server.isEmpty() && client.isEmpty()
                ? null
                : new StepPlan.Pin(server.orElse(List.of()), client.orElse(List.of()));
    }

    private static Optional<List<Integer>> processors(JsonNode processes) {
        return processes
                .valueStream()
                .map(process -> words(process.path("command")))
                .filter(LegacyRecords::isPinned)
                .map(line -> Stream.of(line.get(TASKSET.size()).split(","))
                        .map(Integer::valueOf)
                        .toList())
                .findFirst();
    }

    private static void upgradeClient(ObjectNode client, String engine, boolean cold) {
        var source = client.path("source").asString("");
        var measured = load(words(client.path("command")), engine, source);
        client.set("warmUp", JSON.valueToTree(load(words(client.path("warmUp")), engine, source)));
        client.set("measured", JSON.valueToTree(measured));
        client.set("cold", JSON.valueToTree(cold ? cold(measured) : null));
        client.remove(List.of("source", "concurrency", "requests", "command"));
    }

    /** In format 6 the load on cold data used 127.3.x.y as source where the measured load used 127.1.x.y. */
    private static StepPlan.PlannedLoad cold(StepPlan.PlannedLoad measured) {
        var source = measured.load().source().replaceFirst("^127\\.1\\.", "127.3.");
        var line = measured.command().words().stream()
                .map(word -> word.equals(measured.load().source()) ? source : word)
                .toList();
        return new StepPlan.PlannedLoad(measured.load().from(source), new CommandLine(line));
    }

    /** {@code null} for an empty command line. */
    private static StepPlan.PlannedLoad load(List<String> command, String engine, String source) {
        if (command.isEmpty()) {
            return null;
        }
        var line = unpinned(command);
        var load =
                switch (engine) {
                    case "ab" -> ab(line, source);
                    case "wrk" -> wrk(line, source);
                    case "oha" -> oha(line, source);
                    default -> new ClientLoad(line.getLast(), 1, null, null, null, null, source, false, false, 0, null);
                };
        return new StepPlan.PlannedLoad(load, new CommandLine(command));
    }

    private static ClientLoad ab(List<String> line, String source) {
        var bound = wordAfter("-B", line);
        var requests = wordAfter("-n", line);
        return new ClientLoad(
                line.getLast(),
                (int) number(wordAfter("-c", line)),
                requests == null ? null : Long.valueOf(requests),
                null,
                null,
                null,
                bound == null ? source : bound,
                line.contains("-k"),
                !line.contains("-l"),
                (int) number(wordAfter("-s", line)),
                wordAfter("-g", line));
    }

    private static ClientLoad wrk(List<String> line, String source) {
        return new ClientLoad(
                line.getLast(),
                (int) number(attachedTo("-c", line)),
                null,
                (int) number(attachedTo("-d", line)),
                null,
                (int) number(attachedTo("-t", line)),
                source,
                true,
                true,
                (int) number(wordAfter("--timeout", line)),
                null);
    }

    private static ClientLoad oha(List<String> line, String source) {
        return new ClientLoad(
                line.getLast(),
                (int) number(wordAfter("-c", line)),
                null,
                (int) number(wordAfter("-z", line)),
                null,
                (int) number(wordAfter("--worker-threads", line)),
                source,
                !line.contains("--disable-keepalive"),
                true,
                (int) number(wordAfter("-t", line)),
                null);
    }

    /** The digits of {@code 5s} or {@code 5}; 0 for {@code null}. */
    private static long number(String text) {
        return text == null ? 0 : Long.parseLong(text.replaceAll("\\D", ""));
    }

    /** The word after an option. */
    private static String wordAfter(String option, List<String> line) {
        int place = line.indexOf(option);
        return place < 0 || place + 1 >= line.size() ? null : line.get(place + 1);
    }

    /** The value that follows an option in the same word. */
    private static String attachedTo(String option, List<String> line) {
        return line.stream()
                .filter(word -> word.matches(option + "\\d+s?"))
                .findFirst()
                .orElse(null);
    }

    private static void upgradeShard(ObjectNode shard) {
        var line = words(shard.path("command"));
        var url = line.indexOf(POSTGRES_URL);
        var command = new ArrayList<>(line);
        if (url > 0) {
            command.subList(url - 1, url + 1).clear();
        }
        shard.put("store", url > 0 ? "postgres" : wordAfter("--store", line));
        shard.put(
                "gcLog",
                line.stream()
                        .map(GC_LOG::matcher)
                        .filter(Matcher::matches)
                        .map(found -> found.group(1))
                        .findFirst()
                        .orElse(null));
        shard.set("command", JSON.valueToTree(command.isEmpty() ? null : command));
    }

    private static boolean isPinned(List<String> line) {
        return line.size() > TASKSET.size() + 1
                && line.subList(0, TASKSET.size()).equals(TASKSET);
    }

    private static List<String> unpinned(List<String> line) {
        return isPinned(line) ? line.subList(TASKSET.size() + 1, line.size()) : line;
    }

    private static List<String> words(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
