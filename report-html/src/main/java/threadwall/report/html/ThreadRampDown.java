package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;
import threadwall.report.TableColumns;

/**
 * Threads that exit after their load has ended, as a share of their peak over a share of the time that it took. Only shares can
 * be compared with a machine that is unknown.
 *
 * @param shares of the peak, at {@link #PARTS} + 1 moments from the last at the peak to the first at rest
 * @param start index of the last count at the peak
 * @param end index of the first count at rest
 */
record ThreadRampDown(List<Double> shares, int start, int end) {

    static final int PARTS = 20;

    /** Counts vary a little, so this share of the peak counts as the peak. */
    private static final double AT_PEAK = 0.999;

    /**
     * This share above the minimum counts as rest. Under a load of 40,000 the requests that check answers, and go on after
     * the load, keep 1.1 % of the threads busy for longer.
     */
    private static final double AT_REST = 0.05;

    /**
     * @param times of the counts, rising, in any unit
     * @return empty where threads did not exit, or were still exiting at the end
     */
    static Optional<ThreadRampDown> of(List<? extends Number> times, List<? extends Number> threads) {
        double peak = threads.stream().mapToDouble(Number::doubleValue).max().orElse(0);
        int start = threads.size() - 1;
        while (start >= 0 && threads.get(start).doubleValue() < AT_PEAK * peak) {
            start--;
        }
        double rest = threads.stream()
                .skip(Math.max(0, start))
                .mapToDouble(Number::doubleValue)
                .min()
                .orElse(peak);
        int end = Math.max(0, start);
        while (end < threads.size() && threads.get(end).doubleValue() > rest + AT_REST * (peak - rest)) {
            end++;
        }
        // one count is not enough for rest: more threads may exit after it
        if (rest > peak / 2 || end >= threads.size() - 1 || start < 0) {
            return Optional.empty();
        }
        return Optional.of(new ThreadRampDown(shares(times, threads, start, end, peak), start, end));
    }

    private static List<Double> shares(
            List<? extends Number> times, List<? extends Number> threads, int start, int end, double peak) {
        var shares = new ArrayList<Double>();
        double from = times.get(start).doubleValue();
        double length = times.get(end).doubleValue() - from;
        int at = start;
        for (int part = 0; part <= PARTS; part++) {
            while (at < end && times.get(at + 1).doubleValue() <= from + length * part / PARTS) {
                at++;
            }
            shares.add(threads.get(at).doubleValue() / peak);
        }
        return shares;
    }

    /** The step of {@code spring-blocking} with the most connections that has a ramp-down. */
    private record Seen(SampledStep watched, ThreadRampDown rampDown) {}

    /** The recipe's ramp-down and that of the first run; empty where the run has none. */
    static Optional<Chart> chart(PublishedRecipe recipe, RecordedRun run) {
        var theirs = recipe.rampDown();
        var seconds = new ArrayList<Integer>();
        theirs.threads().forEach(count -> seconds.add(seconds.size()));
        return of(seconds, theirs.threads())
                .flatMap(published -> run.watched().stream()
                        .filter(watched -> watched.step().asked().server().equals(ServerDescriptions.THREADS))
                        .sorted(Comparator.comparing((SampledStep watched) ->
                                -watched.step().asked().load().concurrency()))
                        .flatMap(watched -> of(watched).map(seen -> new Seen(watched, seen)).stream())
                        .findFirst()
                        .map(seen -> chart(theirs, published, seen)));
    }

    /** Samples from the load on, in which threads may exit. Checks of answers may idle between it and the linger. */
    private static List<Sample> counted(SampledStep watched) {
        return watched.samples().stream()
                .dropWhile(sample -> sample.phase() != Phase.LOAD)
                .filter(sample -> Objects.nonNull(sample.serverThreads()))
                .toList();
    }

    /**
     * A row for each step whose threads have exited: how many, in how many seconds, and how much more memory the machine has
     * then for each of them. Threads that stay are the fewest in any later sample.
     */
    static ChartTable table(RecordedRun run) {
        var rows = new ArrayList<List<String>>();
        for (var watched : run.watched()) {
            of(watched).ifPresent(rampDown -> rows.add(row(watched, rampDown)));
        }
        return new ChartTable(
                new TableColumns()
                        .left("server")
                        .right("connections", "threads before", "threads after", "s", "kB available each")
                        .list(),
                rows);
    }

    private static List<String> row(SampledStep watched, ThreadRampDown rampDown) {
        var samples = counted(watched);
        var before = samples.get(rampDown.start);
        var after = samples.get(rampDown.end);
        double exited = before.serverThreads() - after.serverThreads();
        boolean known = before.memAvailableBytes() != null && after.memAvailableBytes() != null;
        var asked = watched.step().asked();
        return List.of(
                PlainText.name(asked.server()),
                PlainText.count(asked.load().concurrency()),
                PlainText.count(before.serverThreads()),
                PlainText.count(samples.stream()
                        .skip(rampDown.end)
                        .mapToLong(Sample::serverThreads)
                        .min()
                        .orElseThrow()),
                String.format(Locale.ROOT, "%.1f", (after.millis() - before.millis()) / 1e3),
                known
                        ? String.format(
                                Locale.ROOT,
                                "%.1f",
                                (after.memAvailableBytes() - before.memAvailableBytes()) / 1e3 / exited)
                        : "");
    }

    private static Optional<ThreadRampDown> of(SampledStep watched) {
        var after = counted(watched);
        return of(
                after.stream().map(sample -> sample.millis()).toList(),
                after.stream().map(sample -> sample.serverThreads()).toList());
    }

    private static Chart chart(PublishedRecipe.RampDown theirs, ThreadRampDown published, Seen seen) {
        var title = "Ramp-down of thread-per-request";
        var asked = seen.watched.step().asked();
        var here = "step %d".formatted(asked.number());
        var x = new ArrayList<Number>();
        var rows = new ArrayList<List<String>>();
        for (int part = 0; part <= PARTS; part++) {
            double share = (double) part / PARTS;
            x.add(ChartSpec.number(share));
            rows.add(Stream.of(share, published.shares.get(part), seen.rampDown.shares.get(part))
                    .map(PlainText::ratio)
                    .toList());
        }
        var spec = new ChartSpec(
                title,
                new ChartSpec.X("share of the ramp-down's time", x, false, false),
                new ChartSpec.Y("share of the peak", false, false),
                List.of(line("recipe", "recipe", published), line(here, ServerDescriptions.THREADS, seen.rampDown)));
        var note =
                "From the last count at the peak to the first at rest, as shares of the peak and of the ramp-down's time."
                        + " The recipe's curve is from " + theirs.source()
                        + "; the other is step %d, %,d connections."
                                .formatted(asked.number(), asked.load().concurrency());
        return new Chart(
                "ramp-down",
                title,
                "Chart: threads left, as a share of their peak. The table below it has the same figures.",
                spec,
                note,
                new ChartTable(
                        new TableColumns()
                                .right("share of its time", "recipe", here)
                                .list(),
                        rows));
    }

    private static ChartSpec.Series line(String label, String server, ThreadRampDown rampDown) {
        return ChartSpec.Series.line(
                label,
                server,
                "y",
                rampDown.shares.stream().map(ChartSpec::number).toList());
    }
}
