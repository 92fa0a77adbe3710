package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import threadwall.report.TableColumns;

/**
 * The charts of a group: each figure against concurrency.
 *
 * @param suffix of the charts' ids, which tells them from those of other groups
 * @param heading what follows the charts' titles for the same reason
 */
record Charts(StepGroup group, String suffix, String heading, SizeBudget budget) {

    /** An axis is logarithmic when its largest value is at least this many times the smallest. */
    private static final double WIDE = 10;

    private static final String CONNECTIONS = "connections";

    /**
     * @param number of the group, from 0
     * @param several whether the headings must name the load, since the report has other groups
     */
    static List<Chart> of(StepGroup group, int number, boolean several, SizeBudget budget) {
        var suffix = number == 0 ? "" : "-" + (number + 1);
        var heading = several ? ": " + group.setting().words() : "";
        return new Charts(group.within(budget), suffix, heading, budget).all();
    }

    private List<Chart> all() {
        var charts = new ArrayList<Chart>();
        charts.add(chart(
                "rate",
                "Requests per second",
                "requests/s",
                "Answered requests, divided by the time from the first client's start to the last client's last answer.",
                false,
                Measure.RATE));
        var latency = "From connect to the last byte, over all requests of all clients. A client sends its next request"
                + " only after an answer, so these figures understate what independent clients would see.";
        if (group.entries().stream().allMatch(entry -> entry.nth() == 0)) {
            charts.add(chart("latency", "Latency, p50 and p99", "ms", latency, true, Measure.P50, Measure.P99));
        } else {
            charts.add(chart("latency", "Latency, p50", "ms", latency, true, Measure.P50));
            charts.add(chart("latency-p99", "Latency, p99", "ms", latency, true, Measure.P99));
        }
        charts.add(chart(
                "memory",
                "Memory of the server",
                "resident memory (RSS), peak",
                "Highest RSS of all processes of the server under the load.",
                false,
                Measure.MEMORY));
        charts.add(chart(
                "threads",
                "Threads of the server",
                "threads, peak",
                "Highest number of threads of all processes of the server under the load.",
                true,
                Measure.THREADS));
        charts.add(chart(
                "cost",
                "Requests per second of the server's CPU",
                "requests per CPU second",
                "Where client and server share CPUs, the rate also depends on the client's CPU time, so this is the fairer"
                        + " comparison.",
                false,
                Measure.COST));
        return charts;
    }

    /** @param wide whether the axis of values may be logarithmic */
    private Chart chart(String id, String title, String axis, String note, boolean wide, Measure... measures) {
        var series = new ArrayList<ChartSpec.Series>();
        bySeries().forEach((label, entries) -> {
            for (var measure : measures) {
                series.add(series(label, entries, measure, measures));
            }
        });
        var values = series.stream()
                .flatMap(one -> one.values().stream())
                .filter(Objects::nonNull)
                .mapToDouble(Number::doubleValue);
        var concurrencies = concurrencies();
        var x = new ChartSpec.X(
                CONNECTIONS,
                List.copyOf(concurrencies),
                isWide(concurrencies.stream().mapToDouble(n -> n)),
                false);
        var y = new ChartSpec.Y(axis, wide && isWide(values), measures[0] == Measure.MEMORY);
        boolean repeated =
                group.entries().stream().anyMatch(entry -> entry.row().repeats() > 1);
        var label = "Chart: %s against connections, a line for each server. The table below it has the same figures."
                .formatted(title);
        return new Chart(
                id + suffix,
                title + heading,
                label,
                new ChartSpec(title, x, y, series),
                note + (repeated ? " Points are medians of the repeats that ended well, bars their range." : ""),
                table(measures));
    }

    /** Whether an axis of these values is logarithmic. */
    static boolean isWide(DoubleStream values) {
        var statistics = values.summaryStatistics();
        return statistics.getCount() > 0
                && statistics.getMin() > 0
                && statistics.getMax() / statistics.getMin() >= WIDE;
    }

    private List<Integer> concurrencies() {
        return group.entries().stream()
                .map(ReportEntry::concurrency)
                .distinct()
                .sorted()
                .toList();
    }

    /** Entries by line. The lines of one server, which are of several runs, are next to each other. */
    private Map<String, List<ReportEntry>> bySeries() {
        return group.entries().stream()
                .sorted(Comparator.comparing((ReportEntry entry) ->
                                group.servers().indexOf(entry.row().server()))
                        .thenComparing(ReportEntry::nth))
                .collect(Collectors.groupingBy(ReportEntry::series, LinkedHashMap::new, Collectors.toList()));
    }

    private ChartSpec.Series series(String label, List<ReportEntry> entries, Measure measure, Measure[] measures) {
        var concurrencies = concurrencies();
        var places = new ReportEntry[concurrencies.size()];
        entries.forEach(entry -> places[concurrencies.indexOf(entry.concurrency())] = entry);
        var first = entries.getFirst();
        return ChartPoints.series(
                measures.length == 1 ? label : label + " " + measure.name().toLowerCase(Locale.ROOT),
                first.server(),
                first.nth() > 0 || measure == Measure.P99 && measures.length > 1,
                places,
                measure,
                budget);
    }

    private ChartTable table(Measure... measures) {
        var columns = new TableColumns().left("server").right(CONNECTIONS);
        Stream.of(measures).forEach(measure -> columns.add(measure.heading));
        columns.left("remarks");
        return ChartTable.of(columns.list(), List.of(group), StepGroup::entries, (all, entry) -> row(entry, measures));
    }

    private List<String> row(ReportEntry entry, Measure... measures) {
        var row = new ArrayList<>(List.of(entry.series(), PlainText.count(entry.concurrency())));
        Stream.of(measures).forEach(measure -> row.add(measure.text(entry.row())));
        row.add(ChartPoints.remark(entry, budget, measures));
        return row;
    }
}
