package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import threadwall.report.CapacityComparison;
import threadwall.report.CapacityRow;
import threadwall.report.CapacityTable;
import threadwall.report.RecoveryRow;
import threadwall.report.TableFormat;

/**
 * The report of {@code ./threadwall capacity}, built like {@link SweepReport}: what each server can answer, its latency
 * against load, and the verdict on the later runs.
 */
public final class CapacityReport {

    private final List<RecordedRun> runs;
    private final List<CapacityTable> tables;

    private CapacityReport(List<RecordedRun> runs) {
        this.runs = runs;
        this.tables = runs.stream().map(run -> CapacityTable.of(run.steps())).toList();
    }

    /** Whether any run has loads of {@code capacity}. */
    public static boolean hasTrials(List<RecordedRun> runs) {
        return runs.stream().anyMatch(run -> CapacityTable.isOf(run.steps()));
    }

    /** @param runs one, or several of which the later ones are compared with the first */
    public static String of(List<RecordedRun> runs) {
        return HtmlPage.fitting(new CapacityReport(runs)::html);
    }

    /** The finding, the verdicts and the tables. */
    public static String markdown(List<RecordedRun> runs) {
        var report = new CapacityReport(runs);
        return TableFormat.markdown(report.headline())
                + "\n\n"
                + report.verdicts().stream()
                        .map(verdict -> "- " + TableFormat.markdown(verdict) + "\n")
                        .collect(Collectors.joining())
                + IntStream.range(0, runs.size())
                        .mapToObj(i -> (runs.size() == 1
                                        ? "\n"
                                        : "\n### "
                                                + TableFormat.markdown(PlainText.name(
                                                        runs.get(i).label())) + "\n\n")
                                + report.tables.get(i).markdown())
                        .collect(Collectors.joining());
    }

    /** The capacities of all runs; with several, the run's label follows a server's name. */
    public static String csv(List<RecordedRun> runs) {
        var tables = new CapacityReport(runs).tables;
        var rows = IntStream.range(0, runs.size())
                .boxed()
                .flatMap(i -> tables.get(i).servers().stream()
                        .map(row -> runs.size() == 1
                                ? row
                                : row.named(row.server() + " · " + runs.get(i).label())))
                .toList();
        return new CapacityTable(null, rows, List.of(), List.of()).csv();
    }

    /** Each later run against the first; empty for a single run. */
    public static List<CapacityComparison> comparisons(List<RecordedRun> runs) {
        var tables = new CapacityReport(runs).tables;
        return tables.stream()
                .skip(1)
                .map(table -> CapacityComparison.of(tables.getFirst(), table))
                .toList();
    }

    /** A sentence for each server and later run; with more than two runs, behind the label of the later one. */
    public static List<String> verdicts(List<RecordedRun> runs) {
        return ofEach(runs, CapacityComparison::sentences);
    }

    /** Why later runs have less than this share of the first run's capacities, in the same form; empty if none has. */
    public static List<String> shortfalls(List<RecordedRun> runs, double least) {
        return ofEach(runs, comparison -> comparison.shortfalls(least));
    }

    private static List<String> ofEach(List<RecordedRun> runs, Function<CapacityComparison, List<String>> sentences) {
        var comparisons = comparisons(runs);
        return IntStream.range(0, comparisons.size())
                .boxed()
                .flatMap(i -> sentences.apply(comparisons.get(i)).stream()
                        .map(sentence -> runs.size() == 2
                                ? sentence
                                : PlainText.name(runs.get(i + 1).label()) + ": " + sentence))
                .toList();
    }

    private List<String> verdicts() {
        return verdicts(runs);
    }

