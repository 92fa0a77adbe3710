package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures that the project began with, as they were published. */
class PublishedRecipeTest {

    @Test
    void holdsWhatWasPublished() throws Exception {
        var recipe = PublishedRecipe.read(Path.of("..").resolve(PublishedRecipe.PLACE));
        assertThat(value(recipe, "spring-blocking", 5_000)).isEqualTo(8_933.16);
        assertThat(value(recipe, "spring-blocking", 10_000)).isEqualTo(7_574.36);
        assertThat(value(recipe, "spring-blocking", 20_000)).isCloseTo(5_333.6, Offset.offset(0.1));
        assertThat(value(recipe, "spring-blocking", 40_000))
                .as("4598 in the text")
                .isCloseTo(4_598, Offset.offset(1.0));
        assertThat(value(recipe, "kilim", 20_000)).isEqualTo(17_155.85);
        assertThat(value(recipe, "kilim", 40_000)).as("21577 in the text").isCloseTo(21_577, Offset.offset(1.0));
        assertThat(recipe.rates())
                .filteredOn(rate -> rate.server().equals("spring-deferred"))
                .extracting(PublishedRecipe.Rate::tomcatThreads)
                .containsExactly(1, 2);
        assertThat(recipe.rates()).allMatch(rate -> rate.source().endsWith("hardware not stated"));
        assertThat(recipe.rampDown().threads()).hasSize(47).startsWith(39_999).endsWith(4_951, 40, 40, 40, 40);
        assertThat(recipe.rampDown().clients()).hasSize(47);
        assertThat(recipe.rampDown().memFreeKb()).hasSize(47);
    }

    private static double value(PublishedRecipe recipe, String server, int concurrency) {
        return recipe.rates().stream()
                .filter(rate -> rate.server().equals(server) && rate.concurrency() == concurrency && !rate.cold())
                .findFirst()
                .orElseThrow()
                .value();
    }

    @Test
    void threadsThatDoNotGoOrAreNotSeenToRestHaveNoRampDown() {
        assertThat(ThreadRampDown.of(List.of(0, 1, 2, 3), List.of(24, 24, 24, 24)))
                .isEmpty();
        assertThat(ThreadRampDown.of(List.of(0, 1, 2, 3), List.of(1_000, 900, 500, 40)))
                .isEmpty();
        assertThat(ThreadRampDown.of(List.of(), List.of())).isEmpty();
        assertThat(ThreadRampDown.of(List.of(0, 1, 2, 3, 4), List.of(40, 1_000, 500, 40, 40)))
                .hasValueSatisfying(fall ->
                        assertThat(fall.shares()).hasSize(21).startsWith(1.0).endsWith(0.04));
    }

    @Test
    void saysWhichFileIsSpoiled(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("recipe.json"), "{\"load\":");
        assertThatThrownBy(() -> PublishedRecipe.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is malformed");
    }
}
