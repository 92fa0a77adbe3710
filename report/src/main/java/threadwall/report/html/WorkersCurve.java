package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Servers that had one load with several numbers of workers: what a chart against workers is of.
 *
 * @param lines one for each server and run, in the order in which they first appear
 */
record WorkersCurve(Setting setting, int concurrency, List<Line> lines) {

    /** Of one server in one run; {@code entries} by their number of workers, the server's own choice last. */
    record Line(String label, List<Entry> entries) {

        /** The server's own choice; where that was not asked for, the most workers. */
        Entry base() {
            return entries.getLast();
        }

        /** Empty where that was not asked for. */
        Optional<Entry> with(int workers) {
            return entries.stream()
                    .filter(entry -> Objects.equals(entry.workers(), workers))
                    .findFirst();
        }

        /** Requests per CPU second over those of the base; empty where one of both has none, and for the base itself. */
        Optional<Ratio> overBase(Entry entry) {
            return entry == base() || Stream.of(entry, base()).anyMatch(one -> Measure.COST.of(one.row()) == null)
                    ? Optional.empty()
                    : Optional.of(Ratio.ofCost(entry, base()));
        }
    }

    /** By setting and concurrency, as the groups have them; none where the number of workers was never an axis. */
    static List<WorkersCurve> of(List<Group> groups) {
        var curves = new ArrayList<WorkersCurve>();
        for (var group : groups) {
            var byConcurrency = new TreeMap<Integer, LinkedHashMap<String, List<Entry>>>();
            group.entries().stream()
                    .filter(entry -> entry.row().workers() != null)
                    .forEach(entry -> byConcurrency
                            .computeIfAbsent(entry.concurrency(), concurrency -> new LinkedHashMap<>())
                            .computeIfAbsent(entry.seriesOfWorkers(), label -> new ArrayList<>())
                            .add(entry));
            byConcurrency.forEach((concurrency, lines) -> curves.add(new WorkersCurve(
                    group.setting(),
                    concurrency,
                    lines.entrySet().stream()
                            .map(line -> new Line(line.getKey(), ordered(line.getValue())))
                            .toList())));
        }
        return List.copyOf(curves);
    }

    private static List<Entry> ordered(List<Entry> entries) {
        return entries.stream()
                .sorted(Comparator.comparing(Entry::workers, Comparator.nullsLast(Comparator.naturalOrder())))
                .toList();
    }

    /** As many lines as there is room for, whole. */
    WorkersCurve within(Room room) {
        var shown = new ArrayList<Line>();
        int rows = 0;
        for (var line : lines) {
            rows += line.entries.size();
            if (shown.size() < room.series() && rows <= room.rows()) {
                shown.add(line);
            }
        }
        return new WorkersCurve(setting, concurrency, List.copyOf(shown));
    }

    /** All that were asked for, ascending. */
    List<Integer> numbers() {
        return entries()
                .map(Entry::workers)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    boolean hasDefault() {
        return entries().anyMatch(entry -> entry.workers() == null);
    }

    private Stream<Entry> entries() {
        return lines.stream().flatMap(line -> line.entries.stream());
    }

    /** "256 connections", and the load where it has to be told. */
    String words(boolean several) {
        return "%,d connections%s".formatted(concurrency, several ? " under " + setting.words() : "");
    }
}
