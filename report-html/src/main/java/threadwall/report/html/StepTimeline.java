package threadwall.report.html;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;
import threadwall.record.StepRecord;
import threadwall.report.TableColumns;

/** The samples of one step, from the start of its server to its end, as chart and table. */
record StepTimeline(StepRecord step, List<Sample> samples, GcPauseMarks pauses) {

    /** Rows of the table, apart from the starts of phases and the peak. */
    private static final int LINES = 24;

    /**
     * @param name of its server in its run
     * @param id of its section: {@code step-003}
     * @param run the run's label; empty for a single run
     * @param points to keep of each line, approximately
     */
    static Chart of(SampledStep watched, String name, String id, String run, int points) {
        return new StepTimeline(watched.step(), watched.samples(), new GcPauseMarks(watched.pauses()))
                .chart(PlainText.name(name), id, run, points);
    }

    private Chart chart(String name, String id, String run, int points) {
        var asked = step.asked();
        var server = PlainText.name(asked.server());
        var title = "Step %d: %s, %,d connections%s%s"
                .formatted(
                        asked.number(),
                        name,
                        asked.load().concurrency(),
                        asked.repeat() > 1 ? ", repeat " + asked.repeat() : "",
                        run.isEmpty() ? "" : ", " + PlainText.name(run));
        var lines = List.of(
                values(Sample::serverThreads),
                carried(values(Sample::open)),
                values(Sample::clientThreads),
                values(Sample::serverRssBytes));
        var kept = Thinning.keep(lines, points);
        var series = new ArrayList<ChartSpec.Series>();
        series.add(ChartSpec.Series.line("server threads", server, "y", lines.get(0), kept));
        series.add(ChartSpec.Series.line("open connections", "connections", "y", lines.get(1), kept));
        series.add(ChartSpec.Series.line("client threads", "client", "y", lines.get(2), kept));
        series.add(ChartSpec.Series.line("server RSS", "memory", "y2", lines.get(3), kept));
        pauses.marks(samples, kept).ifPresent(marks -> series.add(pauses(server, marks, kept)));
        series.removeIf(one -> one.values().stream().allMatch(Objects::isNull));
        var x = new ChartSpec.X(
                "seconds",
                IntStream.of(kept)
                        .mapToObj(this::seconds)
                        .map(ChartSpec::number)
                        .toList(),
                false,
                true);
        var spec = new ChartSpec(
                title,
                x,
                new ChartSpec.Y("threads, connections", false, false),
                new ChartSpec.Y("memory", false, true),
                series,
                bands());
        var label =
                "Chart: threads, open connections and memory of %s over the time of the step. The table below it has"
                        + " some of the same samples.";
        return new Chart(id, title, label.formatted(name), spec, note(), table());
    }

    private List<Number> values(Function<Sample, ? extends Number> value) {
        var values = new ArrayList<Number>();
        samples.forEach(sample -> values.add(value.apply(sample)));
        return values;
    }

    /** A sample without a count of connections repeats the last count. */
    private static List<Number> carried(List<Number> counts) {
        var carried = new ArrayList<Number>();
        for (var count : counts) {
            carried.add(count == null && !carried.isEmpty() ? carried.getLast() : count);
        }
        return carried;
    }

    /** Marks on the line of the threads. */
    private ChartSpec.Series pauses(String server, String[] marks, int[] kept) {
        var values = IntStream.range(0, kept.length)
                .mapToObj(i ->
                        marks[i] == null ? null : (Number) samples.get(kept[i]).serverThreads())
                .toList();
        return new ChartSpec.Series(pauses.label(), server, "y", false, values, null, null, Arrays.asList(marks), null);
    }

    private double seconds(int index) {
        return (samples.get(index).millis() - samples.getFirst().millis()) / 1000.0;
    }

    /** Indices of the samples with which a phase begins. */
    private List<Integer> starts() {
        return IntStream.range(0, samples.size())
                .filter(i ->
                        i == 0 || samples.get(i).phase() != samples.get(i - 1).phase())
                .boxed()
                .toList();
    }

    private List<ChartSpec.Band> bands() {
        var bands = new ArrayList<ChartSpec.Band>();
        var starts = starts();
        for (int i = 0; i < starts.size(); i++) {
            int end = i + 1 < starts.size() ? starts.get(i + 1) : samples.size() - 1;
            bands.add(new ChartSpec.Band(
                    ChartSpec.number(seconds(starts.get(i))),
                    ChartSpec.number(seconds(end)),
                    words(samples.get(starts.get(i)).phase())));
        }
        return bands;
    }

    private static String words(Phase phase) {
        return switch (phase) {
            case IDLE -> "idle";
            case WARM_UP -> "warm-up";
            case LOAD -> "load";
            case LINGER -> "linger";
        };
    }

    /** Says what the table leaves out, and how the number of threads changed. */
    private String note() {
        int peak = peak();
        var note =
                ("%,d samples in %.0f s. The table shows changes of phase, the peak and up to %d samples between; pauses"
                                + " are summed since the row above. Where a sample did not count connections, its cell is empty"
                                + " and the chart keeps the last count. %s")
                        .formatted(samples.size(), lastSecond(), LINES, pauses.sentence())
                        .strip();
        if (peak < 0) {
            return note;
        }
        var counted = samples.stream()
                .filter(sample -> sample.serverThreads() != null)
                .toList();
        var last = counted.getLast();
        return note
                + " Threads of the server: %,d at first, %,d at most (after %.1f s, %s), %,d in the last sample (%s)."
                        .formatted(
                                counted.getFirst().serverThreads(),
                                samples.get(peak).serverThreads(),
                                seconds(peak),
                                words(samples.get(peak).phase()),
                                last.serverThreads(),
                                words(last.phase()));
    }

    private double lastSecond() {
        return seconds(samples.size() - 1);
    }

    /** The first sample with the most threads; -1 when no sample has any. */
    private int peak() {
        int peak = -1;
        for (int i = 0; i < samples.size(); i++) {
            var threads = samples.get(i).serverThreads();
            if (threads != null && (peak < 0 || threads > samples.get(peak).serverThreads())) {
                peak = i;
            }
        }
        return peak;
    }

    private ChartTable table() {
        var shown = new TreeSet<>(starts());
        shown.add(samples.size() - 1);
        if (peak() >= 0) {
            shown.add(peak());
        }
        int next = 0;
        for (int line = 0; line < LINES; line++) {
            double from = lastSecond() * line / LINES;
            while (next < samples.size() - 1 && seconds(next) < from) {
                next++;
            }
            shown.add(next);
        }
        var rows = new ArrayList<List<String>>();
        long before = Long.MIN_VALUE;
        for (int i : shown) {
            long now = samples.get(i).millis();
            // the last row includes the pauses after it
            rows.add(row(i, samples.get(i), pauses.millis(before, i == shown.last() ? Long.MAX_VALUE : now)));
            before = now;
        }
        var columns = new TableColumns()
                .right("s")
                .left("phase")
                .right("threads", "open", "client threads", "RSS MB", "available MB", "GC ms");
        return new ChartTable(columns.list(), rows);
    }

    private List<String> row(int index, Sample sample, String pauses) {
        return List.of(
                String.format(Locale.ROOT, "%.1f", seconds(index)),
                words(sample.phase()),
                count(sample.serverThreads(), 1),
                count(sample.open(), 1),
                count(sample.clientThreads(), 1),
                count(sample.serverRssBytes(), 1e6),
                count(sample.memAvailableBytes(), 1e6),
                pauses);
    }

    private static String count(Long value, double unit) {
        return value == null ? "" : PlainText.count(value / unit);
    }
}
