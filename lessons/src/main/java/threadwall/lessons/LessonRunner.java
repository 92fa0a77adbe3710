package threadwall.lessons;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import threadwall.lessons.LessonPage.Section;
import threadwall.lessons.LessonState.Phase;
import threadwall.limits.SystemSnapshot;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;

/**
 * Goes through a lesson with a learner: question, guess, run, look, why, change, check. The state is kept after each part, so
 * that a lesson that was interrupted goes on with the part that was.
 */
public final class LessonRunner {

    /** All went well; a last answer that is right, or none. */
    public static final int OK = 0;

    /** The last answer is wrong, or a command of the lesson failed. */
    public static final int NOT_PASSED = 3;

    /** The exit code of a command that the environment does not allow; then also of the lesson. */
    private static final int ENVIRONMENT = 4;

    /**
     * How a lesson is gone through.
     *
     * @param guess for both guesses, so that nobody is asked; {@code null} to ask
     * @param answer to the last question; {@code null} to ask
     * @param hint whether to show a hint to the last question, and nothing else
     * @param published whether to look at the published record instead of running the commands
     * @param again whether to begin anew
     * @param web whether to write what the lesson shows as an HTML page, too
     */
    public record Options(Double guess, String answer, boolean hint, boolean published, boolean again, boolean web) {}

    private final Path home;
    private final LessonProgress progress;
    private final LessonConsole console;

    /** @param home the project's root */
    public LessonRunner(Path home, LessonProgress progress, LessonConsole console) {
        this.home = home;
        this.progress = progress;
        this.console = console;
    }

    /** The lesson's folder, below the project's root; its commands write there. */
    static Path folder(int lesson) {
        return Path.of("results", "lesson-" + lesson);
    }

    /**
     * Runs what is left of a lesson.
     *
     * @return {@link #OK}, {@link #NOT_PASSED}, or 4 when the environment does not allow one of its commands
     * @throws PreconditionException (usage) for an answer or a hint to a question that has not come yet; (environment) for
     *     commands that the machine is known not to allow, and where nothing can be written
     */
    public int run(int number, Options options) throws IOException, InterruptedException, PreconditionException {
        var lesson = numbered(number);
        progress.requireWritable();
        if (options.hint) {
            return hint(lesson);
        }
        if (options.answer != null) {
            return answer(lesson, options.answer);
        }
        var phase = options.again ? Phase.GUESS : progress.of(number).phase();
        boolean runs = phase.compareTo(Phase.CHANGE) <= 0 && !options.published;
        var obstacle = runs ? obstacle(number) : Optional.<String>empty();
        if (obstacle.isPresent()) {
            throw PreconditionException.environment(
                    "lesson %d cannot run here: %s; ./threadwall lesson %d --published shows a published record",
                    number, obstacle.get(), number);
        }
        if (options.again) {
            progress.put(LessonState.begin(number));
        } else if (options.published && phase.compareTo(Phase.RUN) > 0 && phase != Phase.DONE) {
            progress.put(progress.of(number).guessed(progress.of(number).guess())); // looks at it, and runs nothing
        }
        try {
            return goOn(lesson, options);
        } catch (UnusableRecordException e) {
            console.line("Nothing to look at: " + e.getMessage());
            console.line("Run it again, or look at the published record with --published.");
            return NOT_PASSED;
        }
    }

    /** Why this machine does not allow the commands of a lesson; empty if it does. */
    public Optional<String> obstacle(int number) throws IOException, PreconditionException {
        return LessonList.obstacle(numbered(number).lesson(), SystemSnapshot.read());
    }

    private Lessons.Numbered numbered(int number) throws IOException, PreconditionException {
        var all = Lessons.all(home);
        if (number < 1 || number > all.size()) {
            throw PreconditionException.usage(
                    "lesson %d: there are lessons 1 to %d; ./threadwall lesson lists them", number, all.size());
        }
        return all.get(number - 1);
    }

