package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import threadwall.report.Ratio;
import threadwall.report.TableColumn;
import threadwall.report.TableColumns;
import threadwall.report.TableFormat;

/**
 * Splits the difference between Spring on virtual threads and a server in C: how much of it is the framework, how much
 * the model, and how much is left. Each part compares two servers that differ mainly in this.
 *
 * @param heading with the load, where a report has several
 * @param note what the figures are
 */
record CostSplit(String heading, String note, List<Line> lines) {

    private static final String TITLE = "Framework, model and rest";

    private static final String NOTE =
            "Framework: virtual threads without Spring and Tomcat. Model: fibers on event loops"
                    + " instead of virtual threads. Rest: C on epoll instead of fibers on the JVM. Ratios are taken within a"
                    + " repeat; of three repeats or more: geometric mean (95 % t-interval), or \"no difference\" where the interval"
                    + " contains 1. The line \"all\" is the geometric mean over these numbers of connections. Its interval covers"
                    + " the repeats, but no other numbers of connections.";

    private enum Part {
        FRAMEWORK("virtual-threads", "spring-virtual"),
        MODEL("kilim", "virtual-threads"),
        REST("c-epoll", "kilim");

        private final String above;
        private final String below;

        Part(String above, String below) {
            this.above = above;
            this.below = below;
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Two servers under one load.
     *
     * @param connections {@code all} for the mean
     * @param caveats of both servers' figures
     */
    record Line(String part, String servers, String connections, Ratio rate, Ratio cost, List<String> caveats) {}

    /** A split for each load under which the first run has the servers of two parts at least. */
    static List<CostSplit> of(List<RecordedRun> runs, List<StepGroup> groups) {
        var note = (runs.size() > 1
                        ? "Of the run " + PlainText.name(runs.getFirst().label()) + ". "
                        : "")
                + NOTE;
        var splits = new ArrayList<CostSplit>();
        for (var group : groups) {
            var lines = Stream.of(Part.values())
                    .flatMap(part -> lines(part, group).stream())
                    .toList();
            if (lines.stream().map(Line::part).distinct().count() > 1) {
                var heading = groups.size() > 1 ? TITLE + ": " + group.setting().words() : TITLE;
                splits.add(new CostSplit(heading, note, lines));
            }
        }
        return splits;
    }

    private static List<Line> lines(Part part, StepGroup group) {
        var above = new ArrayList<ReportEntry>();
        var below = new ArrayList<ReportEntry>();
        var lines = new ArrayList<Line>();
        for (var entry : entries(group, part.above)) {
            for (var other : entries(group, part.below)) {
                if (entry.concurrency() == other.concurrency()) {
                    above.add(entry);
                    below.add(other);
                    lines.add(line(part, "%,d".formatted(entry.concurrency()), List.of(entry), List.of(other)));
                }
            }
        }
        if (lines.size() > 1) {
            lines.add(line(part, "all", above, below));
        }
        return lines;
    }

    private static Line line(Part part, String connections, List<ReportEntry> above, List<ReportEntry> below) {
        return new Line(
                part.text(),
                part.above + " over " + part.below,
                connections,
                EntryRatio.ofMeans(above, below, Measure.RATE),
                EntryRatio.ofMeans(above, below, Measure.COST),
                Stream.of(above, below)
                        .flatMap(List::stream)
                        .flatMap(entry -> RatioCaveats.of(entry).stream())
                        .distinct()
                        .toList());
    }

    /** Those that can be compared, of the first run. */
    private static List<ReportEntry> entries(StepGroup group, String server) {
        return group.entries().stream()
                .filter(entry -> entry.nth() == 0 && entry.hasRate())
                .filter(entry -> entry.row().server().equals(server))
                .filter(entry -> Measure.COST.of(entry.row()) != null)
                .toList();
    }

    /** @param nth of the report's splits, from 0 */
    void write(HtmlWriter html, int nth) {
        html.section(nth == 0 ? "split" : "split-" + nth, heading).note(note);
        new ChartTable(columns(), rows()).write(html);
        html.endSection();
    }

    String markdown() {
        return "### %s\n\n%s\n%s\n"
                .formatted(
                        TableFormat.markdown(heading),
                        TableFormat.markdown(columns(), rows()),
                        TableFormat.markdown(note));
    }

    private static List<TableColumn> columns() {
        return new TableColumns()
                .left("part", "servers")
                .right("connections", "requests/s", "req/CPU-s")
                .left("remarks")
                .list();
    }

    private List<List<String>> rows() {
        return lines.stream()
                .map(line -> List.of(
                        line.part,
                        line.servers,
                        line.connections,
                        line.rate.cellOfTwoDecimals(),
                        line.cost.cellOfTwoDecimals(),
                        String.join("; ", line.caveats)))
                .toList();
    }
}
