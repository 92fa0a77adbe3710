package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What others published of such tasks, {@code docs/data/tasks.json}: measured on machines that are not ours, so only ratios
 * within one source mean anything beside ours.
 *
 * @param memory of sleeping tasks, as numbers that a source gives
 * @param statements of sleeping tasks, as a source puts them in words
 * @param hashmap tasks that compute
 */
public record PublishedTasks(
        List<CitedSource> sources, List<Memory> memory, List<Statement> statements, List<Computed> hashmap) {

    /** Where the file lies under the project's root. */
    public static final Path PLACE = Path.of("docs", "data", "tasks.json");

    /** How a figure is given. */
    public enum Given {
        /** In a sentence. */
        WORDS,
        /** In a table of the text. */
        TABLE,
        /** In the page's own script, as the numbers that its chart is drawn from. */
        CHART_DATA
    }

    /**
     * Peak memory of one program.
     *
     * @param label what the source calls it
     * @param program our row that does the same; {@code null} = none does
     * @param memory in {@code unit}, as given
     * @param seconds wall time; {@code null} = not given, as {@code cpuPercent}
     * @param note how its program differs from ours; {@code null} = not
     */
    public record Memory(
            String source,
            String label,
            String program,
            int tasks,
            double memory,
            String unit,
            Double seconds,
            Double cpuPercent,
            Given given,
            String note) {}

    /**
     * A sentence, with its figure where it has one.
     *
     * @param above the program whose memory is over that of {@code below}; both {@code null} where it is no ratio
     * @param ratio as said
     * @param megabytes of {@code program}, as said; {@code null} where the sentence has no such figure
     * @param words how the figure is meant: {@code over}, {@code almost}
     * @param quote the sentence, or its part that counts
     * @param note what is doubtful in it; {@code null} = nothing
     */
    public record Statement(
            String source,
            int tasks,
            String above,
            String below,
            Double ratio,
            String program,
            Double megabytes,
            String words,
            String quote,
            String note) {}

    /**
     * One program that computes.
     *
     * @param totalSeconds {@code null} = not given, as {@code meanMillis}
     * @param megabytes as given: one figure, or the least and the most
     */
    public record Computed(
            String source,
            String label,
            String program,
            int tasks,
            int entries,
            String arrival,
            Double totalSeconds,
            Double meanMillis,
            List<Double> megabytes,
            Given given) {}

    /** @throws IOException when the file cannot be read or is no such file */
    public static PublishedTasks read(Path file) throws IOException {
        return PublishedFile.read(file, PublishedTasks.class);
    }
}
