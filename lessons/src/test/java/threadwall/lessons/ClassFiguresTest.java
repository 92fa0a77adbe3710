package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.RunRecord.Machine;

class ClassFiguresTest {

    @TempDir
    private Path folder;

    private LessonExport learner(double guess, double measured, boolean right) throws IOException {
        var home = Files.createTempDirectory(folder, "home");
        var progress = LessonProgress.read(home);
        var finding = Finding.measured(new Figure("time", measured, "ms"), BarChart.of("", "", List.of()));
        progress.put(LessonState.begin(10).guessed(guess).ran(finding, false).answered("5", right));
        return LessonExport.of(new Machine("Linux 6.12", "a CPU", 4, 8_000_000_000L, "25", List.of()), progress);
    }

    @Test
    void showsTheMiddleOfAllLearners() throws IOException {
        var file = folder.resolve("one.json");
        Files.writeString(file, learner(100, 1_100, true).json());
        var exports = List.of(LessonExport.read(file), learner(300, 1_000, false), learner(5_000, 1_200, true));
        var figures = ClassFigures.of(LessonPageTest.HOME, exports);
        var lesson = figures.lessons().get(9);
        assertThat(lesson.guesses()).containsExactly(100.0, 300.0, 5_000.0);
        assertThat(lesson.medianGuess()).isEqualTo(300);
        assertThat(lesson.medianMeasured()).isEqualTo(1_100);
        assertThat(lesson.right()).isEqualTo(2);
        assertThat(figures.lessons().getFirst().medianGuess()).isNull();
        assertThat(figures.text())
                .contains("3 learners")
                .containsPattern("10\\. Past the knee +3 +300 ms +1,100 ms +2");
        assertThat(ClassHtml.of(figures).split("class=\"guess\"")).hasSize(4);
        assertThat(ClassHtml.of(figures).split("class=\"measured\"")).hasSize(4);
        assertThat(ClassHtml.of(figures)).contains("3 guesses, median 300 ms; measured, median 1,100 ms");
    }

    @Test
    void anotherFileIsNamed() throws IOException {
        var file = folder.resolve("other.json");
        for (var text : List.of(
                "{}", "no JSON", "{\"kind\":\"run\"}", "null", "{\"kind\":\"lessons\",\"lessons\":[null]}", "\u00ff")) {
            Files.writeString(file, text, StandardCharsets.ISO_8859_1);
            assertThatThrownBy(() -> LessonExport.read(file))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("other.json is no file that ./threadwall lesson --export wrote");
        }
    }
}
