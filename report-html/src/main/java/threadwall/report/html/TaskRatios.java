package threadwall.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.report.MedianRange;
import threadwall.report.TableColumns;
import threadwall.report.TaskOutcomeText;
import threadwall.report.TaskRow;
import threadwall.report.TaskTable;
import threadwall.report.html.PublishedTasks.Computed;
import threadwall.report.html.PublishedTasks.Statement;

/**
 * Published ratios beside those of a run: peak memory of one program over that of another at the same number of tasks, and
 * statements. Both are of peak RSS alone.
 */
final class TaskRatios {

    /** Programs that others are compared with: the first of these that is in both sources. */
    private static final List<String> BASES = List.of("rust-tokio", "rust-tokio-joined", "go");

    private static final String HASHMAP_BASE = "go-unrestricted";

    private final PublishedTasks published;
    private final TaskTable table;
    private final Set<String> used = new LinkedHashSet<>();
    private final ChartTable memory;
    private final List<Part> parts;

    /** @param note what the figures of the table are; empty where the heading says it */
    private record Part(String heading, String note, ChartTable table) {}

    private TaskRatios(PublishedTasks published, TaskTable table) {
        this.published = published;
        this.table = table;
        memory = memoryRatios();
        parts = Stream.of(
                        new Part("Peak memory of sleeping tasks, one program over another", "", memory),
                        new Part("What was said in words", "", statements()),
                        new Part(
                                "Tasks that compute, over " + HASHMAP_BASE,
                                "Others may have run another number of tasks at the same arrival; it is shown with their"
                                        + " figures. Their keys are strings, as with --keys strings.",
                                hashmapRatios()))
                .filter(part -> !part.table.rows().isEmpty())
                .toList();
    }

    /** Empty when no source has a program of the run under the same load. */
    static Optional<TaskRatios> of(PublishedTasks published, TaskTable table) {
        return Optional.of(new TaskRatios(published, table)).filter(ratios -> !ratios.used.isEmpty());
    }

    ChartTable memory() {
        return memory;
    }

    void write(HtmlWriter html) {
        html.section("published", "Compared with others' figures")
                .note("The published figures come from other machines and versions, one run each, and show RSS"
                        + " without kernel memory. So this table compares only ratios within one source with"
                        + " the same ratios of peak RSS here. Figures that a source shows only in a picture"
                        + " are left out.");
        for (var part : parts) {
            html.heading(part.heading);
            if (!part.note.isEmpty()) {
                html.note(part.note);
            }
            part.table.write(html);
        }
        CitedSource.write(
                html,
                published.sources().stream()
                        .filter(source -> used.contains(source.id()))
                        .toList());
        html.endSection();
    }

    String markdown() {
        return parts.stream().map(part -> part.table.markdown(part.heading)).collect(Collectors.joining("\n"));
    }

    private record Pair(int tasks, String above, String below) {}

    private ChartTable memoryRatios() {
        var sources = published.memory().stream()
                .map(PublishedTasks.Memory::source)
                .distinct()
                .toList();
        var lines = new LinkedHashMap<Pair, Map<String, Double>>();
        for (var source : sources) {
            var figures = published.memory().stream()
                    .filter(one -> one.source().equals(source)
                            && one.program() != null
                            && rss(one.program(), one.tasks()).isPresent())
                    .toList();
            for (var one : figures) {
                figures.stream()
                        .filter(other -> other.tasks() == one.tasks() && BASES.contains(other.program()))
                        .min(Comparator.comparing(other -> BASES.indexOf(other.program())))
                        .filter(base -> base != one)
                        .ifPresent(base -> lines.computeIfAbsent(
                                        new Pair(one.tasks(), one.program(), base.program()),
                                        pair -> new LinkedHashMap<>())
                                .put(source, one.memory() / base.memory()));
            }
        }
        var shown = sources.stream()
                .filter(source -> lines.values().stream().anyMatch(line -> line.containsKey(source)))
                .toList();
        used.addAll(shown);
        var columns = new TableColumns().left("program over another").right("tasks");
        shown.forEach(source -> columns.right(CitedSource.shortName(published.sources(), source)));
        columns.right("here");
        var rows = new ArrayList<List<String>>();
        lines.forEach((pair, theirs) -> {
            var row = new ArrayList<>(
                    List.of("%s over %s".formatted(pair.above, pair.below), PlainText.count(pair.tasks)));
            shown.forEach(source -> row.add(theirs.containsKey(source) ? ratio(theirs.get(source)) : ""));
            row.add(ratio(rss(pair.above, pair.tasks).orElseThrow()
                    / rss(pair.below, pair.tasks).orElseThrow()));
            rows.add(row);
        });
        return new ChartTable(columns.list(), rows);
    }