    private int goOn(Lessons.Numbered lesson, Options options)
            throws IOException, InterruptedException, UnusableRecordException {
        var page = lesson.page();
        var state = progress.of(page.number());
        if (options.web && state.phase().compareTo(Phase.RUN) > 0) {
            writeHtml(lesson);
        }
        if (state.isDone()) {
            console.line("Lesson %d is done: your answer %s is right. --again begins it anew."
                    .formatted(page.number(), state.answer()));
            return OK;
        }
        console.heading("%d. %s (%s)".formatted(page.number(), page.title(), page.fact("Time")));
        if (state.phase() == Phase.GUESS) {
            console.paragraph(page.text(Section.QUESTION, console.columns()));
            console.paragraph(page.text(Section.GUESS, console.columns()));
            progress.put(state.guessed(guess(options)));
        }
        if (state.phase() == Phase.RUN) { // begun earlier
            console.paragraph(page.text(Section.QUESTION, console.columns()));
            console.paragraph(page.text(Section.GUESS, console.columns()));
        } else if (state.phase() != Phase.GUESS) { // what comes is about it
            look(lesson.lesson().run(records(page, state.published())), state.guess());
        }
        if (progress.of(page.number()).phase() == Phase.RUN) {
            int code = options.published ? OK : runCommands(page, Section.RUN);
            if (code != OK) {
                return code;
            }
            if (options.published) {
                console.paragraph("From the published record " + page.publishedRecord() + ":");
            }
            var finding = lesson.lesson().run(records(page, options.published));
            progress.put(progress.of(page.number()).ran(finding, options.published));
            look(finding, progress.of(page.number()).guess());
            if (options.web) {
                writeHtml(lesson);
            }
            console.heading("Why");
            console.paragraph(page.text(Section.WHY, console.columns()));
            console.paragraph(PlainText.wrapped("", "This corrects: " + page.fact("Corrects"), console.columns()));
        }
        int code = progress.of(page.number()).phase() == Phase.CHANGE ? change(lesson, options) : OK;
        return code == OK ? check(lesson, options) : code;
    }

    private Double guess(Options options) throws IOException {
        if (options.guess != null) {
            console.paragraph("Your guess: " + Figure.number(options.guess));
            return options.guess;
        }
        while (true) {
            var typed = console.ask("Your guess (a number such as 1200, 0.5 or 40k; Enter skips): ");
            if (typed == null || typed.isEmpty()) {
                console.line("");
                return null;
            }
            var number = TypedNumber.parse(typed);
            if (number.isPresent()) {
                console.paragraph("Your guess: " + Figure.number(number.getAsDouble()));
                return number.getAsDouble();
            }
            console.line(TypedNumber.complaint(typed) + ".");
        }
    }

    /** Shows each command and runs it; the exit code of the lesson. It is said if a command failed. */
    private int runCommands(LessonPage page, Section section) throws IOException, InterruptedException {
        var folder = home.resolve(folder(page.number())).resolve(section == Section.RUN ? "run" : "change");
        delete(folder);
        Files.createDirectories(folder);
        if (section == Section.RUN) {
            console.heading(section.heading());
            if (!page.text(section, console.columns()).isEmpty()) {
                console.paragraph(page.text(section, console.columns()));
            }
        }
        for (var command : page.commands(section)) {
            console.line("$ " + command);
            int code = ChildProcess.oneInForeground(
                    home, ChildProcess.temporaryFolder("threadwall-lesson-").resolve("command"), shell(command));
            if (ChildProcess.shuttingDown()) {
                console.line("\nInterrupted. ./threadwall lesson %d goes on here.".formatted(page.number()));
                return NOT_PASSED;
            }
            if (code != 0) {
                console.line(
                        "\nThe command ended with exit code %d. Mend what it says, and run the lesson again: it goes on here."
                                .formatted(code));
                console.line("./threadwall lesson %d --published looks at the published record instead."
                        .formatted(page.number()));
                return code == ENVIRONMENT ? ENVIRONMENT : NOT_PASSED;
            }
            console.line("");
        }
        return OK;
    }

    /** A shell that is ended with all that it started: timeout(1) passes signals on to its whole process group. */
    private static List<String> shell(String command) {
        return List.of("timeout", "0", "bash", "-c", command);
    }

    /** What the section "Run" measured: here, or for the page. */
    private Records records(LessonPage page, boolean published) throws IOException {
        var folder = published ? page.publishedRecord() : folder(page.number()).resolve("run");
        return Records.in(home.resolve(folder));
    }

    private void look(Finding finding, Double guess) {
        console.heading("Look");
        console.line(LookText.of(finding, guess, console.columns(), console.bar()));
    }

