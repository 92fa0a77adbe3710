package threadwall.server;

import picocli.CommandLine;

/** Creates our command lines: a usage error is one line on stderr and exit code 2. */
public final class CommandLines {
    private CommandLines() {}

    public static CommandLine of(Object command) {
        return new CommandLine(command).setParameterExceptionHandler((problem, args) -> {
            var line = problem.getCommandLine();
            var name = line.getCommandName();
            line.getErr().println(name + ": " + problem.getMessage().replace('\n', ' ') + " (see --help)");
            return line.getCommandSpec().exitCodeOnInvalidInput();
        });
    }
}
