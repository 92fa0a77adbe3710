package threadwall.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;
import threadwall.lessons.LessonConsole;
import threadwall.lessons.LessonExport;
import threadwall.lessons.LessonList;
import threadwall.lessons.LessonPage;
import threadwall.lessons.LessonProgress;
import threadwall.lessons.LessonRunner;
import threadwall.lessons.TypedNumber;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.proc.MachineInfo;

@Command(
        name = "lesson",
        sortOptions = false,
        customSynopsis = {
            "./threadwall lesson",
            "./threadwall lesson N|--all [OPTION...]",
            "./threadwall lesson --export FILE|-"
        },
        description = {
            "Teaches threads and fibers with figures of this machine.",
            "A lesson asks for a guess, runs a command, shows what it measured and why, has you",
            "change something and guess again, and ends with a question. Without N it lists all",
            "lessons. A lesson that was interrupted goes on where it stopped.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall lesson",
            "  ./threadwall lesson 4",
            "  ./threadwall lesson 4 --answer 120",
            "  ./threadwall lesson 5 --published",
            "  ./threadwall lesson --all --guess 1000",
            "",
            "The lessons as pages, and plans for a class: docs/lessons/README.md.",
            "Exit codes: 0 done, or the question is left; 2 usage; 3 the answer is wrong, or a",
            "command of the lesson failed; 4 the environment does not allow it."
        })
final class LessonCommand extends AbstractCommand {

    private static final int COLUMNS = 80;

    @Parameters(index = "0", arity = "0..1", paramLabel = "N", description = "The lesson.")
    private Integer number;

    @Option(names = "--all", description = "Run all lessons, one after the other.")
    private boolean all;

    @Option(
            names = "--guess",
            paramLabel = "NUMBER",
            converter = Guess.class,
            description = "Make this guess wherever the lesson asks for one, and ask nothing.")
    private Double guess;

    @Option(names = "--answer", paramLabel = "TEXT", description = "Answer the lesson's question.")
    private String answer;

    @Option(names = "--hint", description = "Show a hint to the question; a further one with each call.")
    private boolean hint;

    @Option(
            names = "--published",
            description = "Look at the record of another machine, published with the lesson, instead of running it.")
    private boolean published;

    @Option(names = "--again", description = "Begin the lesson anew.")
    private boolean again;

    @Option(names = "--web", description = "Write what the lesson shows as a page for the browser, too.")
    private boolean web;

    @Option(names = "--reset", description = "Forget all guesses and answers.")
    private boolean reset;

    @Option(
            names = "--export",
            paramLabel = "FILE|-",
            description = "Write all guesses, measurements and answers as JSON, for ./threadwall class. It has no names"
                    + " or addresses.")
    private String export;

    static final class Guess implements ITypeConverter<Double> {
        @Override
        public Double convert(String text) {
            return TypedNumber.parse(text).orElseThrow(() -> new TypeConversionException(TypedNumber.complaint(text)));
        }
    }

    @Override
    public Integer call() throws Exception {
        requireOneThing();
        var home = Threadwall.home();
        if (reset) {
            LessonProgress.reset(home);
            return 0;
        }
        var progress = LessonProgress.read(home);
        if (export != null) {
            export(LessonExport.of(MachineInfo.read(), progress).json());
            return 0;
        }
        var console = console();
        if (number == null && !all) {
            LessonList.print(home, progress, console);
            return 0;
        }
        var runner = new LessonRunner(home, progress, console);
        var options = new LessonRunner.Options(guess, answer, hint, published, again, web);
        return all ? runAll(runner, options) : runner.run(number, options);
    }

    /** Leaves out, and names, what this machine does not allow. */
    private int runAll(LessonRunner runner, LessonRunner.Options options) throws Exception {
        int code = 0;
        int lessons = LessonPage.readAll(Threadwall.home()).size();
        for (int each = 1; each <= lessons && !ChildProcess.shuttingDown(); each++) {
            var obstacle = published ? Optional.<String>empty() : runner.obstacle(each);
            if (obstacle.isPresent()) {
                err().println("threadwall: lesson %d is left out: %s".formatted(each, obstacle.get()));
            } else {
                code = Math.max(code, runner.run(each, options));
            }
        }
        return code;
    }

    private void requireOneThing() {
        boolean withLesson = guess != null || answer != null || hint || published || again || web;
        if (all && number != null) {
            throw usage("--all runs every lesson: leave %d out".formatted(number));
        }
        if (withLesson && number == null && !all) {
            throw usage("name a lesson, such as ./threadwall lesson 4");
        }
        if ((answer != null || hint) && (all || guess != null || again)) {
            throw usage("--answer and --hint are for the question of one lesson: leave --all, --guess and --again out");
        }
        if (answer != null && hint) {
            throw usage("--answer and --hint exclude each other");
        }
        if ((reset || export != null) && (number != null || all || withLesson)) {
            throw usage("--reset and --export are for all lessons: leave everything else out");
        }
        if (reset && export != null) {
            throw usage("--reset forgets what --export would write: export first");
        }
    }

    private void export(String json) throws IOException, PreconditionException {
        if (export.equals("-")) {
            out().print(json);
            out().flush();
            return;
        }
        OutputFile.open(export);
        OutputFile.write(export, json);
    }

    /** Asks only a learner at a terminal. */
    private LessonConsole console() {
        boolean someone = System.console() != null && System.console().isTerminal();
        var in = someone ? new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset())) : null;
        int columns = Terminal.ofStdout().map(Terminal::columns).orElse(COLUMNS);
        return new LessonConsole(out(), in, columns, Terminal.shows('█') ? '█' : '#');
    }
}
