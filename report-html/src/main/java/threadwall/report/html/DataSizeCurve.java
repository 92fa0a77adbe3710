package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import threadwall.record.StepPlan.DataSize;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Cache;
import threadwall.record.StepRecord.DatabaseSide;
import threadwall.record.StepRecord.Outcome;
import threadwall.report.MedianRange;
import threadwall.report.Ratio;
import threadwall.report.TableFormat;

/**
 * Servers under one load with several sizes of data, on a database with limited memory: the contents of a chart of rate
 * against data size over memory.
 *
 * @param lines one for each server and run, in the order in which they first appear
 */
record DataSizeCurve(Place place, List<Line> lines) {

    /** A fall to less than half is a break; a smaller one is a slope. */
    static final int BREAK = 2;

    /** What all its points have in common. */
    record Place(
            int concurrency,
            boolean keepAlive,
            String engine,
            long memoryBytes,
            long sharedBuffersBytes,
            Integer diskReadsPerSecond) {

        private static Place of(ReportEntry entry) {
            var asked = entry.steps().getFirst().asked();
            var size = asked.data().dataSize();
            return new Place(
                    asked.load().concurrency(),
                    asked.load().keepAlive(),
                    Objects.requireNonNullElse(asked.load().engine(), TableFormat.USUAL_ENGINE),
                    size.memoryBytes(),
                    size.sharedBuffersBytes(),
                    size.diskReadsPerSecond());
        }

        /**
         * "100 connections, PostgreSQL in 268 MB of memory with 200 reads a second of its disk"; "100 kept connections of
         * wrk, PostgreSQL in 268 MB of memory (134 MB of it in shared_buffers)".
         */
        String words() {
            return "%s%s, PostgreSQL in %s MB of memory%s%s"
                    .formatted(
                            PlainText.plural(concurrency, keepAlive ? "kept connection" : "connection"),
                            engine.equals(TableFormat.USUAL_ENGINE) ? "" : " of " + PlainText.name(engine),
                            PlainText.count(memoryBytes / 1e6),
                            sharedBuffersBytes == DataSize.USUAL_SHARED_BUFFERS
                                    ? ""
                                    : " (%s MB of it in shared_buffers)"
                                            .formatted(PlainText.count(sharedBuffersBytes / 1e6)),
                            diskReadsPerSecond == null
                                    ? ""
                                    : " with %s of its disk"
                                            .formatted(PlainText.plural(diskReadsPerSecond, "read") + " a second"));
        }
    }

    /**
     * One server in one run.
     *
     * @param entries by size of data
     */
    record Line(String label, List<ReportEntry> entries) {

        Line {
            entries = entries.stream()
                    .sorted(Comparator.comparing(DataSizeCurve::percent))
                    .toList();
        }

        Optional<ReportEntry> at(int percent) {
            return entries.stream().filter(entry -> percent(entry) == percent).findFirst();
        }

        /**
         * The two neighbouring sizes between which the rate breaks: the slowest repeat of all smaller sizes has at
         * least {@value DataSizeCurve#BREAK} times the rate of the fastest repeat of all larger ones, and the larger of the
         * two is slower. So a single outlier makes no break. Of several breaks, the one with the largest ratio.
         */
        Optional<Fall> breaks() {
            var rated = rated();
            return IntStream.range(1, rated.size())
                    .boxed()
                    .filter(i -> apart(rated, i) >= BREAK && new Fall(rated.get(i - 1), rated.get(i)).isSlower())
                    .max(Comparator.comparingDouble(i -> apart(rated, i)))
                    .map(i -> new Fall(rated.get(i - 1), rated.get(i)));
        }

        /** The slowest rate before a place over the fastest after it. */
        private static double apart(List<ReportEntry> rated, int place) {
            double slowest = rated.subList(0, place).stream()
                    .mapToDouble(
                            entry -> entry.row().responses().requestsPerSecond().min())
                    .min()
                    .orElseThrow();
            double fastest = rated.subList(place, rated.size()).stream()
                    .mapToDouble(
                            entry -> entry.row().responses().requestsPerSecond().max())
                    .max()
                    .orElseThrow();
            return slowest / fastest;
        }

        /** The smallest and the largest size with a rate; empty when there are not two. */
        Optional<Fall> all() {
            var rated = rated();
            return rated.size() < 2 ? Optional.empty() : Optional.of(new Fall(rated.getFirst(), rated.getLast()));
        }

        private List<ReportEntry> rated() {
            return entries.stream().filter(ReportEntry::hasRate).toList();
        }
    }

    /** Two sizes, of which the larger is expected to be slower. */
    record Fall(ReportEntry from, ReportEntry to) {

        /** Of the medians; within the repeats where there are enough for an interval. */
        Ratio factor() {
            return EntryRatio.ofMedians(from, to);
        }

        /** Whether the larger is slower by more than noise. */
        boolean isSlower() {
            var ratio = EntryRatio.of(to, from);
            return ratio.isDifference() && ratio.isLess();
        }
    }

    /** Empty when no server had several sizes of data. */
    static List<DataSizeCurve> of(List<StepGroup> groups) {
        var curves = new ArrayList<DataSizeCurve>();
        groups.stream()
                .flatMap(group -> group.entries().stream())
                .filter(entry -> size(entry) != null)
                .collect(Collectors.groupingBy(Place::of, LinkedHashMap::new, Collectors.toList()))
                .forEach((place, entries) -> curves.add(new DataSizeCurve(place, lines(entries))));
        curves.removeIf(curve -> curve.percents().size() < 2);
        return curves;
    }

    private static List<Line> lines(List<ReportEntry> entries) {
        var lines = new ArrayList<Line>();
        entries.stream()
                .collect(Collectors.groupingBy(ReportEntry::series, LinkedHashMap::new, Collectors.toList()))
                .forEach((label, points) -> lines.add(new Line(label, points)));
        return lines;
    }

    /** As many whole lines as the budget allows. */
    DataSizeCurve within(SizeBudget budget) {
        return new DataSizeCurve(place, budget.whole(lines, line -> line.entries.size()));
    }

    /** All sizes that were asked for, ascending. */
    List<Integer> percents() {
        return lines.stream()
                .flatMap(line -> line.entries().stream())
                .map(DataSizeCurve::percent)
                .distinct()
                .sorted()
                .toList();
    }

    private static DataSize size(ReportEntry entry) {
        return entry.steps().getFirst().asked().data().dataSize();
    }

    static int percent(ReportEntry entry) {
        return size(entry).percent();
    }

    /** A figure over the repeats that ended well; {@code null} where none has it. */
    static MedianRange spread(ReportEntry entry, Function<Cache, ? extends Number> figure) {
        var caches = entry.steps().stream()
                .filter(step -> step.outcome() == Outcome.OK)
                .map(StepRecord::database)
                .filter(Objects::nonNull)
                .map(DatabaseSide::cache)
                .filter(Objects::nonNull)
                .toList();
        return MedianRange.of(caches, figure);
    }
}
