package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The capacities of one run over those of an earlier one.
 *
 * @param servers that both runs have, in the order of the earlier one
 * @param missing servers of the earlier run that the later one lacks
 */
public record CapacityComparison(List<Line> servers, List<String> missing) {

    /** What the repeats of two runs can tell. */
    public enum Verdict {
        FASTER("faster"),
        SLOWER("slower"),
        NO_DIFFERENCE("no difference that these repeats can show"),
        TOO_FEW_REPEATS("no verdict: each run needs " + RatioInterval.FEWEST + " repeats with a capacity");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        private static Verdict of(RatioInterval ratio) {
            if (ratio == null) {
                return TOO_FEW_REPEATS;
            }
            return ratio.low() > 1 ? FASTER : ratio.high() < 1 ? SLOWER : NO_DIFFERENCE;
        }
    }

    /**
     * One server.
     *
     * @param before capacities within the latency limit, one for each repeat; {@code after} likewise
     * @param ratio of the later over the earlier run; {@code null} with too few repeats
     * @param doubted whether there is a doubt about the earlier capacity; {@code doubtedAfter} about the later one
     * @param atLeastBefore whether the earlier capacity is a lower bound
     */
    public record Line(
            String server,
            MedianRange before,
            MedianRange after,
            RatioInterval ratio,
            Verdict verdict,
            boolean doubted,
            boolean doubtedAfter,
            boolean atLeastBefore) {

        /** Empty, or what follows the verdict. */
        private String doubts() {
            return doubted && doubtedAfter
                    ? " (both capacities are in doubt)"
                    : doubted
                            ? " (the earlier capacity is in doubt)"
                            : doubtedAfter ? " (the later capacity is in doubt)" : "";
        }

        private Optional<String> shortfall(double least) {
            var name = TableFormat.onOneLine(server);
            if (verdict == Verdict.TOO_FEW_REPEATS) {
                return Optional.of(
                        ("%s has too few repeats with a capacity (each run needs %d); run capacity again with more"
                                        + " --repeats")
                                .formatted(name, RatioInterval.FEWEST));
            }
            if (atLeastBefore && verdict != Verdict.SLOWER) {
                return Optional.of(
                        ("the earlier capacity of %s is a lower bound, so a loss cannot be shown; remove the reason"
                                        + " that its doubt names, and run both again")
                                .formatted(name));
            }
            return verdict == Verdict.SLOWER && ratio.center() < least
                    ? Optional.of(
                            String.format(Locale.ROOT, "%s has %.3f of its earlier capacity", name, ratio.center())
                                    + doubts())
                    : Optional.empty();
        }
    }

    public static CapacityComparison of(CapacityTable before, CapacityTable after) {
        var lines = new ArrayList<Line>();
        for (var old : before.servers()) {
            after.servers().stream()
                    .filter(row -> row.server().equals(old.server()))
                    .findFirst()
                    .ifPresent(row -> lines.add(line(old, row)));
        }
        var missing = before.servers().stream()
                .map(CapacityRow::server)
                .filter(server ->
                        after.servers().stream().noneMatch(row -> row.server().equals(server)))
                .toList();
        return new CapacityComparison(List.copyOf(lines), missing);
    }

    private static Line line(CapacityRow before, CapacityRow after) {
        var ratio = RatioInterval.ofSearched(doubles(after.found()), doubles(before.found()));
        return new Line(
                before.server(),
                before.inLimit(),
                after.inLimit(),
                ratio,
                Verdict.of(ratio),
                !before.doubts().isEmpty(),
                !after.doubts().isEmpty(),
                before.doubts().stream().anyMatch(CapacityDoubt::isAtLeast));
    }

    private static List<Double> doubles(List<Integer> rates) {
        return rates.stream().map(Integer::doubleValue).toList();
    }

    /**
     * Why the later run is not fit to go on with: a clause for each server that is slower beyond doubt, with a ratio
     * below the least.
     *
     * @param least the lowest ratio that is fit
     * @return empty if it is fit; not empty if a server has too few repeats or is not in the later run, because nothing was
     *     shown then
     */
    public List<String> shortfalls(double least) {
        if (servers.isEmpty()) {
            return List.of("the runs have no server in common; name runs of the same servers");
        }
        return Stream.concat(
                        servers.stream().flatMap(line -> line.shortfall(least).stream()),
                        missing.stream()
                                .map(server -> "%s is not in the later run; run capacity again with it"
                                        .formatted(TableFormat.onOneLine(server))))
                .toList();
    }

    /** {@code kilim: 5,050 → 4,100 requests/s, 0.81 (0.78–0.85): slower (the later capacity is in doubt)}. */
    public List<String> sentences() {
        return servers.stream()
                .map(line -> String.format(
                        Locale.ROOT,
                        "%s: %s → %s requests/s%s: %s%s",
                        TableFormat.onOneLine(line.server()),
                        MedianRange.text(line.before(), "%,.0f"),
                        MedianRange.text(line.after(), "%,.0f"),
                        line.ratio() == null ? "" : ", " + line.ratio().text("%.2f"),
                        line.verdict().words(),
                        line.doubts()))
                .toList();
    }
}