    /** What the lesson has shown so far. */
    private void writeHtml(Lessons.Numbered lesson) throws IOException, UnusableRecordException {
        var page = lesson.page();
        var state = progress.of(page.number());
        var run = new LessonHtml.Look(lesson.lesson().run(records(page, state.published())), state.guess());
        var change = Optional.<LessonHtml.Look>empty();
        if (state.changeMeasured() != null) {
            change = Optional.of(new LessonHtml.Look(lesson.lesson().change(changed(page)), state.changeGuess()));
        }
        var file = home.resolve(folder(page.number())).resolve("lesson.html");
        Files.createDirectories(file.getParent());
        Files.writeString(file, LessonHtml.of(page, run, change, "../.."));
        console.line("For the browser: " + file.toUri() + "\n");
    }

    /** What the section "Change it" measured. */
    private Records changed(LessonPage page) throws IOException {
        return Records.in(home.resolve(folder(page.number())).resolve("change"));
    }

    private int change(Lessons.Numbered lesson, Options options)
            throws IOException, InterruptedException, UnusableRecordException {
        var page = lesson.page();
        console.heading("Change it");
        console.paragraph(page.text(Section.CHANGE, console.columns()));
        var guess = guess(options);
        int code = runCommands(page, Section.CHANGE);
        if (code != OK) {
            return code;
        }
        var finding = lesson.lesson().change(changed(page));
        progress.put(progress.of(page.number()).changed(guess, finding.guessed().value()));
        if (options.web) {
            writeHtml(lesson);
        }
        look(finding, guess);
        console.heading(Section.CHANGED.heading());
        console.paragraph(page.text(Section.CHANGED, console.columns()));
        return OK;
    }

    private int check(Lessons.Numbered lesson, Options options) throws IOException, UnusableRecordException {
        var page = lesson.page();
        console.heading("Check");
        console.paragraph(page.text(Section.CHECK, console.columns()));
        while (options.guess == null) {
            var typed = console.ask("Your answer (h: a hint; Enter: later): ");
            if (typed == null || typed.isEmpty()) {
                break;
            }
            if (typed.equalsIgnoreCase("h")) {
                showHint(page);
            } else if (judge(lesson, typed)) {
                return OK;
            }
        }
        console.line("To answer: ./threadwall lesson %d --answer ANSWER; --hint helps.".formatted(page.number()));
        return OK;
    }

    private int hint(Lessons.Numbered lesson) throws IOException, PreconditionException {
        requireCheck(lesson.page());
        showHint(lesson.page());
        return OK;
    }

    /** One more with each call; after the last one all over again. */
    private void showHint(LessonPage page) throws IOException {
        var hints = page.hints();
        var state = progress.of(page.number());
        console.line(PlainText.wrapped("Hint: ", hints.get(state.hints() % hints.size()), console.columns()));
        progress.put(state.hinted());
    }

    private int answer(Lessons.Numbered lesson, String text) throws IOException, PreconditionException {
        requireCheck(lesson.page());
        try {
            return judge(lesson, text) ? OK : NOT_PASSED;
        } catch (UnusableRecordException e) {
            console.line("The answer cannot be judged: %s. Run the lesson again with --again, or with --published."
                    .formatted(e.getMessage()));
            return NOT_PASSED;
        }
    }

    private void requireCheck(LessonPage page) throws PreconditionException {
        var phase = progress.of(page.number()).phase();
        if (phase != Phase.CHECK && phase != Phase.DONE) {
            throw PreconditionException.usage(
                    "lesson %d has not come to its question yet; run ./threadwall lesson %d first",
                    page.number(), page.number());
        }
    }

    /** Judges an answer by the records, says so, and keeps it. */
    private boolean judge(Lessons.Numbered lesson, String text) throws IOException, UnusableRecordException {
        var page = lesson.page();
        var state = progress.of(page.number());
        var check = lesson.lesson().check(records(page, state.published()));
        if (!check.isReadable(text)) {
            console.line(TypedNumber.complaint(text) + ".");
            return false;
        }
        boolean right = check.isRight(text);
        if (!state.isDone()) { // the right answer is kept
            progress.put(state.answered(text, right));
        }
        console.line(
                right
                        ? "Right. Lesson %d is done.".formatted(page.number())
                        : "Not so%s. Try again, or ask for a hint.".formatted(check.direction(text)));
        return right;
    }

    /** Deletes an earlier run of the lesson. */
    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path emptied, IOException failure) throws IOException {
                Files.delete(emptied);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
