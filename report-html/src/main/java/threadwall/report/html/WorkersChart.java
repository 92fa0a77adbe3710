package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.RunRecord;
import threadwall.record.RunRecord.Machine;
import threadwall.record.StepPlan;
import threadwall.report.Ratio;
import threadwall.report.SweepColumns;
import threadwall.report.TableColumns;

/** Requests per CPU second of the server against its number of workers, a line for each server. */
record WorkersChart(WorkersCurve curve, List<RecordedRun> runs, SizeBudget budget) {

    private static final String TITLE = "Requests per CPU second against workers";

    private static final String DEFAULT = "default";

    /**
     * One chart for each load with several numbers of workers.
     *
     * @param several whether headings must name the load, since the report has several
     */
    static List<Chart> of(List<WorkersCurve> curves, boolean several, List<RecordedRun> runs, SizeBudget budget) {
        var charts = new ArrayList<Chart>();
        for (var curve : curves) {
            charts.add(new WorkersChart(curve, runs, budget).chart(charts.size(), curves.size() > 1, several));
        }
        return charts;
    }

    private Chart chart(int number, boolean others, boolean several) {
        return new Chart(
                number == 0 ? "workers" : "workers-" + (number + 1),
                others || several ? TITLE + ": " + curve.words(several) : TITLE,
                "Chart: %s, a line for each server. The table below it has the same figures.".formatted(TITLE),
                new ChartSpec(
                        TITLE,
                        new ChartSpec.X("workers", x(), true, false, curve.hasDefault() ? DEFAULT : null),
                        new ChartSpec.Y("requests per CPU second", false, false),
                        curve.lines().stream().map(this::series).toList()),
                WorkersHeadline.of(curve, several)
                        + " Workers are the threads that handle requests: event loops, carriers, Tomcat's threads. default is the"
                        + " server's own number: mostly one per CPU, with spring-blocking one per connection. Over its base:"
                        + " divided by the value with the default, or with the most workers if the default was not measured, in"
                        + " the same repeat; with three repeats or more the geometric mean and its 95 % t-interval. Client cores:"
                        + " CPU used by the client.",
                table());
    }

    private List<Number> x() {
        var x = new ArrayList<Number>(curve.numbers());
        if (curve.hasDefault()) {
            x.add(2 * curve.numbers().getLast()); // at the distance of one doubling
        }
        return x;
    }

    private ChartSpec.Series series(WorkersCurve.Line line) {
        var x = x();
        var places = new ReportEntry[x.size()];
        for (var entry : line.entries()) {
            places[line.isDefault(entry) ? x.size() - 1 : x.indexOf(entry.workers())] = entry;
        }
        var first = line.entries().getFirst();
        return ChartPoints.series(line.label(), first.asked(), first.nth() > 0, places, Measure.COST, budget);
    }

    private ChartTable table() {
        var columns = new TableColumns()
                .left("server", "workers")
                .add(Measure.RATE.heading, Measure.COST.heading)
                .right("over its base")
                .add(SweepColumns.SWITCHES.heading, SweepColumns.WAKE_UPS.heading)
                .add(Measure.P99.heading, SweepColumns.CLIENT.heading)
                .left("remarks");
        return ChartTable.of(columns.list(), curve.lines(), WorkersCurve.Line::entries, this::row);
    }

    private List<String> row(WorkersCurve.Line line, ReportEntry entry) {
        var row = entry.row();
        return List.of(
                line.label(),
                workers(line, entry),
                Measure.RATE.text(row),
                Measure.COST.text(row),
                line.overBase(entry).map(Ratio::cell).orElse(""),
                SweepColumns.SWITCHES.of(row),
                SweepColumns.WAKE_UPS.of(row),
                Measure.P99.text(row),
                SweepColumns.CLIENT.of(row),
                ChartPoints.remark(entry, budget, Measure.COST));
    }

    /** As {@code --workers} takes it. The default has in brackets what it depends on, where that is known. */
    private String workers(WorkersCurve.Line line, ReportEntry entry) {
        if (entry.workers() != null) {
            return line.isDefault(entry)
                    ? "%s (%s)".formatted(DEFAULT, PlainText.plural(entry.workers(), "thread"))
                    : entry.workers().toString();
        }
        return pinned(entry.steps().getFirst().asked())
                .or(() -> runs.get(entry.nth()).start().map(RunRecord::machine).map(Machine::cores))
                .map(processors -> "%s (%s)".formatted(DEFAULT, PlainText.plural(processors, "processor")))
                .orElse(DEFAULT);
    }

    /** How many processors the server was pinned to. */
    private static Optional<Integer> pinned(StepPlan asked) {
        return Optional.ofNullable(asked.servers().pin())
                .map(pin -> pin.server().size())
                .filter(processors -> processors > 0);
    }
}
