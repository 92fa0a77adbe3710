package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.record.IdleRecord.Live;

/** Asks running JVMs by {@code jcmd} of the JDK that runs this one. */
final class Jcmd {

    private static final String YOUNG_COLLECTIONS = "sun.gc.collector.0.invocations=";

    /** {@code Total       1234567      98765432}, after a line for each class. */
    private static final String TOTAL = "Total ";

    private static final int TIMEOUT_SECONDS = 600;

    private Jcmd() {}

    /** Young collections so far, by the JVM's own counter, which both collectors have. */
    static long youngCollections(long pid) throws StepFailedException, IOException, InterruptedException {
        return run(pid, "PerfCounter.print")
                .lines()
                .filter(line -> line.startsWith(YOUNG_COLLECTIONS))
                .findFirst()
                .map(line -> Long.parseLong(line.substring(YOUNG_COLLECTIONS.length())))
                .orElseThrow(() -> new StepFailedException(
                        "cannot read the number of young collections of process %d (jcmd PerfCounter.print)"
                                .formatted(pid)));
    }

    /** Runs a full collection and counts the objects that are left. */
    static Live collectAndCount(long pid) throws StepFailedException, IOException, InterruptedException {
        return run(pid, "GC.class_histogram")
                .lines()
                .filter(line -> line.startsWith(TOTAL))
                .findFirst()
                .map(line -> line.split("\\s+"))
                .map(words -> new Live(Long.parseLong(words[1]), Long.parseLong(words[2])))
                .orElseThrow(() -> new StepFailedException(
                        "cannot read the live objects of process %d (jcmd GC.class_histogram)".formatted(pid)));
    }

    private static String run(long pid, String what) throws StepFailedException, IOException, InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(jcmd, String.valueOf(pid), what)
                .redirectErrorStream(true)
                .start();
        var ended = process.onExit()
                .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .exceptionally(late -> {
                    process.destroyForcibly(); // then its output ends
                    return process;
                });
        var output = new String(process.getInputStream().readAllBytes()).strip();
        if (ended.join().waitFor() != 0) {
            throw new StepFailedException("jcmd %d %s failed: %s".formatted(pid, what, output));
        }
        return output;
    }
}
