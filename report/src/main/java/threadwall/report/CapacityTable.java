package threadwall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.LatencyLimit;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.TrialVerdict;
import tools.jackson.databind.json.JsonMapper;

/**
 * The results of {@code capacity}.
 *
 * @param limit of the latency; {@code null} without a load
 * @param servers in the order of the run
 * @param curve by server, then by rate
 * @param recoveries of the servers that were overloaded
 */
public record CapacityTable(
        LatencyLimit limit, List<CapacityRow> servers, List<CurveRow> curve, List<RecoveryRow> recoveries) {

    /** Of the table of capacities. */
    public static final List<TableColumn> COLUMNS = new TableColumns()
            .left("server")
            .right("capacity/s", "found", "without limit", "planned p99 ms", "req/CPU-s", "threads", "RSS MB")
            .list();

    /** Whether these steps are of a run of {@code capacity}. */
    public static boolean isOf(List<StepRecord> steps) {
        return steps.stream().anyMatch(step -> step.asked().trial() != null);
    }

    public static CapacityTable of(List<StepRecord> steps) {
        var trials = steps.stream().filter(step -> step.asked().trial() != null).toList();
        var byServer = trials.stream()
                .collect(Collectors.groupingBy(step -> step.asked().server(), LinkedHashMap::new, Collectors.toList()));
        var rows = new ArrayList<CapacityRow>();
        var curve = new ArrayList<CurveRow>();
        byServer.forEach((server, own) -> {
            rows.add(CapacityRow.of(server, own));
            own.stream()
                    .filter(step -> step.asked().trial().part() == Part.CURVE)
                    .collect(Collectors.groupingBy(step -> step.asked().load().rate()))
                    .values()
                    .stream()
                    .map(CurveRow::of)
                    .sorted(Comparator.comparing(CurveRow::rate))
                    .forEach(curve::add);
        });
        var limit = trials.isEmpty() ? null : trials.getFirst().asked().trial().limit();
        var recoveries = trials.stream()
                .filter(step -> TrialVerdict.of(step) != TrialVerdict.INVALID)
                .filter(step -> step.arrivals() != null && step.arrivals().recovery() != null)
                .map(RecoveryRow::of)
                .toList();
        return new CapacityTable(limit, List.copyOf(rows), List.copyOf(curve), recoveries);
    }

    /** The tables, and below each what its columns are. */
    public String text() {
        return capacities().text()
                + (curve.isEmpty() ? "" : "\n" + curves().text())
                + (recoveries.isEmpty() ? "" : "\n" + recoveryTable().text());
    }

    public String markdown() {
        return capacities().markdown()
                + (curve.isEmpty() ? "" : "\n### Latency against load\n\n" + curves().markdown())
                + (recoveries.isEmpty()
                        ? ""
                        : "\n### Recovery\n\n" + recoveryTable().markdown());
    }

    public String json() {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    /** The capacities, one row a server. */
    public String csv() {
        return new CsvTable<>(CapacityRow.class, servers).render();
    }

    private TextTable capacities() {
        var notes = new ArrayList<String>();
        for (var row : servers) {
            row.doubts().forEach(doubt -> notes.add(row.server() + ": " + TableFormat.onOneLine(doubt.text())));
        }
        notes.add(
                "capacity/s: the highest rate that meets three conditions: at least 99 % of the requests were answered"
                        + " before the load's end, none failed, and the latency limit%s was kept."
                                .formatted(limit == null ? "" : " (planned " + limit.words() + ")")
                        + " Two freshly started servers confirmed it; p99, req/CPU-s, threads and RSS are of them. found:"
                        + " the median of the repeats' searches (resolution 5 %) with a 95 % interval; with the range, if"
                        + " there are fewer than three or it is a lower bound, which has ≥. without limit: the same, with the range,"
                        + " whatever the latency; not confirmed");
        return new TextTable(COLUMNS, servers.stream().map(CapacityTable::cells).toList(), notes);
    }

    /** A row under {@link #COLUMNS}. */
    public static List<String> cells(CapacityRow row) {
        return List.of(
                row.server(),
                row.confirmed() == null ? "" : bounded(row, String.format(Locale.ROOT, "%,d", row.confirmed())),
                found(row),
                MedianRange.text(row.sustained(), "%,.0f"),
                MedianRange.text(row.plannedP99Millis(), "%,.0f"),
                MedianRange.text(row.requestsPerCpuSecond(), "%,.0f"),
                MedianRange.text(row.threads(), "%,.0f"),
                MedianRange.text(MedianRange.scaled(row.rssBytes(), 1e6), "%,.0f"));
    }

    /** The median of the searches; its interval, if something but the server ended them, says nothing of the server. */
    private static String found(CapacityRow row) {
        return row.inLimitInterval() == null || isAtLeast(row)
                ? bounded(row, MedianRange.text(row.inLimit(), "%,.0f"))
                : String.format(
                        Locale.ROOT,
                        "%,.0f (%,.0f–%,.0f)",
                        row.inLimit().median(),
                        row.inLimitInterval().low(),
                        row.inLimitInterval().high());
    }

    private static boolean isAtLeast(CapacityRow row) {
        return row.doubts().stream().anyMatch(CapacityDoubt::isAtLeast);
    }

    /** A capacity, if there is one, marked where it is a lower bound. */
    private static String bounded(CapacityRow row, String capacity) {
        return capacity.isEmpty() || !isAtLeast(row) ? capacity : "≥ " + capacity;
    }

    private TextTable recoveryTable() {
        return new TextTable(
                RecoveryRow.COLUMNS, recoveries.stream().map(RecoveryRow::cells).toList(), List.of(RecoveryRow.NOTE));
    }

    private TextTable curves() {
        var columns = new TableColumns()
                .left("server")
                .right(
                        "offered/s",
                        "share",
                        "answered %",
                        "failed",
                        "planned p50 ms",
                        "p90",
                        "p99",
                        "p99.9",
                        "max",
                        "raw p99")
                .right("threads", "RSS MB", "CPU µs/req", "overflows", "GC ms");
        var rows = curve.stream()
                .map(row -> Stream.of(
                                row.offered(),
                                row.planned().cells(),
                                List.of(MedianRange.text(row.raw().p99Millis(), "%,.0f")),
                                row.costs())
                        .flatMap(List::stream)
                        .toList())
                .toList();
        return new TextTable(
                columns.list(),
                rows,
                List.of(
                        "share: of the server's own capacity without limit; empty for a rate that all servers have in common."
                                + " planned: from when a request was due; raw: from its send"));
    }
}
