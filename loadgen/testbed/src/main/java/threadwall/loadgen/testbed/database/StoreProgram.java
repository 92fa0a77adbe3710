package threadwall.loadgen.testbed.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.ChildProcess;

/** The programs of the module {@code store} that are run beside a server. */
public enum StoreProgram {
    CONNECTIONS("-Xmx64m", "threadwall.store.postgres.ConnectionsMain", "counting PostgreSQL's connections"),
    QUERIES("-Xmx64m", "threadwall.store.postgres.QueriesMain", "asking PostgreSQL for its count of queries"),
    SCAN("-Xmx64m", "threadwall.store.load.ScanMain", "scanning the rows"),
    EVICT("-Xmx64m", "threadwall.store.load.EvictMain", "emptying PostgreSQL's own cache"),
    /** A load keeps one batch of rows in memory. */
    DATA("-Xmx512m", "threadwall.store.load.DataMain", "managing the store's data");

    private final String heap;
    private final String mainClass;
    private final String task;

    StoreProgram(String heap, String mainClass, String task) {
        this.heap = heap;
        this.mainClass = mainClass;
        this.task = task;
    }

    /** The command that starts it. */
    List<String> command(List<String> arguments) {
        return Stream.concat(Stream.of("java", heap, "-cp", "store/target/store.jar", mainClass), arguments.stream())
                .toList();
    }

    /**
     * Runs it to its end.
     *
     * @param files prefix of its files: {@code .txt} with its output, {@code .err}, {@code .status}
     * @return its standard output
     * @throws StepFailedException when its exit code is not 0, with its last message, or when it takes longer than
     *     {@code timeout}
     */
    public String run(Path home, Path files, List<String> arguments, Duration timeout)
            throws StepFailedException, IOException, InterruptedException {
        var output = files.resolveSibling(files.getFileName() + ".txt");
        try (var process = ChildProcess.start(home, files, command(arguments), output)) {
            if (!process.await(timeout)) {
                throw new StepFailedException("%s took longer than %d s".formatted(task, timeout.toSeconds()));
            }
            if (process.exitCode() != 0) {
                throw new StepFailedException(
                        "%s failed: %s".formatted(task, process.exitReason().orElse("no error message")));
            }
        }
        return Files.readString(output).strip();
    }
}
