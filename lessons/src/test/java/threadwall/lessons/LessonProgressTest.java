package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.lessons.LessonState.Phase;

class LessonProgressTest {

    @TempDir
    private Path home;

    @Test
    void aLessonGoesOnWhereItStopped() throws IOException {
        var progress = LessonProgress.read(home);
        assertThat(progress.of(4).phase()).isEqualTo(Phase.GUESS);
        var finding = Finding.measured(new Figure("threads", 412, ""), BarChart.of("Title", "", List.of()));
        progress.put(progress.of(4).guessed(1_000.0));
        progress.put(progress.of(4).ran(finding, false));
        var again = LessonProgress.read(home);
        assertThat(again.of(4)).isEqualTo(progress.of(4));
        assertThat(again.of(4).phase()).isEqualTo(Phase.CHANGE);
        assertThat(again.of(4).guess()).isEqualTo(1_000);
        assertThat(again.of(4).measured()).isEqualTo(412);
        assertThat(again.all()).hasSize(1);
    }

    @Test
    void aWrongAnswerLeavesTheQuestionOpen() {
        var asked = LessonState.begin(4).guessed(null).changed(null, 3.0);
        assertThat(asked.answered("5", false).phase()).isEqualTo(Phase.CHECK);
        assertThat(asked.answered("3", true).phase()).isEqualTo(Phase.DONE);
        assertThat(asked.hinted().hinted().answered("3", true).hints()).isEqualTo(2);
    }

    @Test
    void resetForgetsEverything() throws IOException {
        LessonProgress.read(home).put(LessonState.begin(1).guessed(5.0));
        LessonProgress.reset(home);
        assertThat(LessonProgress.read(home).all()).isEmpty();
    }

    @Test
    void aFileThatIsNotOursIsNamed() throws IOException {
        Files.createDirectories(home.resolve(".threadwall"));
        for (var text : List.of("no JSON", "{}", "[]", "{\"lessons\": 3}")) {
            Files.writeString(home.resolve(".threadwall/lessons.json"), text);
            assertThatThrownBy(() -> LessonProgress.read(home))
                    .as(text)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("lessons.json is not a file of lessons")
                    .hasMessageContaining("--reset");
        }
    }
}
