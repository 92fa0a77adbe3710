package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Figures that others published of such tasks, {@code docs/data/tasks.json}. They are of other machines, so only ratios within
 * one source can be compared.
 *
 * @param memory of sleeping tasks, where a source gives numbers
 * @param statements on sleeping tasks, where a source gives words
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
        /** In the script of the page, from which it draws a chart. */
        CHART_DATA
    }

    /**
     * Peak memory of one program.
     *
     * @param label name in the source
     * @param program the row of this project that does the same; {@code null} = none
     * @param memory in {@code unit}, as given
     * @param seconds wall time; {@code null} = not given, as {@code cpuPercent}
     * @param note how its program differs; {@code null} = it does not
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
     * @param ratio as stated
     * @param megabytes of {@code program}, as stated; {@code null} where the sentence has no such figure
     * @param words how the figure is meant: {@code over}, {@code almost}
     * @param quote the sentence, or the relevant part of it
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
