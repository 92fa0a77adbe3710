package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.RunLast;
import threadwall.process.PreconditionException;

/** The entry point behind {@code ./threadwall}: lists the commands and turns failures into exit codes. */
@Command(
        name = "./threadwall",
        description = {
            "Shows how many threads this machine gives a JVM, which kernel limit stops it,",
            "what each thread costs, and what fibers do past that point.",
            ""
        },
        subcommands = {
            SweepCommand.class,
            CapacityCommand.class,
            CompareCommand.class,
            RecordCommand.class,
            ReportCommand.class,
            ExplainCommand.class,
            BenchCommand.class,
            TasksCommand.class,
            ClaimsCommand.class,
            DoctorCommand.class,
            ResilienceCommand.class,
            DataCommand.class,
            WatchCommand.class,
            ServeCommand.class,
            LessonCommand.class,
            ClassCommand.class,
            CleanCommand.class,
            DocsCommand.class
        },
        mixinStandardHelpOptions = false,
        footer = {
            "",
            "./threadwall test      runs every test that needs no virtual machine",
            "./threadwall vm-test   runs the tests that need one",
            "./threadwall dist      packs a release that needs neither Maven nor a compiler",
            "./threadwall --version  prints the version",
            "Each command has its own --help.",
            "",
            "Exit codes: 0 ok, 1 failed, 2 usage, 3 a run is invalid (failed requests, wrong",
            "answers), 4 the environment does not allow it."
        })
public final class Threadwall {

    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int INVALID = 3;

    /** 128 + SIGINT, as in shells. */
    static final int INTERRUPTED = 130;

    @CommandLine.Mixin
    private HelpOption help;

    public static void main(String[] arguments) {
        // records, tables and messages are the same in every locale
        Locale.setDefault(Locale.ROOT);
        int code = commandLine().execute(arguments);
        // a print stream does not throw its errors: a full disk, or /dev/full
        if (System.out.checkError()) {
            System.err.println("threadwall: standard output could not be written in full");
            code = code == 0 ? FAILED : code;
        }
        System.exit(code);
    }

    /** The complete command line, for execution in this JVM; {@link #main} exits with its exit code. */
    public static CommandLine commandLine() {
        var line = new CommandLine(new Threadwall());
        // the name that `resilience` had: scripts may still use it
        var abuse = new CommandLine(new ResilienceCommand());
        abuse.getCommandSpec().usageMessage().hidden(true);
        line.addSubcommand("abuse", abuse);
        line.setExpandAtFiles(false); // --body @FILE
        line.setUsageHelpAutoWidth(true);
        line.setHelpFactory(FormerNames::new);
        line.setParameterExceptionHandler((problem, args) -> {
            var err = problem.getCommandLine().getErr();
            err.println("threadwall: " + problem.getMessage() + " (see "
                    + problem.getCommandLine().getCommandSpec().qualifiedName() + " --help)");
            return USAGE;
        });
        line.setExecutionStrategy(parsed -> {
            parsed.asCommandLineList().forEach(Threadwall::requireNames);
            return new RunLast().execute(parsed);
        });
        line.setExecutionExceptionHandler((problem, command, parsed) -> explain(problem, command.getErr()));
        return line;
    }

    /** picocli drops empty elements at the end of a list, so "," is an empty list instead of the default. */
    private static void requireNames(CommandLine command) {
        for (var option : command.getParseResult().matchedOptions()) {
            if (option.getValue() instanceof Collection<?> list && list.isEmpty()) {
                throw new ParameterException(
                        command,
                        "Invalid value for option '%s': '%s' is an empty list"
                                .formatted(option.longestName(), String.join("", option.originalStringValues())));
            }
        }
    }

    private static int explain(Exception problem, PrintWriter err) {
        if (problem instanceof PreconditionException refused) {
            err.println("threadwall: " + refused.getMessage());
            return refused.exitCode();
        }
        if (problem instanceof UncheckedIOException wrapped) {
            return explain(wrapped.getCause(), err);
        }
        if (problem instanceof IOException) {
            // messages of the JDK's subclasses are merely a path: the class name says what is wrong
            var which = problem.getClass() == IOException.class
                    ? ""
                    : problem.getClass().getSimpleName() + ": ";
            err.println("threadwall: " + which + problem.getMessage());
            return FAILED;
        }
        if (problem instanceof InterruptedException) {
            return INTERRUPTED;
        }
        err.println("threadwall: %s: %s. This is a defect of threadwall; report it (CONTRIBUTING.md says where) with %s"
                .formatted(problem.getClass().getSimpleName(), problem.getMessage(), stackTrace(problem)));
        return FAILED;
    }

    /** Where the stack trace of an unexpected exception is: a new file, or the text itself where none can be written. */
    private static String stackTrace(Exception problem) {
        var text = new StringWriter();
        problem.printStackTrace(new PrintWriter(text, true));
        try {
            return Files.writeString(Files.createTempFile("threadwall-", ".log"), text.toString())
                    .toString();
        } catch (IOException e) {
            return "its stack trace:\n" + text;
        }
    }

    /** The arguments of {@code ./threadwall}, as typed. */
    static List<String> arguments(CommandLine command) {
        var root = command;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root.getParseResult().originalArgs();
    }

    /** The project's root, which {@code ./threadwall} passes as a system property. */
    static Path home() {
        return Path.of(System.getProperty("threadwall.home", "."))
                .toAbsolutePath()
                .normalize();
    }
}
