package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures that the project began with, as they were published. */
class PublishedRecipeTest {

    @Test
    void holdsWhatWasPublished() throws Exception {
        var recipe = PublishedRecipe.read(Path.of("..").resolve(PublishedRecipe.PLACE));
        assertThat(recipe.rampDown().threads()).hasSize(47).startsWith(39_999).endsWith(4_951, 40, 40, 40, 40);
        assertThat(recipe.rampDown().clients()).hasSize(47);
        assertThat(recipe.rampDown().memFreeKb()).hasSize(47);
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
        var file = Files.writeString(folder.resolve("recipe.json"), "{\"rampDown\":");
        assertThatThrownBy(() -> PublishedRecipe.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is malformed");
    }
}
