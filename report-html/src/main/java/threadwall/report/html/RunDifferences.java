package threadwall.report.html;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import threadwall.record.RunRecord;

/** Differences of machine, settings and build between runs that are compared. */
final class RunDifferences {

    private RunDifferences() {}

    /** One text for each difference: {@code kernel: old 6.1.0, new 6.18.0}. */
    static List<String> between(List<RecordedRun> runs) {
        var facts = runs.stream()
                .map(run -> run.start().map(RunDifferences::facts).orElse(Map.of()))
                .toList();
        var names =
                facts.stream().flatMap(one -> one.keySet().stream()).distinct().toList();
        var differences = new ArrayList<String>();
        for (var name : names) {
            var values = facts.stream().map(one -> one.get(name)).toList();
            if (new HashSet<>(values).size() > 1) {
                differences.add(IntStream.range(0, runs.size())
                        .mapToObj(i -> PlainText.name(runs.get(i).label()) + " "
                                + PlainText.brief(Objects.requireNonNullElse(values.get(i), "unknown"), 120))
                        .collect(Collectors.joining(", ", name + ": ", "")));
            }
        }
        return differences;
    }

    /** The facts of a run by name, in the order of display. An unknown value is {@code null}. */
    static Map<String, String> facts(RunRecord run) {
        var facts = new LinkedHashMap<String, String>();
        facts.put("commit", run.commit());
        var machine = run.machine();
        if (machine != null) {
            facts.put("kernel", machine.kernel());
            facts.put("processor", machine.cpu());
            facts.put("cores", Integer.toString(machine.cores()));
            facts.put(
                    "memory",
                    machine.memTotalBytes() == null ? null : PlainText.count(machine.memTotalBytes() / 1e6) + " MB");
            facts.put("JVM", machine.jvm());
            if (!machine.engines().isEmpty()) { // old records have no engine but ab
                facts.put("engine", String.join("; ", machine.engines()));
            }
        }
        if (run.sysctls() != null) {
            facts.putAll(new TreeMap<>(run.sysctls()));
        }
        return facts;
    }
}
