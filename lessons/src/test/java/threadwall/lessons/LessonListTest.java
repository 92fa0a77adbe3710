package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.limits.SystemSnapshot;

class LessonListTest {

    @TempDir
    private Path home;

    /** A lesson with these needs. */
    private record Needs(int threads, int connections) implements Lesson {

        @Override
        public Finding run(Records records) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Finding change(Records records) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Check check(Records records) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void aLessonThatNeedsMoreThanThereIsNamesTheLimit() {
        var snapshot = SystemSnapshot.read();
        assertThat(LessonList.obstacle(new Needs(1, 1), snapshot)).isEmpty();
        assertThat(LessonList.obstacle(new Needs(50_000_000, 1), snapshot))
                .hasValueSatisfying(
                        reason -> assertThat(reason).matches(".+ allows [\\d,]+ threads, and it needs 50,000,000"));
        assertThat(LessonList.obstacle(new Needs(1, 2_000_000_000), snapshot))
                .hasValueSatisfying(reason ->
                        assertThat(reason).matches(".+ allows [\\d,]+ connections, and it needs 2,000,000,000"));
    }

    @Test
    void showsTitleTimeAndWhatIsDone() throws IOException {
        Files.createSymbolicLink(
                home.resolve("docs"), LessonPageTest.HOME.resolve("docs").toRealPath());
        var progress = LessonProgress.read(home);
        progress.put(LessonState.begin(2).guessed(5.0));
        progress.put(LessonState.begin(3).answered("5", true));
        var out = new StringWriter();
        LessonList.print(home, progress, new LessonConsole(new PrintWriter(out), null, 80, '#'));
        assertThat(out.toString())
                .containsPattern(" 1\\. What stops me\\? +half a minute\n")
                .containsPattern(" 2\\. Is that true\\? +half a minute +begun\n")
                .containsPattern(" 3\\. Folklore +1 minute +done\n")
                .endsWith("\nNext: ./threadwall lesson 1\n");
    }
}
