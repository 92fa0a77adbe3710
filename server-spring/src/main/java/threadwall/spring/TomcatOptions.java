package threadwall.spring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import threadwall.server.CommandLines;

/** How long Tomcat keeps idle connections, and how many request processors it keeps. */
final class TomcatOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private Duration idle;

    private Integer processorCache;

    @Option(
            names = "--idle-time",
            paramLabel = "TIME",
            description =
                    "Close a connection on which no request follows an answer for this long, such as 500ms, 30s, 2m"
                            + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "60s")
    void idleTime(String value) {
        idle = CommandLines.duration(command, "--idle-time", value);
    }

    @Option(
            names = "--processor-cache",
            paramLabel = "N",
            description = "Request processors that Tomcat keeps for reuse; Tomcat's own default is 200 (default: all).")
    void processorCache(int value) {
        if (value < 0) {
            throw new ParameterException(
                    command.commandLine(),
                    "--processor-cache must be at least 0, not " + value
                            + "; leave --processor-cache out to keep all request processors");
        }
        processorCache = value;
    }

    /** As Spring's arguments. */
    List<String> arguments() {
        var arguments = new ArrayList<>(List.of("--server.tomcat.keep-alive-timeout=" + idle));
        if (processorCache != null) {
            arguments.add("--server.tomcat.processor-cache=" + processorCache);
        }
        return arguments;
    }
}