    private String headline() {
        var first = tables.getFirst();
        var known = first.servers().stream()
                .filter(row -> row.confirmed() != null)
                .map(row -> String.format(Locale.ROOT, "%s %,d", PlainText.name(row.server()), row.confirmed()))
                .toList();
        if (runs.size() > 1) {
            var verdicts = verdicts();
            return verdicts.isEmpty() ? "The runs have no server in common." : verdicts.getFirst() + ".";
        }
        return known.isEmpty()
                ? "No capacity was confirmed."
                : "Requests per second within a planned %s: %s."
                        .formatted(first.limit().words(), String.join(", ", known));
    }

    private List<String> notes() {
        var notes = new ArrayList<String>();
        for (int i = 0; i < runs.size(); i++) {
            notes.add("%s: %s."
                    .formatted(
                            ReportNotes.title(runs.get(i), runs.size() > 1),
                            PlainText.plural(runs.get(i).steps().size(), "load")));
            notes.addAll(ReportNotes.faults(runs.get(i)));
            for (var row : tables.get(i).servers()) {
                row.doubts()
                        .forEach(doubt -> notes.add("%s: %s."
                                .formatted(PlainText.name(row.server()), TableFormat.onOneLine(doubt.text()))));
            }
        }
        return notes;
    }

    private String html(SizeBudget budget) {
        var labels = runs.stream()
                .map(run -> runs.size() == 1 ? "" : " · " + PlainText.name(run.label()))
                .toList();
        var curves = CapacityCharts.of(tables, labels);
        var recovery = RecoveryChart.of(tables, labels);
        return HtmlPage.html(
                runs,
                headline(),
                notes(),
                html -> main(html, budget, labels, curves, recovery),
                Stream.concat(curves.stream(), recovery.stream()).toList());
    }

    private void main(
            HtmlWriter html, SizeBudget budget, List<String> labels, List<Chart> curves, Optional<Chart> recovery) {
        if (runs.size() > 1) {
            html.section(
                    "verdict", "Compared with " + PlainText.name(runs.getFirst().label()));
            verdicts().forEach(html::note);
            html.note("Ratio of the capacities found (one per repeat), with a 95 % confidence interval (Welch's, on"
                    + " logarithms).");
            html.endSection();
        }
        html.section("capacity", "Capacity");
        html.note("Capacity: the highest rate that meets three conditions: at least 99 % of the requests were answered"
                + " before the load's end, none failed, and the latency limit was kept. Two freshly started"
                + " servers confirmed it; p99, req/CPU-s, threads and RSS are of them. found: the median of the repeats'"
                + " searches (resolution 5 %) with a 95 % interval; with the range, if there are fewer than three or a note"
                + " says at least. without limit: the same, with the range, whatever the latency; not confirmed.");
        var rows = IntStream.range(0, tables.size())
                .boxed()
                .flatMap(i -> tables.get(i).servers().stream().map(row -> cells(row, labels.get(i))))
                .toList();
        new ChartTable(CapacityTable.COLUMNS, rows).write(html);
        html.endSection();
        curves.forEach(chart -> chart.write(html));
        recovery(html, labels);
        recovery.ifPresent(chart -> chart.write(html));
        CommandsSection.ofSteps(html, runs, budget);
        MachineSection.ofSteps(html, runs, budget);
    }

    private void recovery(HtmlWriter html, List<String> labels) {
        var rows = IntStream.range(0, tables.size())
                .boxed()
                .flatMap(i -> tables.get(i).recoveries().stream()
                        .map(row -> Stream.concat(
                                        Stream.of(row.server() + labels.get(i)),
                                        row.cells().stream().skip(1))
                                .toList()))
                .toList();
        if (!rows.isEmpty()) {
            html.section("recovery", "Recovery from an overload");
            html.note(RecoveryRow.NOTE + ".");
            new ChartTable(RecoveryRow.COLUMNS, rows).write(html);
            html.endSection();
        }
    }

    private static List<String> cells(CapacityRow row, String label) {
        return Stream.concat(
                        Stream.of(row.server() + label),
                        CapacityTable.cells(row).stream().skip(1))
                .toList();
    }
}
