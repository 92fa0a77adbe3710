package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import threadwall.record.ClientHost;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Limits;

/** The machine of a run, its settings and the build; and what else the kind of run has. */
final class MachineSection {

    private MachineSection() {}

    /** Of runs of steps: the limits and the cost of sampling, too. */
    static void ofSteps(HtmlWriter html, List<RecordedRun> runs, SizeBudget budget) {
        write(html, runs, run -> rows(run, budget));
    }

    /** Of runs of task programs: their toolchains, too. */
    static void ofTasks(HtmlWriter html, List<RecordedRun> runs, SizeBudget budget) {
        write(html, runs, run -> taskRows(run, budget));
    }

    /** @param rows of a run: a name and a value each */
    private static void write(HtmlWriter html, List<RecordedRun> runs, Function<RecordedRun, List<List<String>>> rows) {
        html.section("machine", "Machine");
        for (var run : runs) {
            if (runs.size() > 1) {
                html.heading(PlainText.name(run.label()));
            }
            html.open("dl").line();
            rows.apply(run)
                    .forEach(row -> html.element("dt", row.getFirst())
                            .element("dd", row.getLast())
                            .line());
            html.close("dl").line();
        }
        html.endSection();
    }

    private static List<List<String>> rows(RecordedRun run, SizeBudget budget) {
        var rows = facts(run, budget);
        hosts(run.steps())
                .forEach(host -> rows.add(List.of("client host " + PlainText.name(host.name()), words(host))));
        limits(run.steps()).forEach((limits, steps) -> rows.add(List.of("limits in force", limits + ": " + steps)));
        rows.add(List.of("cost of the sampler", sampler(run.steps())));
        return rows.stream().limit(budget.rows()).toList();
    }

    private static List<List<String>> taskRows(RecordedRun run, SizeBudget budget) {
        var rows = facts(run, budget);
        var runtimes = new LinkedHashMap<String, String>();
        run.tasks().stream()
                .filter(task -> task.plan().runtime() != null)
                .forEach(task ->
                        runtimes.putIfAbsent(task.plan().program(), task.plan().runtime()));
        runtimes.forEach((program, runtime) ->
                rows.add(List.of(PlainText.name(program), PlainText.brief(runtime, budget.words()))));
        return rows.stream().limit(budget.rows()).toList();
    }

    /** Commit, machine and settings. */
    private static List<List<String>> facts(RecordedRun run, SizeBudget budget) {
        var rows = new ArrayList<List<String>>();
        run.start()
                .ifPresent(start -> RunDifferences.facts(start)
                        .forEach((name, value) -> rows.add(List.of(
                                PlainText.name(name),
                                PlainText.brief(value == null ? "unknown" : value, budget.words())))));
        return rows;
    }

    /** Other hosts that made load. */
    private static List<ClientHost> hosts(List<StepRecord> steps) {
        return steps.stream()
                .flatMap(step -> step.asked().clients().stream())
                .flatMap(client -> client.measured().load().hosts().stream())
                .distinct()
                .toList();
    }

    private static String words(ClientHost host) {
        var readings = host.readings();
        return "%s, kernel %s, processors %s, nofile %s, ports %s, congestion control %s, queue %s, round trip %s ms, packets lost %s, %s, Erlang %s"
                .formatted(
                        host.address(),
                        known(readings.kernel()),
                        known(readings.processors()),
                        limit(readings.nofile()),
                        known(readings.ports()),
                        known(readings.congestionControl()),
                        known(readings.queue()),
                        readings.roundTripMillis() == null ? "unknown" : "%.2f".formatted(readings.roundTripMillis()),
                        readings.loss() == null
                                ? "unknown"
                                : "%d of %d"
                                        .formatted(
                                                readings.loss().lost(),
                                                readings.loss().sent()),
                        known(readings.engine()),
                        known(readings.erlang()));
    }

    private static String known(Object value) {
        return value == null ? "unknown" : PlainText.name(value.toString());
    }

    /** Each set of limits that a server process had, with its steps. */
    private static LinkedHashMap<String, String> limits(List<StepRecord> steps) {
        var seen = new LinkedHashMap<String, List<Integer>>();
        for (var step : steps) {
            var server = step.server();
            if (server == null || server.limitsBefore() == null || server.limitsAfter() == null) {
                continue;
            }
            Stream.of(server.limitsBefore(), server.limitsAfter())
                    .flatMap(List::stream)
                    .map(MachineSection::words)
                    .distinct()
                    .forEach(limits -> seen.computeIfAbsent(limits, key -> new ArrayList<>())
                            .add(step.asked().number()));
        }
        var limits = new LinkedHashMap<String, String>();
        seen.forEach((words, numbers) -> limits.put(
                words,
                numbers.size() == steps.size()
                        ? "every step"
                        : "%s, the first is step %d"
                                .formatted(PlainText.plural(numbers.size(), "step"), numbers.getFirst())));
        return limits;
    }

    private static String words(Limits limits) {
        return "nofile %s (hard %s), processes %s (hard %s)"
                .formatted(
                        limit(limits.nofileSoft()),
                        limit(limits.nofileHard()),
                        limit(limits.nprocSoft()),
                        limit(limits.nprocHard()));
    }

    private static String limit(Long value) {
        return value == null ? "unlimited or unreadable" : "%,d".formatted(value);
    }

    /** The step whose sampler took the largest share of a core. */
    private static String sampler(List<StepRecord> steps) {
        return steps.stream()
                .filter(step -> step.sampling() != null && step.sampling().seconds() > 0)
                .max(Comparator.comparing(MachineSection::share))
                .map(step -> "%.2f %% of one core at most (step %d: %,d samples in %.1f s)"
                        .formatted(
                                100 * share(step),
                                step.asked().number(),
                                step.sampling().samples(),
                                step.sampling().seconds()))
                .orElse("not measured in this run");
    }

    private static double share(StepRecord step) {
        return step.sampling().cpuSeconds() / step.sampling().seconds();
    }
}
