package threadwall.report.html;

import java.util.List;
import java.util.stream.Stream;
import threadwall.report.MedianRange;
import threadwall.report.Ratio;
import threadwall.report.RatioInterval;
import threadwall.report.RepeatFigures;

/** The {@link Ratio} of two entries of a report. */
final class EntryRatio {

    private EntryRatio() {}

    /** The ratio of requests per second. Both must have a rate. */
    static Ratio of(ReportEntry above, ReportEntry below) {
        return of(above, below, Measure.RATE);
    }

    /** The ratio of requests per CPU second of the server. Both must have them. */
    static Ratio ofCost(ReportEntry above, ReportEntry below) {
        return of(above, below, Measure.COST);
    }

    private static Ratio of(ReportEntry above, ReportEntry below, Measure measure) {
        return Ratio.within(figures(above, measure), figures(below, measure))
                .orElseGet(() -> ofMedians(above, below, measure, null));
    }

    /** The ratio of the medians, as long as repeats are too few for an interval. Both must have a rate. */
    static Ratio ofMedians(ReportEntry above, ReportEntry below) {
        var paired = of(above, below);
        return paired.interval() == null ? ofMedians(above, below, Measure.RATE, null) : paired;
    }

    /**
     * The ratio of the geometric means over several numbers of connections.
     *
     * @param above as many entries as {@code below}, which all have the figure
     */
    static Ratio ofMeans(List<ReportEntry> above, List<ReportEntry> below, Measure measure) {
        var means = Stream.of(above, below)
                .map(entries -> RepeatFigures.geometricMean(
                        entries.stream().map(entry -> figures(entry, measure)).toList()))
                .toList();
        return Ratio.within(means.getFirst(), means.getLast())
                .orElseGet(() -> Ratio.ofMedians(median(above, measure), median(below, measure), null));
    }

    private static MedianRange median(List<ReportEntry> entries, Measure measure) {
        double logs = entries.stream()
                .mapToDouble(entry -> Math.log(measure.of(entry.row()).median()))
                .average()
                .orElseThrow();
        return MedianRange.of(List.of(Math.exp(logs)));
    }

    /** For entries of different runs, whose repeats are no pairs. Both must have the figure, and below not 0. */
    static Ratio betweenRuns(ReportEntry above, ReportEntry below, Measure measure) {
        var interval = RatioInterval.ofUnpaired(
                figures(above, measure).values(), figures(below, measure).values());
        return ofMedians(above, below, measure, interval);
    }

    private static Ratio ofMedians(ReportEntry above, ReportEntry below, Measure measure, RatioInterval interval) {
        return Ratio.ofMedians(measure.of(above.row()), measure.of(below.row()), interval);
    }

    private static RepeatFigures figures(ReportEntry entry, Measure measure) {
        return RepeatFigures.of(entry.steps(), measure::of);
    }
}
