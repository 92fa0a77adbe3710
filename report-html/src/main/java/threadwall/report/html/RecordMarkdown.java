package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.IdleRecord;
import threadwall.record.ProbeRecord;
import threadwall.record.ResilienceRecord;
import threadwall.record.RunRecord;
import threadwall.record.ThreadRecord;
import threadwall.report.CpuText;
import threadwall.report.CrashTable;
import threadwall.report.IdleTable;
import threadwall.report.ProbeTable;
import threadwall.report.ResilienceTable;
import threadwall.report.SlowClientsTable;
import threadwall.report.SoakTable;
import threadwall.report.SpeedTable;
import threadwall.report.SweepColumns;
import threadwall.report.TableColumns;
import threadwall.report.TableFormat;
import threadwall.report.ThreadTable;

/**
 * All tables of a record of any kind as Markdown, for pages that show some of them: the table that its command prints, then
 * those that its report and {@code ./threadwall explain} have besides, each under a heading.
 */
public final class RecordMarkdown {

    private RecordMarkdown() {}

    /** @param published figures of others, to compare with those of tasks */
    public static String of(RecordedRun run, Optional<PublishedTasks> published) {
        var tables = new ArrayList<String>();
        if (!run.tasks().isEmpty()) {
            tables.add(TaskReport.markdown(List.of(run)));
            published
                    .flatMap(figures -> TaskRatios.of(figures, TaskReport.table(List.of(run))))
                    .ifPresent(ratios -> tables.add(ratios.markdown()));
        }
        if (CapacityReport.hasTrials(List.of(run))) {
            tables.add(CapacityReport.markdown(List.of(run)));
        } else if (!run.steps().isEmpty()) {
            tables.addAll(steps(run));
        }
        var content = run.content();
        var idle = content.of(IdleRecord.class).toList();
        if (!idle.isEmpty()) {
            tables.add(IdleTable.of(run.start().orElse(null), idle).markdown());
        }
        var threads = content.of(ThreadRecord.class).toList();
        if (!threads.isEmpty()) {
            tables.add(ThreadTable.of(run.start().orElse(null), threads).markdown());
        }
        var tests = content.of(ResilienceRecord.class).toList();
        if (!tests.isEmpty()) {
            tables.add(ResilienceTable.markdown(tests));
            tables.add("### Slow clients\n\n" + SlowClientsTable.markdown(tests));
            tables.add("### Crashes\n\n" + CrashTable.markdown(tests));
            tables.add("### Soaks\n\n" + SoakTable.markdown(tests));
        }
        var probes = content.of(ProbeRecord.class).toList();
        if (!probes.isEmpty()) {
            tables.add(ProbeTable.markdown(probes));
        }
        return String.join("\n", tables);
    }

    private static List<String> steps(RecordedRun run) {
        var runs = List.of(run);
        var groups = StepGroup.of(runs);
        var most = SizeBudget.LEVELS.getFirst();
        var tables = new ArrayList<String>();
        if (isBenchSpeed(run)) {
            tables.add(SpeedTable.of(run.start().orElse(null), run.steps()).markdown());
        }
        tables.add(ReportTables.markdown(runs));
        tables.add(more("CPU of the clients", groups, SweepColumns.CLIENT));
        tables.add(more(
                "Warm-up", groups, SweepColumns.FIRST_ROUND, SweepColumns.FIRST_ROUND_CLIENT_CORES, SweepColumns.RATE));
        tables.add(more("Context switches", groups, SweepColumns.SWITCHES, SweepColumns.WAKE_UPS));
        tables.add(Stream.of(
                        WorkersChart.of(WorkersCurve.of(groups), groups.size() > 1, runs, most),
                        DataSizeChart.of(DataSizeCurve.of(groups), most),
                        TimelinesSection.charts(runs, most))
                .flatMap(List::stream)
                .map(Chart::markdown)
                .collect(Collectors.joining("\n")));
        var rampDown = ThreadRampDown.table(run);
        if (!rampDown.rows().isEmpty()) {
            tables.add(rampDown.markdown("Ramp-down"));
        }
        if (run.steps().stream().anyMatch(step -> step.profile() != null)) {
            tables.add("### CPU time\n\n" + CpuText.markdown(run.steps()));
        }
        return tables;
    }

    /** Columns that the main table has not, or only where the number of workers differs. */
    private static String more(String heading, List<StepGroup> groups, SweepColumns... more) {
        var columns = new TableColumns().left("load", "server").right("connections");
        Stream.of(more).forEach(column -> columns.add(column.heading));
        var rows = groups.stream()
                .flatMap(group -> group.entries().stream()
                        .map(ReportEntry::row)
                        .map(row -> Stream.concat(
                                        Stream.of(
                                                group.setting().words(),
                                                row.server(),
                                                SweepColumns.CONCURRENCY.of(row)),
                                        Stream.of(more).map(column -> column.of(row)))
                                .toList()))
                .toList();
        return "### " + heading + "\n\n" + TableFormat.markdown(columns.list(), rows);
    }

    private static boolean isBenchSpeed(RecordedRun run) {
        return run.start()
                .map(RunRecord::command)
                .filter(command -> command.size() > 1 && command.subList(0, 2).equals(List.of("bench", "speed")))
                .isPresent();
    }
}
