package threadwall.tasks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import threadwall.process.ChildProcess;
import threadwall.process.Progress;
import threadwall.tasks.TaskWorkload.Test;
import threadwall.tasks.Toolchain.State;

/** The families of programs, after {@code task-programs/build.sh} has built what it can. */
final class Toolchains {

    private static final String SCRIPT = "task-programs/build.sh";
    private static final Duration POLL_INTERVAL = Duration.ofMillis(200);
    private static final Duration OUTPUT_TIMEOUT = Duration.ofSeconds(10);

    private final Map<String, Toolchain> families;

    private Toolchains(Map<String, Toolchain> families) {
        this.families = families;
    }

    /**
     * Builds what is not up to date, which takes minutes the first time.
     *
     * @param folder the run's, where the output of the build is kept
     * @param install whether to install missing toolchains
     */
    static Toolchains build(
            Path home, Path folder, Test test, List<TaskProgram> programs, boolean install, Progress progress)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(SCRIPT));
        if (install) {
            command.add("--install");
        }
        command.add(test.label());
        programs.stream().map(TaskProgram::family).distinct().forEach(command::add);
        var files = folder.resolve("build");
        try (var build = ChildProcess.start(home, files, command, null)) {
            var output = ProgramOutput.of(build.output(), folder.resolve("build.out"));
            var errors = folder.resolve("build.err");
            progress.note("building the programs: " + String.join(" ", command));
            while (!build.await(POLL_INTERVAL)) {
                lastLine(errors).ifPresent(line -> progress.count("building: " + line));
            }
            if (ChildProcess.shuttingDown()) {
                throw new InterruptedException();
            }
            output.awaitEnd(OUTPUT_TIMEOUT);
            return of(
                    programs,
                    output.lines(),
                    "%s ended with exit code %d and did not report this one%s"
                            .formatted(
                                    SCRIPT,
                                    build.exitCode(),
                                    lastLine(errors).map(": "::concat).orElse("")));
        }
    }

    /** @param otherwise why a family failed that no line mentions */
    static Toolchains of(List<TaskProgram> programs, List<String> lines, String otherwise) {
        var families = new HashMap<String, Toolchain>();
        programs.forEach(
                program -> families.put(program.family(), new Toolchain(program.family(), State.FAILED, otherwise)));
        lines.forEach(
                line -> Toolchain.parse(line).ifPresent(toolchain -> families.put(toolchain.family(), toolchain)));
        return new Toolchains(families);
    }

    Toolchain of(TaskProgram program) {
        return families.get(program.family());
    }

    private static Optional<String> lastLine(Path file) throws IOException {
        return StderrFile.lines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((first, last) -> last);
    }
}
