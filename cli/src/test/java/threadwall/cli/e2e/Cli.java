package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import threadwall.cli.Threadwall;
import threadwall.record.RunFile;
import threadwall.record.StepRecord;

/** The command line, run in this JVM. */
final class Cli {

    /** Below the project's root. */
    static final String JAR = "cli/target/cli.jar";

    private Cli() {}

    /** What a user sees of a command. */
    record Result(int exitCode, String out, String err) {

        /** That it ended so, with one clear line and no more. */
        void refused(int code, String... words) {
            assertThat(err).startsWith("threadwall: ").containsOnlyOnce("\n").contains(words);
            assertThat(exitCode).isEqualTo(code);
            assertThat(out).isEmpty();
        }
    }

    /** Runs a command, and sees to it that it leaves no process behind. */
    static Result run(String... arguments) {
        return runIn(Home.path(), arguments);
    }

    /** The same with another folder in place of the project's root. */
    static Result runIn(Path home, String... arguments) {
        var project = System.setProperty("threadwall.home", home.toString());
        var before = descendants();
        var out = new StringWriter();
        var err = new StringWriter();
        int code;
        try {
            code = Threadwall.commandLine()
                    .setOut(printer(out))
                    .setErr(printer(err))
                    .execute(arguments);
        } finally {
            System.setProperty("threadwall.home", project);
        }
        assertThat(err.toString()).doesNotContain("\tat ");
        assertThat(descendants()).as("processes left running").isSubsetOf(before);
        return new Result(code, out.toString(), err.toString());
    }

    /** Loses what is not flushed, as a process does; a line's end flushes. */
    private static PrintWriter printer(StringWriter text) {
        return new PrintWriter(new BufferedWriter(text), true);
    }

    /** The same as a process of its own, for what only a process can suffer. */
    static ProcessBuilder process(List<String> arguments) {
        return process(List.of(), arguments);
    }

    /** @param flags of the JVM, more than it has by itself */
    static ProcessBuilder process(List<String> flags, List<String> arguments) {
        var home = Home.path();
        var command = new ArrayList<>(List.of("env", "--default-signal=INT")); // a shell's & has it ignored
        command.add(Java.path());
        command.addAll(Java.FLAGS);
        command.add("-XX:SharedArchiveFile=" + ClassArchive.makeOfCli(home));
        command.addAll(List.of("-Xlog:cds=off", "-Xlog:cds+dynamic=off")); // no warning without one
        command.add("-Dthreadwall.home=" + home);
        command.addAll(flags);
        command.addAll(List.of("-jar", home.resolve(JAR).toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }

    static List<StepRecord> steps(Path folder) throws IOException {
        return RunFile.in(folder).read().steps();
    }

    private static Set<ProcessHandle> descendants() {
        return ProcessHandle.current().descendants().collect(Collectors.toSet());
    }
}
