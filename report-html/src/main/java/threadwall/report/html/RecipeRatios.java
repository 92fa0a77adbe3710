package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.report.Ratio;
import threadwall.report.TableColumns;
import threadwall.report.html.PublishedRecipe.Rate;

/**
 * The recipe's ratios beside those of runs under the same load: of two servers at one concurrency, and of one server at two
 * concurrencies. Rates and times are not compared, since the recipe's machine is unknown.
 *
 * @param labels of the runs; empty for a single run
 */
record RecipeRatios(String source, List<String> labels, List<Line> lines) {

    /**
     * @param theirs the recipe's ratio
     * @param ours that of each run, {@code null} for a run that lacks a step; at least one is present. Over the medians, or
     *     within the repeats where there are enough for an interval
     * @param note remarks of the recipe
     */
    record Line(String what, double theirs, List<Ratio> ours, String note) {}

    /** Empty when no run has steps for any ratio. */
    static Optional<RecipeRatios> of(PublishedRecipe recipe, List<RecordedRun> runs, List<StepGroup> groups) {
        var load = recipe.load();
        var setting = new LoadSetting(load.route(), load.keepAlive(), load.engine(), null);
        var rates = recipe.rates().stream().filter(rate -> !rate.cold()).toList();
        return groups.stream()
                .filter(group -> group.setting().equals(setting))
                .findFirst()
                .map(group -> new RecipeRatios(
                        load.source(),
                        runs.size() == 1
                                ? List.of()
                                : runs.stream().map(RecordedRun::label).toList(),
                        lines(rates, group, runs.size())))
                .filter(ratios -> !ratios.lines.isEmpty());
    }

    private static List<Line> lines(List<Rate> rates, StepGroup group, int runs) {
        var lines = new ArrayList<Line>();
        for (var above : rates) {
            for (var below : rates) {
                boolean servers = above.concurrency() == below.concurrency()
                        && below.server().equals(ServerDescriptions.THREADS)
                        && !above.server().equals(ServerDescriptions.THREADS);
                // the same server at the next lower number of connections
                boolean scaling = above.server().equals(below.server())
                        && below.concurrency() < above.concurrency()
                        && rates.stream()
                                .noneMatch(rate -> rate.server().equals(above.server())
                                        && rate.concurrency() > below.concurrency()
                                        && rate.concurrency() < above.concurrency());
                if (servers || scaling) {
                    add(lines, above, below, group, runs);
                }
            }
        }
        return lines;
    }

    private static void add(List<Line> lines, Rate above, Rate below, StepGroup group, int runs) {
        var ours = new ArrayList<Ratio>();
        for (int run = 0; run < runs; run++) {
            var mine = entry(group, run, above);
            var other = entry(group, run, below);
            ours.add(mine.isPresent() && other.isPresent() ? EntryRatio.ofMedians(mine.get(), other.get()) : null);
        }
        if (ours.stream().anyMatch(Objects::nonNull)) {
            lines.add(new Line(what(above, below), above.value() / below.value(), ours, note(above, below)));
        }
    }

    private static Optional<ReportEntry> entry(StepGroup group, int run, Rate rate) {
        return group.entries().stream()
                .filter(entry -> entry.nth() == run
                        && entry.hasRate()
                        && entry.concurrency() == rate.concurrency()
                        && entry.row().server().equals(rate.server()))
                .findFirst();
    }

    private static String what(Rate above, Rate below) {
        return above.server().equals(below.server())
                ? "%s, %,d over %,d connections".formatted(above.server(), above.concurrency(), below.concurrency())
                : "%s over %s, %,d connections".formatted(above.server(), below.server(), above.concurrency());
    }

    private static String note(Rate above, Rate below) {
        return Stream.of(above, below)
                .filter(rate -> rate.note() != null)
                .map(rate -> "%s, %,d: %s".formatted(rate.server(), rate.concurrency(), rate.note()))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    void write(HtmlWriter html) {
        html.section("recipe", "Compared with the recipe's figures")
                .note("Ratios of requests per second (medians): of the recipe that this project started from (" + source
                        + "), and measured here. Rates and times of different machines cannot be compared, so they are not shown."
                        + (hasInterval()
                                ? " Measured here in three repeats or more: geometric mean (95 % t-interval), or \"no difference\""
                                        + " where the interval contains 1."
                                : ""));
        var columns = new TableColumns().left("requests per second").right("recipe");
        if (labels.isEmpty()) {
            columns.right("here");
        }
        labels.forEach(label -> columns.right(PlainText.name(label)));
        columns.left("the recipe says");
        new ChartTable(columns.list(), lines.stream().map(RecipeRatios::row).toList()).write(html);
        html.endSection();
    }

    private boolean hasInterval() {
        return lines.stream()
                .flatMap(line -> line.ours.stream())
                .anyMatch(ratio -> ratio != null && ratio.interval() != null);
    }

    private static List<String> row(Line line) {
        var row = new ArrayList<String>();
        row.add(line.what);
        row.add(PlainText.ratio(line.theirs));
        line.ours.forEach(ratio -> row.add(ratio == null ? "" : ratio.cellOfTwoDecimals()));
        row.add(line.note);
        return row;
    }
}
