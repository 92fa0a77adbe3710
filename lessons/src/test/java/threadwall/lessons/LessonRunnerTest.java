package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.lessons.LessonState.Phase;
import threadwall.process.PreconditionException;

/** Lessons with their published records, so that nothing is run. */
class LessonRunnerTest {

    @TempDir
    private Path home;

    private final StringWriter printed = new StringWriter();

    @BeforeEach
    void linkTheProject() throws IOException {
        Files.createSymbolicLink(
                home.resolve("docs"), LessonPageTest.HOME.resolve("docs").toRealPath());
    }

    private static Stream<Integer> numbers() throws IOException {
        return Lessons.all(LessonPageTest.HOME).stream()
                .map(lesson -> lesson.page().number());
    }

    private int run(int number, String typed, LessonRunner.Options options) throws Exception {
        printed.getBuffer().setLength(0);
        var in = typed == null ? null : new BufferedReader(new StringReader(typed));
        var console = new LessonConsole(new PrintWriter(printed), in, 80, '#');
        return new LessonRunner(home, LessonProgress.read(home), console).run(number, options);
    }

    private static LessonRunner.Options published(Double guess) {
        return new LessonRunner.Options(guess, null, false, true, false, true);
    }

    private static LessonRunner.Options answer(String text) {
        return new LessonRunner.Options(null, text, false, false, false, false);
    }

    private static LessonRunner.Options hint() {
        return new LessonRunner.Options(null, null, true, false, false, false);
    }

