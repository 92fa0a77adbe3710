package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import threadwall.report.Ratio;
import threadwall.report.html.WorkersCurve.Line;

/** One sentence: how the fewest workers change requests per CPU second, compared with the server's own choice. */
final class WorkersHeadline {

    private static final String REQUESTS = " requests per CPU second of the server";
    private static final String MORE = "more%s with %s";
    private static final String FEWER = "fewer%s with %s";
    private static final String AS_MANY = "about as many%s, no clear difference in these repeats, with %s";
    private static final String AS_MANY_ONCE = "about as many%s, no clear difference in a single run, with %s";

    /** The fewest workers compared with {@link Line#base()}. */
    private record Gain(Line line, ReportEntry entry, Ratio ratio) {}

    private final WorkersCurve curve;
    private final String few;
    private final List<Gain> gains;

    private WorkersHeadline(WorkersCurve curve) {
        this.curve = curve;
        int fewest = curve.numbers().getFirst();
        this.few = fewest == 1 ? "one worker" : fewest + " workers";
        this.gains = curve.lines().stream()
                .flatMap(line -> line.with(fewest).stream()
                        .flatMap(entry -> line.overBase(entry).stream().map(ratio -> new Gain(line, entry, ratio))))
                .toList();
    }

    /** @param several whether the sentence must name the load, since the run has several */
    static String of(WorkersCurve curve, boolean several) {
        return new WorkersHeadline(curve).sentence(curve.words(several));
    }

    private String sentence(String load) {
        var most = curve.hasDefault() ? "the default" : "the most";
        if (gains.isEmpty()) {
            return "At %s no server has good steps with both %s and %s, so there is nothing to compare."
                    .formatted(load, few, most);
        }
        var verdicts = new ArrayList<String>();
        for (var form : List.of(MORE, FEWER, AS_MANY, AS_MANY_ONCE)) {
            var servers = gains.stream()
                    .filter(gain -> form(gain.ratio()).equals(form))
                    .map(WorkersHeadline::words)
                    .collect(Collectors.joining(", "));
            if (!servers.isEmpty()) {
                verdicts.add(form.formatted(verdicts.isEmpty() ? REQUESTS : "", servers)); // the noun once
            }
        }
        return "At %s %s instead of %s gave %s%s."
                .formatted(load, few, most, String.join("; ", verdicts), RatioCaveats.inBrackets(caveats()));
    }

    private static String form(Ratio ratio) {
        if (ratio.isDifference()) {
            return ratio.isLess() ? FEWER : MORE;
        }
        return ratio.repeats() > 1 ? AS_MANY : AS_MANY_ONCE;
    }

    /** {@code vertx (1.31 times, 1.22–1.41)}; with the number of workers of the base where it is not the default. */
    private static String words(Gain gain) {
        var base = gain.line().base();
        return "%s (%s times%s%s)"
                .formatted(
                        gain.line().label(),
                        gain.ratio().number(),
                        gain.line().hasDefault() ? "" : " its " + base.workers() + " workers",
                        gain.ratio().range().map(range -> ", " + range).orElse(""));
    }

    private String basis() {
        var repeats = gains.stream().mapToInt(gain -> gain.ratio().repeats()).summaryStatistics();
        if (repeats.getMax() < 2) {
            return "one repeat";
        }
        var words = gains.stream().anyMatch(gain -> gain.ratio().interval() != null)
                ? "geometric means and 95 %% t-intervals of %s%d repeats"
                : "medians of %s%d repeats ± half the range of their ratios";
        return words.formatted(repeats.getMin() < repeats.getMax() ? "up to " : "", repeats.getMax());
    }

    private List<String> caveats() {
        var caveats = new ArrayList<String>();
        caveats.add(basis());
        gains.stream()
                .filter(gain -> gain.ratio().repeats() == 0)
                .map(gain -> "%s: ratio of the medians, because no repeat went well with both"
                        .formatted(gain.line().label()))
                .forEach(caveats::add);
        curve.lines().stream()
                .filter(line -> gains.stream().noneMatch(gain -> gain.line() == line))
                .map(line -> line.label() + " has no good step with one of them")
                .forEach(caveats::add);
        long marked = gains.stream()
                .flatMap(gain -> List.of(gain.entry(), gain.line().base()).stream())
                .filter(entry -> !entry.marks().isEmpty())
                .count();
        if (marked > 0) {
            caveats.add("%d of the %d compared points were client-bound, sharded or lack a repeat: see their remarks"
                    .formatted(marked, 2 * gains.size()));
        }
        return caveats;
    }
}
