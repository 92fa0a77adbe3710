package threadwall.cli.e2e;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;

/** JVMs with the class path of the tests. */
final class Java {

    static final List<String> FLAGS =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED");

    private Java() {}

    /** @param mainAndArguments the main class, and what follows it on the command line */
    static List<String> command(List<String> mainAndArguments) {
        var command = new ArrayList<>(List.of(path()));
        command.addAll(FLAGS);
        command.addAll(List.of("-Dthreadwall.home=" + Home.path(), "-cp", System.getProperty("java.class.path")));
        command.addAll(mainAndArguments);
        return command;
    }

    /** The program that runs this test. */
    static String path() {
        return ProcessHandle.current().info().command().orElseThrow();
    }

    /** Removes the flags of the test run: a JVM reports them on standard error, which the caller compares. */
    static ProcessBuilder withoutToolOptions(ProcessBuilder builder) {
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        return builder;
    }

    static Process start(List<String> mainAndArguments) throws IOException {
        return new ProcessBuilder(command(mainAndArguments))
                .redirectError(Redirect.INHERIT)
                .start();
    }
}
