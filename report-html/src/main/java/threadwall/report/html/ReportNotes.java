package threadwall.report.html;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import threadwall.record.StepRecord.Outcome;

/** The notes below the finding: the runs, and what applies to all their figures. */
final class ReportNotes {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'").withZone(ZoneOffset.UTC);

    /** At most this many unreadable lines are named. */
    private static final int NAMED = 5;

    private ReportNotes() {}

    static List<String> of(List<RecordedRun> runs, List<StepGroup> groups) {
        var notes = new ArrayList<String>();
        for (var run : runs) {
            notes.add(run(run, runs.size() > 1));
            notes.addAll(faults(run));
        }
        if (groups.size() == 1) {
            notes.add("Load: " + groups.getFirst().setting().words() + ".");
        }
        boolean single = groups.stream()
                .flatMap(group -> group.entries().stream())
                .allMatch(entry -> entry.row().repeats() == 1);
        if (!groups.isEmpty() && single) {
            notes.add("One repeat of each step, so ratios have no interval: treat ratios under 1.2 as noise.");
        }
        return notes;
    }

    private static String run(RecordedRun run, boolean several) {
        var steps = run.steps();
        long bad = steps.stream().filter(step -> step.outcome() != Outcome.OK).count();
        int planned = run.start()
                .filter(start -> start.steps() != null)
                .map(start -> start.steps().size())
                .orElse(0);
        var of = planned > steps.size() ? " of %,d planned".formatted(planned) : "";
        var others = String.join(", ", run.others());
        return "%s: %s%s%s%s."
                .formatted(
                        title(run, several),
                        PlainText.plural(steps.size(), "finished step"),
                        of,
                        bad == 0 ? "" : ", %,d of them not good".formatted(bad),
                        others.isEmpty() ? "" : "; not drawn: " + others);
    }

    /** {@code The run 20261121-sweep, 2026-11-21 13:08 UTC}. */
    static String title(RecordedRun run, boolean several) {
        var when = run.start()
                .filter(start -> start.at() != null)
                .map(start -> ", " + TIME.format(start.at()))
                .orElse("");
        return (several ? "Run " : "The run ") + PlainText.name(run.label()) + when;
    }

    static List<String> faults(RecordedRun run) {
        var faults = new ArrayList<String>();
        var skipped = run.content().skipped();
        if (!skipped.isEmpty()) {
            // without the path: a report does not depend on where its run is
            faults.add("%s of its run.jsonl could not be read and %s left out%s."
                    .formatted(
                            PlainText.plural(skipped.size(), "line"),
                            skipped.size() == 1 ? "is" : "are",
                            skipped.stream()
                                    .limit(NAMED)
                                    .map(ReportNotes::lineNumber)
                                    .collect(Collectors.joining(", ", " (", skipped.size() > NAMED ? ", …)" : ")"))));
        }
        if (run.incomplete() > 0) {
            faults.add("Incomplete steps are left out: %,d.".formatted(run.incomplete()));
        }
        run.faults().stream()
                .limit(NAMED)
                .map(fault -> PlainText.brief(fault, RatioCaveats.REASON) + ".")
                .forEach(faults::add);
        return faults;
    }

    /** {@code line 7} of {@code line 7 of DIR/run.jsonl is not a whole record (…)}. */
    private static String lineNumber(String skipped) {
        int of = skipped.indexOf(" of ");
        return of < 0 ? PlainText.brief(skipped, RatioCaveats.REASON) : skipped.substring(0, of);
    }
}
