package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.StepRecord.Cache;
import threadwall.report.html.DataSizeCurve.Fall;
import threadwall.report.html.DataSizeCurve.Line;

/** One sentence on all servers: at which data size the rate breaks, if it does. */
final class DataSizeHeadline {

    private DataSizeHeadline() {}

    static String of(DataSizeCurve curve) {
        return "At %s, after a scan of the data: %s%s."
                .formatted(
                        curve.place().words(),
                        curve.lines().stream().map(DataSizeHeadline::of).collect(Collectors.joining("; ")),
                        RatioCaveats.inBrackets(caveats(curve)));
    }

    private static String of(Line line) {
        var all = line.all();
        if (all.isEmpty()) {
            return line.label() + " has fewer than two sizes that went well, so there is nothing to compare";
        }
        return line.label() + " "
                + line.breaks().map(fall -> breaks(fall, all.get())).orElseGet(() -> slope(all.get()));
    }

    private static String breaks(Fall fall, Fall all) {
        var words = "breaks between %d %% and %d %% of data over memory, %s, %s"
                .formatted(percent(fall.from()), percent(fall.to()), rates(fall), factor(fall));
        return fall.equals(all)
                ? words
                : "%s; from %d %% to %d %% it is %s"
                        .formatted(words, percent(all.from()), percent(all.to()), factor(all));
    }

    private static String slope(Fall all) {
        return "%s: from %d %% to %d %% of data over memory, %s%s"
                .formatted(
                        all.isSlower() ? "has a slope and no break" : "is no slower with more data",
                        percent(all.from()),
                        percent(all.to()),
                        rates(all),
                        all.isSlower() ? ", " + factor(all) : "");
    }

    /** The rates at both sizes, and those with a cold cache. */
    private static String rates(Fall fall) {
        var cold = Stream.of(fall.from(), fall.to())
                .map(entry -> DataSizeCurve.spread(entry, Cache::coldRequestsPerSecond))
                .filter(Objects::nonNull)
                .map(spread -> String.format(Locale.ROOT, "%,.0f", spread.median()))
                .toList();
        return "from %s to %s requests/s%s"
                .formatted(
                        Measure.RATE.text(fall.from().row()),
                        Measure.RATE.text(fall.to().row()),
                        cold.size() < 2 ? "" : " (cold: %s and %s)".formatted(cold.getFirst(), cold.getLast()));
    }

    private static String factor(Fall fall) {
        var factor = fall.factor();
        var format = factor.center() < 10 ? "%.1f" : "%,.0f";
        if (factor.interval() == null) {
            return "a factor of " + String.format(Locale.ROOT, format, factor.center());
        }
        return factor.isNoDifference()
                ? factor.cell()
                : "a factor of " + factor.interval().text(format);
    }

    private static int percent(ReportEntry entry) {
        return DataSizeCurve.percent(entry);
    }

    private static List<String> caveats(DataSizeCurve curve) {
        var falls = curve.lines().stream()
                .flatMap(line -> Stream.concat(line.breaks().stream(), line.all().stream()))
                .toList();
        var compared = falls.stream()
                .flatMap(fall -> Stream.of(fall.from(), fall.to()))
                .toList();
        var caveats = new ArrayList<String>();
        if (!compared.isEmpty()) {
            caveats.add(
                    compared.stream().allMatch(entry -> entry.row().good() == 1)
                            ? "one repeat of each size"
                            : "medians of the repeats");
        }
        if (falls.stream().anyMatch(fall -> fall.factor().interval() != null)) {
            caveats.add("factors: geometric means and 95 % t-intervals");
        }
        compared.stream()
                .flatMap(entry -> RatioCaveats.of(entry).stream())
                .distinct()
                .forEach(caveats::add);
        return caveats;
    }
}
