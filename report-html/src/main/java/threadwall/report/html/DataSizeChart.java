package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import threadwall.record.StepRecord.Cache;
import threadwall.report.MedianRange;
import threadwall.report.TableColumns;

/** Requests per second against data size over memory. Each server has two lines: after a scan, and with a cold cache. */
record DataSizeChart(DataSizeCurve curve, SizeBudget budget) {

    private static final String TITLE = "Requests per second against data over memory";

    /** One chart for each load with several sizes of data. */
    static List<Chart> of(List<DataSizeCurve> curves, SizeBudget budget) {
        var charts = new ArrayList<Chart>();
        for (var curve : curves) {
            charts.add(new DataSizeChart(curve, budget).chart(charts.size(), curves.size() > 1));
        }
        return charts;
    }

    private Chart chart(int number, boolean others) {
        var series = new ArrayList<ChartSpec.Series>();
        for (var line : curve.lines()) {
            series.add(warm(line));
            series.add(cold(line));
        }
        return new Chart(
                number == 0 ? "sizes" : "sizes-" + (number + 1),
                others ? TITLE + ": " + curve.place().words() : TITLE,
                "Chart: %s, two lines for each server. The table below it has the same figures.".formatted(TITLE),
                new ChartSpec(
                        TITLE,
                        new ChartSpec.X("data over memory, %", List.copyOf(curve.percents()), false, false),
                        new ChartSpec.Y("requests/s", true, false),
                        series),
                DataSizeHeadline.of(curve)
                        + " A break: at every smaller size even the slowest repeat is at least %d times as fast as"
                                .formatted(DataSizeCurve.BREAK)
                        + " the fastest repeat at any larger size, and the repeats show a difference. A smaller fall is"
                        + " a slope."
                        + " Data: table and index of the requested rows. Memory: what PostgreSQL may use, with its page cache."
                        + " Cold: the same load with none of these data in memory. The other line: the load after"
                        + " four scans of all requested rows, and in old records one. From the disk: bytes read from the disk, divided by the bytes that"
                        + " PostgreSQL requested from the kernel; read-ahead counts, so it can be above 100 %.",
                table());
    }

    private ChartSpec.Series warm(DataSizeCurve.Line line) {
        var places = curve.percents().stream()
                .map(percent -> line.at(percent).orElse(null))
                .toArray(ReportEntry[]::new);
        return ChartPoints.series(line.label(), server(line), false, places, Measure.RATE, budget);
    }

    private ChartSpec.Series cold(DataSizeCurve.Line line) {
        var values = curve.percents().stream()
                .map(percent -> line.at(percent)
                        .map(entry -> DataSizeCurve.spread(entry, Cache::coldRequestsPerSecond))
                        .map(spread -> ChartSpec.number(spread.median()))
                        .orElse(null))
                .toList();
        return new ChartSpec.Series(line.label() + ", cold", server(line), "y", true, values, null, null, null, null);
    }

    private static String server(DataSizeCurve.Line line) {
        return line.entries().getFirst().asked();
    }

    private ChartTable table() {
        var columns = new TableColumns()
                .left("server")
                .right("data over memory", "data MB")
                .add(Measure.RATE.heading)
                .right("cold", "scan s", "last scan s", "from the disk", "disk reads/req")
                .add(Measure.P99.heading)
                .left("remarks");
        return ChartTable.of(columns.list(), curve.lines(), DataSizeCurve.Line::entries, this::row);
    }

    private List<String> row(DataSizeCurve.Line line, ReportEntry entry) {
        return List.of(
                line.label(),
                DataSizeCurve.percent(entry) + " %",
                text(entry, cache -> cache.dataBytes() / 1e6, "%,.0f"),
                Measure.RATE.text(entry.row()),
                text(entry, Cache::coldRequestsPerSecond, "%,.0f"),
                text(entry, Cache::scanSeconds, "%.1f"),
                text(entry, DataSizeChart::lastScan, "%.1f"),
                text(entry, DataSizeChart::percentFromDisk, "%.0f %%"),
                text(entry, cache -> readsPerRequest(entry, cache), "%.2f"),
                Measure.P99.text(entry.row()),
                ChartPoints.remark(entry, budget, Measure.RATE));
    }

    private static Double lastScan(Cache cache) {
        return cache.laterScanSeconds() == null
                ? null
                : cache.laterScanSeconds().getLast();
    }

    /** {@code null} where PostgreSQL read nothing. */
    private static Double percentFromDisk(Cache cache) {
        return cache.askedBytes() == 0 ? null : Double.valueOf(100.0 * cache.diskBytes() / cache.askedBytes());
    }

    /** Disk reads per request, including those of the clients that check answers. */
    private static Double readsPerRequest(ReportEntry entry, Cache cache) {
        var step = entry.steps().stream()
                .filter(one -> one.database() != null && one.database().cache() == cache)
                .findFirst()
                .orElseThrow();
        long answered = step.load().requestsCompleted()
                + (step.verified() == null ? 0 : step.verified().underLoad());
        return cache.diskReads() == null ? null : Double.valueOf((double) cache.diskReads() / answered);
    }

    private static String text(ReportEntry entry, Function<Cache, ? extends Number> figure, String format) {
        return MedianRange.text(DataSizeCurve.spread(entry, figure), format);
    }
}
