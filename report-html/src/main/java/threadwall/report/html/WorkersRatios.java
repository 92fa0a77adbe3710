package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import threadwall.report.TableColumns;
import threadwall.report.html.PublishedWorkers.Point;

/** Published ratios of worker threads over the default, beside those of the runs with as many workers. */
final class WorkersRatios {

    private WorkersRatios() {}

    /** @param several whether columns must name the load, since the report has several */
    static void write(HtmlWriter html, PublishedWorkers published, List<WorkersCurve> curves, boolean several) {
        html.section("workers-published", "Compared with published figures");
        html.note(
                "Requests per second per core that the server used, divided by those of the same server by default. Theirs is"
                        + " a .NET server on another machine under another load, so only ratios are shown. Figures that a source"
                        + " shows only in a picture are left out.");
        cells(published, curves, several).write(html);
        CitedSource.write(html, published.sources());
        html.endSection();
    }

    static ChartTable cells(PublishedWorkers published, List<WorkersCurve> curves, boolean several) {
        var columns = new TableColumns()
                .left("source", "workers", "spinning", "client's threads")
                .right("theirs", "client's CPU %");
        curves.forEach(curve -> columns.left(curves.size() == 1 ? "here" : "here, " + curve.words(several)));
        columns.left("their source says");
        return new ChartTable(
                columns.list(),
                published.points().stream()
                        .map(point -> row(published, point, curves))
                        .toList());
    }

    private static List<String> row(PublishedWorkers published, Point point, List<WorkersCurve> curves) {
        var row = new ArrayList<String>();
        row.add(CitedSource.shortName(published.sources(), point.source()));
        row.add(orDefault(point.workers()));
        row.add(point.spinning());
        row.add(orDefault(point.clientThreads()));
        row.add(PlainText.ratio(published.overBase(point)));
        row.add(
                point.clientCpuPercent() == null
                        ? ""
                        : point.clientCpuPercent().stream()
                                .map(PlainText::count)
                                .collect(Collectors.joining("–")));
        curves.forEach(curve -> row.add(point.workers() == null ? "" : ours(curve, point.workers())));
        row.add(point.said() == null ? "" : "“" + point.said() + "”");
        return row;
    }

    private static String orDefault(Integer number) {
        return Objects.toString(number, "default");
    }

    /** {@code kilim 1.25 (1.17–1.33), vertx no difference (0.98–1.31)}. */
    private static String ours(WorkersCurve curve, int workers) {
        return curve.lines().stream()
                .flatMap(line -> line.with(workers).flatMap(line::overBase).stream()
                        .map(ratio -> line.label() + " " + ratio.cell()))
                .collect(Collectors.joining(", "));
    }
}
