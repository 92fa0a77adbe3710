package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import threadwall.record.StepNames;
import threadwall.record.StepRecord;
import threadwall.report.Table;

/**
 * Steps of one setting, of all runs: what may stand in one chart.
 *
 * @param servers in the order in which they first appear
 * @param entries by concurrency, then by server, then by run
 */
record Group(Setting setting, List<String> servers, List<Entry> entries) {

    /** The groups in the order in which they appear. */
    static List<Group> of(List<Run> runs) {
        var bySetting = new LinkedHashMap<Setting, List<Entry>>();
        for (int i = 0; i < runs.size(); i++) {
            var run = runs.get(i);
            int nth = i;
            var label = runs.size() == 1 ? "" : run.label();
            Setting.split(run.steps())
                    .forEach((setting, steps) -> bySetting
                            .computeIfAbsent(setting, key -> new ArrayList<>())
                            .addAll(entries(label, nth, steps)));
        }
        var groups = new ArrayList<Group>();
        bySetting.forEach((setting, entries) -> {
            var servers = entries.stream()
                    .map(entry -> entry.row().server())
                    .distinct()
                    .toList();
            groups.add(new Group(setting, servers, ordered(servers, entries)));
        });
        return List.copyOf(groups);
    }

    private record Place(String server, int concurrency) {}

    private static List<Entry> entries(String label, int nth, List<StepRecord> steps) {
        var places = new LinkedHashMap<Place, List<StepRecord>>();
        var names = StepNames.ofDone(steps);
        for (var step : steps) {
            places.computeIfAbsent(
                            new Place(names.of(step.asked()), step.asked().concurrency()), place -> new ArrayList<>())
                    .add(step);
        }
        return Table.of(steps).rows().stream()
                .map(row -> new Entry(label, nth, row, places.get(new Place(row.server(), row.concurrency()))))
                .toList();
    }

    private static List<Entry> ordered(List<String> servers, List<Entry> entries) {
        var order = new HashMap<String, Integer>();
        servers.forEach(server -> order.put(server, order.size()));
        return entries.stream()
                .sorted(Comparator.comparing(Entry::concurrency)
                        .thenComparing(entry -> order.get(entry.row().server()))
                        .thenComparing(Entry::nth))
                .toList();
    }

    /** At most so many entries, and so many series. */
    Group within(Room room) {
        var series = new LinkedHashSet<String>();
        entries.stream()
                .map(Entry::series)
                .filter(name -> series.size() < room.series())
                .forEach(series::add);
        return new Group(
                setting,
                servers,
                entries.stream()
                        .filter(entry -> series.contains(entry.series()))
                        .limit(room.rows())
                        .toList());
    }
}