    private ChartTable statements() {
        var rows = new ArrayList<List<String>>();
        for (var one : published.statements()) {
            here(one).ifPresent(here -> {
                used.add(one.source());
                rows.add(List.of(
                        CitedSource.shortName(published.sources(), one.source()),
                        PlainText.count(one.tasks()),
                        "“" + one.quote() + "”" + (one.note() == null ? "" : " (" + one.note() + ")"),
                        here));
            });
        }
        var columns = new TableColumns().left("source").right("tasks").left("said", "here");
        return new ChartTable(columns.list(), rows);
    }

    /** The same figure of this run; empty where it has none. */
    private Optional<String> here(Statement one) {
        if (one.ratio() != null) {
            return rss(one.above(), one.tasks())
                    .flatMap(above -> rss(one.below(), one.tasks()).map(below -> ratio(above / below)))
                    .map(ratio -> "%s over %s: %s".formatted(one.above(), one.below(), ratio));
        }
        return rss(one.program(), one.tasks())
                .filter(bytes -> one.megabytes() != null)
                .map(bytes -> PlainText.count(bytes / 1e6) + " MB")
                .or(() -> row(one.program(), one.tasks()).map(TaskOutcomeText::outcome))
                .map(figure -> one.program() + ": " + figure);
    }

    private ChartTable hashmapRatios() {
        var rows = new ArrayList<List<String>>();
        for (var one : published.hashmap()) {
            var theirBase = published.hashmap().stream()
                    .filter(other -> other.source().equals(one.source())
                            && other.arrival().equals(one.arrival())
                            && other.totalSeconds() != null
                            && other.meanMillis() != null
                            && HASHMAP_BASE.equals(other.program()))
                    .findFirst();
            var mine = computed(one.program(), one);
            var base = computed(HASHMAP_BASE, one);
            if (theirBase.isEmpty()
                    || mine.isEmpty()
                    || base.isEmpty()
                    || HASHMAP_BASE.equals(one.program())
                    || one.totalSeconds() == null) {
                continue;
            }
            used.add(one.source());
            rows.add(List.of(
                    one.program(),
                    one.arrival(),
                    PlainText.count(one.tasks()),
                    ratio(one.totalSeconds() / theirBase.get().totalSeconds()),
                    ratio(mine.get(), base.get(), row -> row.times().totalSeconds()),
                    ratio(one.meanMillis() / theirBase.get().meanMillis()),
                    ratio(mine.get(), base.get(), row -> row.times().meanMillis()),
                    range(one, theirBase.get()),
                    ratio(mine.get(), base.get(), row -> row.memory().peakRssBytes())));
        }
        var columns = new TableColumns()
                .left("program", "arrival")
                .right(
                        "their tasks",
                        "their total",
                        "total here",
                        "their mean",
                        "mean here",
                        "their memory",
                        "memory here");
        return new ChartTable(columns.list(), rows);
    }

    /** The ratio of two ranges, from the least to the most that it can be. */
    private static String range(Computed above, Computed below) {
        double least = above.megabytes().getFirst() / below.megabytes().getLast();
        double most = above.megabytes().getLast() / below.megabytes().getFirst();
        return least == most ? ratio(least) : ratio(least) + "–" + ratio(most);
    }

    private static String ratio(TaskRow above, TaskRow below, Function<TaskRow, MedianRange> value) {
        var over = value.apply(above);
        var under = value.apply(below);
        return over == null || under == null || under.median() <= 0 ? "" : ratio(over.median() / under.median());
    }

    private Optional<TaskRow> computed(String program, Computed load) {
        return table.rows().stream()
                .filter(row -> !row.load().isSleep()
                        && row.isGood()
                        && row.program().equals(program)
                        && load.arrival().equals(row.parameters().arrival()))
                .findFirst();
    }

    private Optional<TaskRow> row(String program, int tasks) {
        return table.rows().stream()
                .filter(row -> row.load().isSleep()
                        && row.tasks() == tasks
                        && row.program().equals(program))
                .findFirst();
    }

    private Optional<Double> rss(String program, int tasks) {
        return row(program, tasks)
                .filter(row -> row.isGood() && row.memory().peakRssBytes() != null)
                .map(row -> row.memory().peakRssBytes().median());
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio >= 100 ? "%,.0f" : ratio >= 10 ? "%.1f" : "%.2f", ratio);
    }
}
