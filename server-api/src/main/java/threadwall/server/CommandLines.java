package threadwall.server;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Creates our command lines: a usage error is one line on stderr and exit code 2. */
public final class CommandLines {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");

    /** For all servers alike: the clock of kilim's loops has 32 bits of milliseconds, which wrap after 24 days. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private CommandLines() {}

    public static CommandLine of(Object command) {
        return new CommandLine(command).setParameterExceptionHandler((problem, args) -> {
            var line = problem.getCommandLine();
            var name = line.getCommandName();
            line.getErr().println(name + ": " + problem.getMessage().replace('\n', ' ') + " (see --help)");
            return line.getCommandSpec().exitCodeOnInvalidInput();
        });
    }

    /**
     * The value of an option such as {@code --idle-time 30s}.
     *
     * @throws ParameterException when the text is no time above zero, up to a day
     */
    public static Duration duration(CommandSpec command, String option, String text) {
        var parts = DURATION.matcher(text);
        if (parts.matches()) {
            long number = Long.parseLong(parts.group(1));
            var duration =
                    switch (parts.group(2)) {
                        case "ms" -> Duration.ofMillis(number);
                        case "s" -> Duration.ofSeconds(number);
                        default -> Duration.ofMinutes(number);
                    };
            if (duration.isPositive() && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        }
        throw new ParameterException(
                command.commandLine(),
                option + " must be a time up to a day, such as 500ms, 30s or 2m, not '" + text + "'");
    }
}