    private LessonState state(int number) throws IOException {
        return LessonProgress.read(home).of(number);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void showsThePublishedRecordAndJudgesAnswers(int number) throws Exception {
        assertThat(run(number, null, published(1_000.0))).isZero();
        assertThat(printed.toString())
                .contains(
                        "your guess: 1,000",
                        number == 1 ? "predicted by doctor, " : "measured, ",
                        "#",
                        "Why\n---",
                        "This corrects: \"",
                        "Check\n-----");
        assertThat(state(number).phase()).isEqualTo(Phase.CHECK);
        assertThat(state(number).published()).isTrue();
        assertThat(home.resolve("results/lesson-%d/lesson.html".formatted(number)))
                .content()
                .contains("<span class=\"bar\"", "your guess", "1,000", "<h2>Why</h2>", "<pre>", "<h2>Check</h2>")
                .doesNotContain("href=\"../../reference");

        assertThat(run(number, null, answer("nonsense"))).isEqualTo(LessonRunner.NOT_PASSED);
        assertThat(run(number, null, answer("-7"))).isEqualTo(LessonRunner.NOT_PASSED);
        assertThat(state(number).phase()).isEqualTo(Phase.CHECK);

        var lesson = Lessons.all(home).get(number - 1);
        var check = lesson.lesson().check(Records.in(home.resolve(lesson.page().publishedRecord())));
        if (check instanceof Check.Number only) {
            for (double factor : new double[] {1.0 / 3, 3}) {
                assertThat(run(number, null, answer(Figure.number(factor * only.right()))))
                        .isEqualTo(LessonRunner.NOT_PASSED);
            }
        }
        assertThat(run(number, null, answer(check.rightAnswer()))).isZero();
        assertThat(state(number).right()).isTrue();
        assertThat(run(number, null, answer("7777777"))).isEqualTo(LessonRunner.NOT_PASSED);
        assertThat(state(number).phase()).as("the right answer is kept").isEqualTo(Phase.DONE);
        assertThat(state(number).answer()).isEqualTo(check.rightAnswer());
        assertThat(run(number, null, published(1_000.0))).isZero();
        assertThat(printed.toString()).contains("Lesson %d is done".formatted(number));
    }

    @Test
    void asksForAGuessAndAnAnswer() throws Exception {
        assertThat(run(4, "many\n0.25k\nH\nnonsense\n7\n\n", published(null))).isZero();
        assertThat(printed.toString())
                .contains(
                        "'many' is no number such as 1200, 0.5 or 40k.",
                        "Your guess: 250",
                        "your guess: 250",
                        "Hint: ",
                        "Not so: too low.");
        assertThat(state(4).guess()).isEqualTo(250);
        assertThat(state(4).hints()).isEqualTo(1);
        assertThat(state(4).phase()).isEqualTo(Phase.CHECK);
    }

    @Test
    void thePageForTheBrowserMayBeWrittenLater() throws Exception {
        run(4, null, new LessonRunner.Options(1.0, null, false, true, false, false));
        var file = home.resolve("results/lesson-4/lesson.html");
        assertThat(file).doesNotExist();
        run(4, null, new LessonRunner.Options(1.0, null, false, false, false, true));
        assertThat(file).content().contains("<span class=\"bar\"");
    }

    /** A command of the change failed. */
    @Test
    void thePublishedRecordEndsTheRuns() throws Exception {
        LessonProgress.read(home)
                .put(LessonState.begin(4)
                        .guessed(7.0)
                        .ran(Finding.measured(new Figure("", 1, ""), BarChart.of("", "", List.of())), false));
        assertThat(run(4, null, published(null))).isZero();
        assertThat(printed.toString()).contains("your guess: 7", "Check\n-----").doesNotContain("$ ./threadwall");
        assertThat(state(4).published()).isTrue();
        assertThat(state(4).phase()).isEqualTo(Phase.CHECK);
    }

    /** A learner who comes back the next day has no picture on the screen. */
    @Test
    void theQuestionComesWithItsPicture() throws Exception {
        run(4, null, published(7.0));
        run(4, "\n", new LessonRunner.Options(null, null, false, false, false, false));
        assertThat(printed.toString())
                .contains("in the handler, at most", "your guess: 7", "requests a second: ")
                .doesNotContain("Why\n---");
    }

    @Test
    void whereNothingCanBeWrittenItIsSaidBeforeTheLesson() throws Exception {
        Files.writeString(home.resolve(".threadwall"), ""); // in the place of a folder, since root may write anywhere
        assertThatThrownBy(() -> run(4, null, published(1.0)))
                .isInstanceOf(PreconditionException.class)
                .hasMessageStartingWith("a lesson writes to " + home.resolve(".threadwall"));
        assertThat(printed.toString()).isEmpty();
    }

    @Test
    void anAnswerThatIsNoNumberIsNotKept() throws Exception {
        run(4, null, published(1.0));
        run(4, null, answer("15 requests"));
        assertThat(printed.toString()).contains("'15 requests' is no number such as 1200, 0.5 or 40k.");
        assertThat(state(4).answer()).isNull();
    }

    @Test
    void aGuessMayBeSkipped() throws Exception {
        run(4, "\n\n", published(null));
        assertThat(state(4).guess()).isNull();
        assertThat(printed.toString()).doesNotContain("your guess: ");
    }

    @Test
    void hintsComeOneAfterTheOther() throws Exception {
        run(4, null, published(1.0));
        var hints = Lessons.all(home).get(3).page().hints();
        for (int i = 0; i <= hints.size(); i++) {
            run(4, null, hint());
            assertThat(printed.toString().replaceAll("\\s+", " ")).contains(hints.get(i % hints.size()));
        }
    }

    @Test
    void anAnswerBeforeTheQuestionIsRefused() {
        assertThatThrownBy(() -> run(4, null, answer("5")))
                .isInstanceOf(PreconditionException.class)
                .hasMessage("lesson 4 has not come to its question yet; run ./threadwall lesson 4 first");
        assertThatThrownBy(() -> run(4, null, hint())).isInstanceOf(PreconditionException.class);
    }

    @Test
    void aLessonThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> run(0, null, published(1.0)))
                .hasMessage("lesson 0: there are lessons 1 to 11; ./threadwall lesson lists them");
        assertThatThrownBy(() -> run(12, null, published(1.0))).isInstanceOf(PreconditionException.class);
    }

    @Test
    void againForgetsTheLesson() throws Exception {
        run(4, null, published(1.0));
        run(4, null, new LessonRunner.Options(2.0, null, false, true, true, false));
        assertThat(state(4).guess()).isEqualTo(2);
    }

    /** A command that leaves no record, as one that was interrupted. */
    @Test
    void aMissingRecordIsSaid() throws Exception {
        LessonProgress.read(home)
                .put(LessonState.begin(4)
                        .guessed(1.0)
                        .ran(Finding.measured(new Figure("", 1, ""), BarChart.of("", "", List.of())), false)
                        .changed(null, null));
        assertThat(run(4, null, answer("5"))).isEqualTo(LessonRunner.NOT_PASSED);
        assertThat(printed.toString()).contains("The answer cannot be judged: ", "has no load of spring-blocking");
    }
}
