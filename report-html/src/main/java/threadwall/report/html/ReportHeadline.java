package threadwall.report.html;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import threadwall.record.StepRecord.Outcome;

/** The main finding of a report, as one sentence made from its figures. */
final class ReportHeadline {

    private ReportHeadline() {}

    static String of(List<RecordedRun> runs, List<StepGroup> groups) {
        if (groups.isEmpty()) {
            return nothing(runs);
        }
        if (runs.size() > 1) {
            return RunComparison.of(runs, groups).sentence();
        }
        var curves = WorkersCurve.of(groups);
        if (!curves.isEmpty()) {
            return WorkersHeadline.of(curves.getFirst(), groups.size() > 1);
        }
        var sizes = DataSizeCurve.of(groups);
        if (!sizes.isEmpty()) {
            return DataSizeHeadline.of(sizes.getFirst());
        }
        return groups.stream()
                .flatMap(group -> PairComparison.of(group, groups.size() > 1).stream())
                .max(Comparator.comparing(PairComparison::preference)) // the first of equals
                .map(PairComparison::sentence)
                .orElseGet(() -> oneServer(groups));
    }

    private static String nothing(List<RecordedRun> runs) {
        var others =
                runs.stream().flatMap(run -> run.others().stream()).distinct().collect(Collectors.joining(", "));
        var subject = runs.size() == 1 ? "This run has" : "These runs have";
        return subject + " no finished step, so there is nothing to draw"
                + (others.isEmpty() ? "." : "; a report leaves these out: " + others + ".");
    }

    /** The fastest good step at the most connections; without a good step, the reason. */
    private static String oneServer(List<StepGroup> groups) {
        var all = groups.stream().flatMap(group -> group.entries().stream()).toList();
        var best = all.stream()
                .filter(ReportEntry::hasRate)
                .max(Comparator.comparing(ReportEntry::concurrency)
                        .thenComparing(entry ->
                                entry.row().responses().requestsPerSecond().median()));
        return best.map(entry -> alone(entry, all)).orElseGet(() -> noneGood(all));
    }

    private static String alone(ReportEntry entry, List<ReportEntry> all) {
        var row = entry.row();
        var latency = row.responses().p50Millis() == null || row.responses().p99Millis() == null
                ? ""
                : ", half of them within %s ms and 99 %% within %s ms"
                        .formatted(Measure.P50.text(row), Measure.P99.text(row));
        var threads = row.resources().threads() == null ? "" : ", with %s threads".formatted(Measure.THREADS.text(row));
        var caveats = RatioCaveats.of(entry);
        if (row.good() > 1) {
            caveats.add(0, "median (range) of %d repeats".formatted(row.good()));
        }
        others(entry, all).ifPresent(caveats::add);
        return "At %,d connections %s answered %s requests per second%s%s%s."
                .formatted(
                        entry.concurrency(),
                        ServerDescriptions.of(entry),
                        Measure.RATE.text(row),
                        latency,
                        threads,
                        RatioCaveats.inBrackets(caveats));
    }

    /** Entries without a rate. */
    private static Optional<String> others(ReportEntry shown, List<ReportEntry> all) {
        var failed = all.stream()
                .filter(entry -> !entry.hasRate())
                .map(entry -> "%s has no good step at %,d connections".formatted(entry.server(), entry.concurrency()))
                .toList();
        if (failed.isEmpty()) {
            return Optional.empty();
        }
        var more = failed.size() == 1 ? "" : ", nor have %d others".formatted(failed.size() - 1);
        return Optional.of(failed.getFirst() + more);
    }

    private static String noneGood(List<ReportEntry> all) {
        var steps = all.stream().flatMap(entry -> entry.steps().stream()).toList();
        var bad = steps.stream().filter(step -> step.outcome() != Outcome.OK).findFirst();
        return bad.map(step -> "None of %s ended well, so there is nothing to compare; step %d of %s: %s."
                        .formatted(
                                PlainText.plural(steps.size(), "step"),
                                step.asked().number(),
                                PlainText.name(step.asked().server()),
                                PlainText.brief(ReportEntry.reason(step), RatioCaveats.REASON)))
                .orElse("No step has a rate, so there is nothing to compare.");
    }
}
