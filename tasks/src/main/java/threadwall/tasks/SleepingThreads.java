package threadwall.tasks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.ThreadReadings;
import threadwall.record.RecordLine;
import threadwall.record.ThreadRecord;
import threadwall.tasks.TaskWorkload.Test;

/**
 * Measures the threads of a JVM without sockets: those of {@code java-threads-tuned}, which sleep until they have been
 * read. The same program with one thread shows what the JVM itself takes.
 *
 * @param folder the run's own, which exists
 * @param shown the same as command lines are to contain it
 */
public record SleepingThreads(Path home, Path folder, String shown, Progress progress) {

    /** Its futex table is large enough for any number of sleepers; with the JVM's own each start would walk over them. */
    private static final String PROGRAM = "java-threads-tuned";

    /** Between the end of a JVM and that of its supervisor. */
    private static final Duration END = Duration.ofSeconds(1);

    /** Longer than any start takes. */
    private static final Duration SLEEP = Duration.ofHours(6);

    /**
     * Runs it once.
     *
     * @param number of this run in its folder, from 1
     */
    public ThreadRecord run(int threads, int number) throws PreconditionException, IOException, InterruptedException {
        var at = Instant.now();
        long began = System.nanoTime();
        var readings = new ThreadReadings(threads, progress);
        var plan = plan(threads, shown, number);
        var failure = measure(readings, plan(1, shown, number), plan);
        if (ChildProcess.shuttingDown()) {
            throw new InterruptedException();
        }
        return new ThreadRecord(
                RecordLine.SCHEMA,
                at,
                (System.nanoTime() - began) / 1e9,
                null,
                plan.command(),
                List.of(),
                threads,
                readings.all(),
                null,
                null,
                failure.orElse(null));
    }

    /** The command of a JVM with so many threads. {@link #run} runs it with one, and then with all of them. */
    public static List<String> command(int threads, String shown, int number) throws PreconditionException {
        return plan(threads, shown, number).command();
    }

    private static TaskPlan plan(int threads, String shown, int number) throws PreconditionException {
        var program = TaskPrograms.named(Test.SLEEP, List.of(PROGRAM)).getFirst();
        var workload = TaskWorkload.sleep(threads, SLEEP);
        var files = "%s/jvm-%d".formatted(shown, number);
        return new TaskPlan(number, program, workload, 1, files, program.command(workload, files, 1));
    }

    private Optional<String> measure(ThreadReadings readings, TaskPlan alone, TaskPlan plan)
            throws IOException, InterruptedException {
        var files = Files.createDirectories(folder.resolve("jvm-" + plan.number()));
        progress.phase("starting a JVM with one thread");
        long own;
        var output = files.resolve("alone.out");
        try (var jvm = ChildProcess.start(home, files.resolve("alone"), alone.command(), output)) {
            var pid = jvm.pid();
            var threads = pid.isEmpty() ? OptionalLong.empty() : readings.readOwn(pid.get());
            if (threads.isEmpty()) {
                return Optional.of(ending(jvm, output));
            }
            own = threads.getAsLong();
        }
        progress.phase("starting %,d threads".formatted(plan.workload().tasks()));
        readings.begin();
        output = files.resolve("all.out");
        try (var jvm = ChildProcess.start(home, files.resolve("all"), plan.command(), output)) {
            var pid = jvm.pid();
            if (pid.isEmpty()) {
                return Optional.of(ending(jvm, output));
            }
            var missing = readings.awaitAll(pid.get(), own + plan.workload().tasks() - 1);
            return missing.isEmpty() ? missing : Optional.of(missing.get() + "; " + ending(jvm, output));
        }
    }

    /** What the program said, or how its JVM ended. */
    private static String ending(ChildProcess jvm, Path output) throws IOException, InterruptedException {
        boolean ended = jvm.await(END);
        var refused = ProgramReport.in(Files.readAllLines(output)).map(ProgramReport::failure);
        if (refused.isPresent()) {
            return "the JVM refused one more: " + refused.get();
        }
        return ended
                ? "the JVM ended with exit code %d: %s"
                        .formatted(jvm.exitCode(), jvm.exitReason().orElse("it printed no reason"))
                : "the JVM printed no reason";
    }
}
