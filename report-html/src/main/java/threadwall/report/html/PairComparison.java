package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import threadwall.report.Ratio;

/**
 * Compares two servers of one run under the same load: the fiber server with a thread per request where the run has both, else
 * the pair that comes nearest to that. They are compared at the most connections at which both have a rate.
 *
 * @param above the server that the sentence is about; {@code below} the one it is compared with. Both are {@code null} when
 *     there is no such number of connections
 * @param subject all entries of the one, {@code object} of the other
 * @param load words for the load, where the run has several; else empty
 */
record PairComparison(
        ReportEntry above, ReportEntry below, List<ReportEntry> subject, List<ReportEntry> object, String load) {

    /** Empty when the group has only one server. */
    static Optional<PairComparison> of(StepGroup group, boolean several) {
        var servers = new ArrayList<>(new LinkedHashSet<>(
                group.entries().stream().map(entry -> entry.row().server()).toList()));
        if (servers.size() < 2) {
            return Optional.empty();
        }
        var load = several ? " under " + group.setting().words() : "";
        boolean fibers = servers.contains(ServerDescriptions.FIBERS);
        boolean threads = servers.contains(ServerDescriptions.THREADS);
        if (fibers && threads) {
            return Optional.of(between(group, ServerDescriptions.FIBERS, ServerDescriptions.THREADS, load));
        }
        if (fibers || threads) {
            // compare it with each other server; the first of the best is taken
            var known = fibers ? ServerDescriptions.FIBERS : ServerDescriptions.THREADS;
            servers.remove(known);
            return servers.stream()
                    .map(other -> fibers ? between(group, known, other, load) : between(group, other, known, load))
                    .max(Comparator.comparing(PairComparison::commonConnections)
                            .thenComparing(pair -> pair.rateIfThreads(threads)));
        }
        return fastest(group, servers, load);
    }

    private static Optional<PairComparison> fastest(StepGroup group, List<String> servers, String load) {
        var first = servers.getFirst();
        return servers.stream()
                .skip(1)
                .map(other -> between(group, other, first, load))
                .max(Comparator.comparing(PairComparison::commonConnections)
                        .thenComparing(pair -> pair.rateIfThreads(true)))
                .map(pair -> pair.above != null && rate(pair.above) < rate(pair.below)
                        ? new PairComparison(pair.below, pair.above, pair.object, pair.subject, load)
                        : pair);
    }

    private static double rate(ReportEntry entry) {
        return entry.row().responses().requestsPerSecond().median();
    }

    private double rateIfThreads(boolean counts) {
        return counts && above != null ? rate(above) : 0;
    }

    private static PairComparison between(StepGroup group, String subject, String object, String load) {
        var mine = entries(group, subject);
        var theirs = entries(group, object);
        PairComparison met = new PairComparison(null, null, mine, theirs, load);
        for (var one : mine) {
            for (var other : theirs) {
                if (one.concurrency() == other.concurrency() && one.hasRate() && other.hasRate()) {
                    met = new PairComparison(
                            one, other, mine, theirs, load); // entries are by concurrency: the last is the highest
                }
            }
        }
        return met;
    }

    private static List<ReportEntry> entries(StepGroup group, String server) {
        return group.entries().stream()
                .filter(entry -> entry.row().server().equals(server))
                .toList();
    }

    private int commonConnections() {
        return above == null ? -1 : above.concurrency();
    }

    /** Ranks the pairs of several loads: comparable ones first, then fibers with threads, then the most connections. */
    long preference() {
        boolean ours = subject.getFirst().row().server().equals(ServerDescriptions.FIBERS)
                && object.getFirst().row().server().equals(ServerDescriptions.THREADS);
        return (above == null ? 0 : 1L << 40) + (ours ? 1L << 36 : 0) + Math.max(0, commonConnections());
    }

    String sentence() {
        return above == null ? incomparable() : comparison();
    }

    private String comparison() {
        var ratio = EntryRatio.of(above, below);
        var caveats = caveats(ratio);
        return "At %,d connections%s %s%s%s."
                .formatted(above.concurrency(), load, verdict(ratio), threads(), RatioCaveats.inBrackets(caveats));
    }

    private String verdict(Ratio ratio) {
        var subjectName = ServerDescriptions.of(above);
        var objectName = ServerDescriptions.of(below);
        if (!ratio.isDifference()) {
            return "%s answered about as many requests per second as %s: %s times, no clear difference in %s"
                    .formatted(
                            subjectName,
                            objectName,
                            ratio.text(),
                            ratio.repeats() > 1 ? "these repeats" : "a single run");
        }
        return ratio.isLess()
                ? "%s was slower than %s: it answered %s times as many requests per second"
                        .formatted(subjectName, objectName, ratio.text())
                : "%s answered %s times as many requests per second as %s"
                        .formatted(subjectName, ratio.text(), objectName);
    }

    private String threads() {
        var mine = above.row().resources().threads();
        var theirs = below.row().resources().threads();
        return mine == null || theirs == null
                ? ""
                : ", with %s threads instead of %s"
                        .formatted(PlainText.count(mine.median()), PlainText.count(theirs.median()));
    }

    private List<String> caveats(Ratio ratio) {
        var caveats = new ArrayList<String>();
        caveats.add(ratio.basis());
        RatioCaveats.stores(above, below).ifPresent(caveats::add);
        caveats.addAll(RatioCaveats.of(above));
        caveats.addAll(RatioCaveats.of(below));
        lost(subject, above).ifPresent(caveats::add);
        lost(object, below).ifPresent(caveats::add);
        return caveats;
    }

    /** A server without a figure at more connections. */
    private static Optional<String> lost(List<ReportEntry> all, ReportEntry met) {
        return all.stream()
                .filter(entry -> entry.concurrency() > met.concurrency() && !entry.hasRate())
                .findFirst()
                .map(entry -> "at %,d connections %s has no good step".formatted(entry.concurrency(), entry.server()));
    }

    private String incomparable() {
        return "No concurrency%s has a good step of both %s and %s, so they are not compared: %s; %s."
                .formatted(
                        load,
                        ServerDescriptions.of(subject.getFirst()),
                        ServerDescriptions.of(object.getFirst()),
                        best(subject),
                        best(object));
    }

    private static String best(List<ReportEntry> entries) {
        var good = entries.stream().filter(ReportEntry::hasRate).toList();
        if (good.isEmpty()) {
            var first = entries.getFirst();
            return "%s has no good step (%s)"
                    .formatted(
                            first.server(),
                            PlainText.brief(first.gap() == null ? "no rate" : first.gap(), RatioCaveats.REASON));
        }
        var last = good.getLast();
        return "%s answered %s requests per second at %,d connections%s"
                .formatted(
                        last.server(),
                        Measure.RATE.text(last.row()),
                        last.concurrency(),
                        RatioCaveats.inBrackets(RatioCaveats.of(last)));
    }
}
