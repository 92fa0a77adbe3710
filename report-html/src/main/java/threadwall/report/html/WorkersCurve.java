package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.report.Ratio;

/**
 * Servers under one load with several numbers of workers: the contents of a chart against workers.
 *
 * @param lines one for each server and run, in the order in which they first appear
 */
record WorkersCurve(LoadSetting setting, int concurrency, List<Line> lines) {

    /**
     * One server in one run.
     *
     * @param entries by their number of workers, the server's default last
     */
    record Line(String label, List<ReportEntry> entries) {

        private static final Comparator<ReportEntry> BY_WORKERS =
                Comparator.comparing(ReportEntry::workers, Comparator.nullsLast(Comparator.naturalOrder()));

        Line {
            entries = entries.stream().sorted(BY_WORKERS).toList();
        }

        /** Whether the run has the default; else the last entry has the most workers. */
        boolean hasDefault() {
            return base().workers() == null || isThreadEach(base());
        }

        /** Whether the sweep planned a thread per connection: the default of a server with a thread per request. */
        private static boolean isThreadEach(ReportEntry entry) {
            var asked = entry.steps().getFirst().asked();
            int processes = asked.shards().size();
            return processes > 0
                    && asked.servers().workers()
                            == Math.ceilDiv(
                                    asked.load().concurrency() + asked.load().verifiers(), processes);
        }

        ReportEntry base() {
            return entries.getLast();
        }

        boolean isDefault(ReportEntry entry) {
            return hasDefault() && entry == base();
        }

        /** Empty where the run does not have this number of workers. */
        Optional<ReportEntry> with(int workers) {
            return numbered().filter(entry -> entry.workers() == workers).findFirst();
        }

        private Stream<ReportEntry> numbered() {
            return entries.stream().filter(entry -> !isDefault(entry));
        }

        /** Requests per CPU second over those of the base; empty where either has none, and for the base itself. */
        Optional<Ratio> overBase(ReportEntry entry) {
            return entry == base() || Stream.of(entry, base()).anyMatch(one -> Measure.COST.of(one.row()) == null)
                    ? Optional.empty()
                    : Optional.of(EntryRatio.ofCost(entry, base()));
        }
    }

    /** The curves by setting and concurrency; none when no server had several numbers of workers. */
    static List<WorkersCurve> of(List<StepGroup> groups) {
        var curves = new ArrayList<WorkersCurve>();
        for (var group : groups) {
            var byConcurrency = group.entries().stream()
                    .filter(entry -> entry.row().workload().workers() != null)
                    .collect(Collectors.groupingBy(ReportEntry::concurrency, TreeMap::new, Collectors.toList()));
            byConcurrency.forEach((concurrency, entries) ->
                    curves.add(new WorkersCurve(group.setting(), concurrency, lines(entries))));
        }
        return List.copyOf(curves);
    }

    private static List<Line> lines(List<ReportEntry> entries) {
        var lines = new ArrayList<Line>();
        entries.stream()
                .collect(Collectors.groupingBy(ReportEntry::seriesOfWorkers, LinkedHashMap::new, Collectors.toList()))
                .forEach((label, points) -> lines.add(new Line(label, points)));
        return lines;
    }

    /** As many whole lines as the budget allows. */
    WorkersCurve within(SizeBudget budget) {
        return new WorkersCurve(setting, concurrency, budget.whole(lines, line -> line.entries.size()));
    }

    /** All numbers of workers, ascending. */
    List<Integer> numbers() {
        return lines.stream()
                .flatMap(Line::numbered)
                .map(ReportEntry::workers)
                .distinct()
                .sorted()
                .toList();
    }

    boolean hasDefault() {
        return lines.stream().anyMatch(Line::hasDefault);
    }

    /** "256 connections", and the load where the report has several. */
    String words(boolean several) {
        return "%,d connections%s".formatted(concurrency, several ? " under " + setting.words() : "");
    }
}
