package threadwall.report.html;

import java.util.Locale;
import java.util.stream.Collectors;
import threadwall.report.html.SizeCurve.Line;

/** Where the rate breaks, in one sentence for each server. */
final class SizeFinding {

    private SizeFinding() {}

    static String of(SizeCurve curve) {
        return "At %s: %s."
                .formatted(
                        curve.place().words(),
                        curve.lines().stream().map(SizeFinding::of).collect(Collectors.joining("; ")));
    }

    private static String of(Line line) {
        var steepest = line.steepest();
        if (steepest.isEmpty()) {
            return line.label() + " has not two sizes that went well, so there is nothing to compare";
        }
        var fall = steepest.get();
        var all = line.all().orElseThrow();
        var words = fall.factor() > 1
                ? "%s breaks between %d %% and %d %% of data over memory, from %s to %s requests/s, a factor of %s"
                        .formatted(
                                line.label(),
                                SizeCurve.percent(fall.from()),
                                SizeCurve.percent(fall.to()),
                                Measure.RATE.text(fall.from().row()),
                                Measure.RATE.text(fall.to().row()),
                                factor(fall.factor()))
                : line.label() + " is nowhere slower with more data";
        return fall.equals(all)
                ? words
                : "%s; from %d %% to %d %% it is a factor of %s"
                        .formatted(
                                words,
                                SizeCurve.percent(all.from()),
                                SizeCurve.percent(all.to()),
                                factor(all.factor()));
    }

    private static String factor(double factor) {
        return String.format(Locale.ROOT, factor < 10 ? "%.1f" : "%,.0f", factor);
    }
}
