package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The series that this project began with, {@code docs/data/recipe.json}. It was published without the hardware. */
public record PublishedRecipe(RampDown rampDown) {

    /** Where the file lies under the project's root. */
    public static final Path PLACE = Path.of("docs", "data", "recipe.json");

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
