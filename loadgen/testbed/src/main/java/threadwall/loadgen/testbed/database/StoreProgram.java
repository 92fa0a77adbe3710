package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.ChildProcess;
import threadwall.process.ExitReason;

/** A program of the store's that asks PostgreSQL something, says it on its standard output and ends. */
public enum StoreProgram {
    QUERIES("threadwall.store.postgres.QueriesMain", "asking PostgreSQL for its count of queries"),
    SCAN("threadwall.store.load.ScanMain", "scanning the rows");

    private static final List<String> JAVA = List.of("java", "-Xmx64m", "-cp", "store/target/store.jar");

    private final String program;
    private final String doing;

    StoreProgram(String program, String doing) {
        this.program = program;
        this.doing = doing;
    }

    /**
     * Runs it.
     *
     * @param files prefix of its files: {@code .txt} with what it says, {@code .err}, {@code .status}
     * @return what it said
     * @throws StepFailedException when it ends otherwise than by 0, with its last word, or not within {@code longest}
     */
    public String run(Path home, Path files, List<String> arguments, Duration longest)
            throws StepFailedException, IOException, InterruptedException {
        var command = new ArrayList<>(JAVA);
        command.add(program);
        command.addAll(arguments);
        var said = files.resolveSibling(files.getFileName() + ".txt");
        try (var process = ChildProcess.start(home, files, command, said)) {
            if (!process.await(longest)) {
                throw new StepFailedException("%s took longer than %d s".formatted(doing, longest.toSeconds()));
            }
            if (process.exitCode() != 0) {
                var errors = files.resolveSibling(files.getFileName() + ".err");
                throw new StepFailedException(
                        "%s failed: %s".formatted(doing, ExitReason.in(errors).orElse("without a word")));
            }
        }
        return Files.readString(said).strip();
    }
}
