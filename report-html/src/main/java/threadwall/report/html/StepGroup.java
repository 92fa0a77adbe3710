package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import threadwall.record.StepNames;
import threadwall.record.StepRecord;
import threadwall.report.SweepTable;

/**
 * Steps of all runs with one setting: the contents of a chart.
 *
 * @param servers in the order in which they first appear
 * @param entries by concurrency, then by server, then by run
 */
record StepGroup(LoadSetting setting, List<String> servers, List<ReportEntry> entries) {

    /** The groups in the order in which they appear. */
    static List<StepGroup> of(List<RecordedRun> runs) {
        var bySetting = new LinkedHashMap<LoadSetting, List<ReportEntry>>();
        for (int i = 0; i < runs.size(); i++) {
            var run = runs.get(i);
            int nth = i;
            var label = runs.size() == 1 ? "" : run.label();
            LoadSetting.split(run.steps())
                    .forEach((setting, steps) -> bySetting
                            .computeIfAbsent(setting, key -> new ArrayList<>())
                            .addAll(entries(label, nth, steps)));
        }
        var groups = new ArrayList<StepGroup>();
        bySetting.forEach((setting, entries) -> {
            var servers = entries.stream()
                    .map(entry -> entry.row().server())
                    .distinct()
                    .toList();
            groups.add(new StepGroup(setting, servers, ordered(servers, entries)));
        });
        return List.copyOf(groups);
    }

    private record Place(String server, int concurrency) {}

    private static List<ReportEntry> entries(String label, int nth, List<StepRecord> steps) {
        var places = new LinkedHashMap<Place, List<StepRecord>>();
        var names = StepNames.ofDone(steps);
        for (var step : steps) {
            places.computeIfAbsent(
                            new Place(
                                    names.of(step.asked()), step.asked().load().concurrency()),
                            place -> new ArrayList<>())
                    .add(step);
        }
        return SweepTable.of(steps).rows().stream()
                .map(row -> new ReportEntry(
                        label,
                        nth,
                        row,
                        places.get(new Place(row.server(), row.workload().concurrency()))))
                .toList();
    }

    private static List<ReportEntry> ordered(List<String> servers, List<ReportEntry> entries) {
        var order = new HashMap<String, Integer>();
        servers.forEach(server -> order.put(server, order.size()));
        return entries.stream()
                .sorted(Comparator.comparing(ReportEntry::concurrency)
                        .thenComparing(entry -> order.get(entry.row().server()))
                        .thenComparing(ReportEntry::nth))
                .toList();
    }

    /** At most so many entries, and so many series. */
    StepGroup within(SizeBudget budget) {
        var series = new LinkedHashSet<String>();
        entries.stream()
                .map(ReportEntry::series)
                .filter(name -> series.size() < budget.series())
                .forEach(series::add);
        return new StepGroup(
                setting,
                servers,
                entries.stream()
                        .filter(entry -> series.contains(entry.series()))
                        .limit(budget.rows())
                        .toList());
    }
}
