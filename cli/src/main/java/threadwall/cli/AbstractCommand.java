package threadwall.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands have in common: {@code --help}, where they print to, and what was typed. */
abstract class AbstractCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private HelpOption help;

    final CommandLine commandLine() {
        return spec.commandLine();
    }

    final PrintWriter out() {
        return commandLine().getOut();
    }

    final PrintWriter err() {
        return commandLine().getErr();
    }

    /** The arguments of {@code ./threadwall}, as typed. */
    final List<String> arguments() {
        return Threadwall.arguments(commandLine());
    }

    /** Whether the option was typed; one with a default value has a value anyway. */
    final boolean isGiven(String option) {
        return commandLine().getParseResult().hasMatchedOption(option);
    }

    /** To be thrown for arguments that cannot be meant so: exit code 2, with a hint at {@code --help}. */
    final ParameterException usage(String message) {
        return new ParameterException(commandLine(), message);
    }
}
