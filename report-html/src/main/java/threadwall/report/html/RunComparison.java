package threadwall.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.report.Ratio;
import threadwall.report.RatioInterval;
import threadwall.report.TableColumns;

/**
 * Compares the first run with each of the others.
 *
 * @param lines by group and concurrency, then by server and run
 * @param lost steps that did not end well where the same step of the other run did
 */
record RunComparison(List<RecordedRun> runs, boolean severalLoads, List<Line> lines, List<ReportEntry> lost) {

    /** One server under one load in the first run and in another. Both have a rate. */
    record Line(LoadSetting setting, ReportEntry first, ReportEntry other) {

        /** The other run over the first run; empty where one lacks the figure. */
        Optional<Ratio> ratio(Measure measure) {
            var above = measure.of(other.row());
            var below = measure.of(first.row());
            return above == null || below == null || below.median() == 0
                    ? Optional.empty()
                    : Optional.of(EntryRatio.betweenRuns(other, first, measure));
        }

        private String text(Measure measure) {
            return ratio(measure).map(Ratio::cellOfTwoDecimals).orElse("");
        }

        /** {@code kilim 1.31 times}, {@code kilim 1.02 (0.95–1.09) times (no difference)}. */
        private String rate() {
            var ratio = ratio(Measure.RATE);
            return "%s %s times%s"
                    .formatted(
                            other.server(),
                            ratio.map(Ratio::twoDecimals).orElse(""),
                            ratio.filter(Ratio::isNoDifference)
                                    .map(same -> " (" + RatioInterval.NO_DIFFERENCE + ")")
                                    .orElse(""));
        }

        private boolean hasInterval() {
            return ratio(Measure.RATE).filter(ratio -> ratio.interval() != null).isPresent();
        }
    }

    private static final String INTERVALS = "geometric means with Welch's 95 % t-interval over the repeats";

    /** A sentence names this many servers before it says "and others". */
    private static final int NAMED = 6;

    private static final List<Measure> COMPARED =
            List.of(Measure.RATE, Measure.P50, Measure.P99, Measure.MEMORY, Measure.THREADS, Measure.COST);

    static RunComparison of(List<RecordedRun> runs, List<StepGroup> groups) {
        record Place(String server, int concurrency) {}
        var lines = new ArrayList<Line>();
        var lost = new ArrayList<ReportEntry>();
        for (var group : groups) {
            Map<Place, ReportEntry> firsts = new LinkedHashMap<>();
            for (var entry : group.entries()) {
                var place = new Place(entry.row().server(), entry.concurrency());
                var first = firsts.get(place);
                if (entry.nth() == 0) {
                    firsts.put(place, entry);
                } else if (first != null && entry.hasRate() && first.hasRate()) {
                    lines.add(new Line(group.setting(), first, entry));
                } else if (first != null && entry.hasRate() != first.hasRate()) {
                    lost.add(entry.hasRate() ? first : entry);
                }
            }
        }
        return new RunComparison(runs, groups.size() > 1, lines, lost);
    }

    /** Compares the last run with the first, at the most connections that both have. */
    String sentence() {
        var last = lines.stream()
                .filter(line -> line.other.nth() == runs.size() - 1)
                .toList();
        var from = PlainText.name(runs.getFirst().label());
        var to = PlainText.name(runs.getLast().label());
        if (last.isEmpty()) {
            return "%s and %s share no good step of one server under one load, so there is no ratio."
                    .formatted(from, to);
        }
        int most =
                last.stream().mapToInt(line -> line.other.concurrency()).max().orElseThrow();
        var there =
                last.stream().filter(line -> line.other.concurrency() == most).toList();
        var setting = there.getFirst().setting;
        var shown = there.stream().filter(line -> line.setting.equals(setting)).toList();
        var ratios = shown.stream().limit(NAMED).map(Line::rate).collect(Collectors.joining(", "));
        return "At %,d connections%s %s answered, compared with %s: %s as many requests per second%s%s."
                .formatted(
                        most,
                        severalLoads ? " under " + setting.words() : "",
                        to,
                        from,
                        ratios,
                        shown.size() > NAMED ? " (and %d others)".formatted(shown.size() - NAMED) : "",
                        RatioCaveats.inBrackets(caveats(shown, most)));
    }

    private List<String> caveats(List<Line> shown, int most) {
        var caveats = new ArrayList<String>();
        boolean repeated = shown.stream()
                .anyMatch(
                        line -> line.first.row().good() > 1 || line.other.row().good() > 1);
        if (shown.stream().anyMatch(Line::hasInterval)) {
            caveats.add(shown.stream().allMatch(Line::hasInterval) ? INTERVALS : INTERVALS + ", else medians");
        } else {
            caveats.add(repeated ? "medians" : "one repeat each: treat ratios under 1.2 as noise");
        }
        var marks = shown.stream()
                .flatMap(line -> Stream.of(line.first, line.other))
                .flatMap(entry -> entry.marks().stream()
                        .map(mark -> entry.series() + " " + PlainText.brief(mark, RatioCaveats.REASON)))
                .distinct()
                .limit(NAMED);
        caveats.addAll(marks.toList());
        lost.stream()
                .filter(entry -> entry.concurrency() >= most)
                .limit(NAMED)
                .map(entry -> "%s has no good step at %,d".formatted(entry.series(), entry.concurrency()))
                .forEach(caveats::add);
        if (!RunDifferences.between(runs).isEmpty()) {
            caveats.add("not the same machine and build: see below");
        }
        return caveats;
    }

    void write(HtmlWriter html, SizeBudget budget) {
        html.section("comparison", "Side by side")
                .note("Each run's medians, divided by those of "
                        + PlainText.name(runs.getFirst().label()) + ", where both have a good step."
                        + (lines.stream().anyMatch(Line::hasInterval)
                                ? " Where both have three good repeats: " + INTERVALS + ", or \"no difference\" where"
                                        + " the interval contains 1."
                                : ""));
        var differences = RunDifferences.between(runs);
        if (!differences.isEmpty()) {
            html.element("p", "These differ between the runs, so the ratios may be due to them:", "class", "failed")
                    .open("ul");
            differences.stream().limit(budget.rows()).forEach(difference -> html.element("li", difference));
            html.close("ul").line();
        }
        table(budget).write(html);
        if (lines.size() > budget.rows()) {
            html.note(PlainText.leftOut(lines.size() - budget.rows(), "row") + ".");
        }
        html.endSection();
    }

    private ChartTable table(SizeBudget budget) {
        var columns = new TableColumns().left("server").right("connections").left("runs");
        if (severalLoads) {
            columns.left("load");
        }
        COMPARED.forEach(measure -> columns.right(measure.heading.title().replace(" MB", "")));
        var rows = lines.stream()
                .limit(budget.rows())
                .map(line -> {
                    var row = new ArrayList<>(List.of(
                            line.other.server(),
                            PlainText.count(line.other.concurrency()),
                            PlainText.name(line.other.run()) + " / " + PlainText.name(line.first.run())));
                    if (severalLoads) {
                        row.add(line.setting.words());
                    }
                    COMPARED.forEach(measure -> row.add(line.text(measure)));
                    return List.<String>copyOf(row);
                })
                .toList();
        return new ChartTable(columns.list(), rows);
    }
}
