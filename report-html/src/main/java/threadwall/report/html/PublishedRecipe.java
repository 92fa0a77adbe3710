package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import threadwall.report.MedianRange;

/**
 * The figures that this project began with, {@code docs/data/recipe.json}. They were published without the hardware, so only
 * ratios between them can be compared.
 *
 * @param load that all were measured with
 */
public record PublishedRecipe(Load load, List<Rate> rates, RampDown rampDown) {

    /** Where the file lies under the project's root. */
    public static final Path PLACE = Path.of("docs", "data", "recipe.json");

    /** @param engine the load generator */
    public record Load(String route, boolean keepAlive, String engine, String command, String source) {}

    /**
     * One server at one concurrency.
     *
     * @param requestsPerSecond as published, each
     * @param taken whether they are repeats, or clients that ran at once
     * @param tomcatThreads to which a server was limited; {@code null} = not limited
     * @param cold whether the server was not warmed up; then no ratio uses it
     * @param note the remark of the text; {@code null} = none
     * @param source title of the text
     */
    public record Rate(
            String server,
            int concurrency,
            List<Double> requestsPerSecond,
            Taken taken,
            Integer tomcatThreads,
            boolean cold,
            String note,
            String source) {

        /** The meaning of several figures for one measurement. */
        public enum Taken {
            REPEATS,
            CLIENTS_AT_ONCE
        }

        /** The median of repeats, the sum of clients. */
        double value() {
            return switch (taken) {
                case REPEATS -> MedianRange.of(requestsPerSecond).median();
                case CLIENTS_AT_ONCE ->
                    requestsPerSecond.stream().mapToDouble(Double::doubleValue).sum();
            };
        }
    }

    /**
     * Threads of a JVM after its load has ended, counted about once a second.
     *
     * @param threads by {@code pgrep}, in order of time; {@code clients} and {@code memFreeKb} beside them
     */
    public record RampDown(
            String source, String note, List<Integer> threads, List<Integer> clients, List<Long> memFreeKb) {}

    /** @throws IOException when the file cannot be read or is no such file */
    public static PublishedRecipe read(Path file) throws IOException {
        return PublishedFile.read(file, PublishedRecipe.class);
    }
}
