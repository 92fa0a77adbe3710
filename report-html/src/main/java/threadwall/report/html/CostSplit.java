package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import threadwall.report.Ratio;
import threadwall.report.TableColumn;
import threadwall.report.TableColumns;
import threadwall.report.TableFormat;

/**
 * Splits the difference between Spring on virtual threads and a server in C: how much of it is the framework, how much
 * the model, and how much is left. Each part compares two servers that differ in this alone.
 */
record CostSplit(List<Line> lines) {

    static final String TITLE = "Framework, model and rest";

    private static final String NOTE =
            "Framework: the same thread model without Spring and Tomcat. Model: fibers and an"
                    + " event loop instead of virtual threads. Rest: C on epoll instead of fibers on the JVM. The last line of a"
                    + " part has the geometric mean over all numbers of connections. Ratios are those within a repeat; of three"
                    + " repeats or more: geometric mean (95 % t-interval), or \"no difference\" where the interval contains 1.";

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
     */
    record Line(String part, String servers, String connections, Ratio rate, Ratio cost) {}

    /** @return empty unless the group has the servers of two parts at least */
    static Optional<CostSplit> of(StepGroup group) {
        var lines = new ArrayList<Line>();
        int parts = 0;
        for (var part : Part.values()) {
            var of = of(part, group);
            parts += of.isEmpty() ? 0 : 1;
            lines.addAll(of);
        }
        return parts < 2 ? Optional.empty() : Optional.of(new CostSplit(List.copyOf(lines)));
    }

    private static List<Line> of(Part part, StepGroup group) {
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
                EntryRatio.ofMeans(above, below, Measure.COST));
    }

    /** Those that can be compared, of the first run. */
    private static List<ReportEntry> entries(StepGroup group, String server) {
        return group.entries().stream()
                .filter(entry -> entry.nth() == 0 && entry.hasRate())
                .filter(entry -> entry.row().server().equals(server))
                .filter(entry -> Measure.COST.of(entry.row()) != null)
                .toList();
    }

    void write(HtmlWriter html) {
        html.section("split", TITLE).note(NOTE);
        new ChartTable(columns(), rows()).write(html);
        html.endSection();
    }

    String markdown() {
        return TableFormat.markdown(columns(), rows()) + "\n" + TableFormat.markdown(NOTE) + "\n";
    }

    private static List<TableColumn> columns() {
        return new TableColumns()
                .left("part", "servers")
                .right("connections", "requests/s", "req/CPU-s")
                .list();
    }

    private List<List<String>> rows() {
        return lines.stream()
                .map(line -> List.of(
                        line.part,
                        line.servers,
                        line.connections,
                        line.rate.cellOfTwoDecimals(),
                        line.cost.cellOfTwoDecimals()))
                .toList();
    }
}
