package threadwall.probes;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Optional;
import java.util.function.Function;
import threadwall.limits.Diagnosis;
import threadwall.limits.ThreadCosts;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.proc.ProcessStatus;

/**
 * Starts threads in a child JVM until no more start. The tool reads the child all the while, more often near the predicted
 * limit: a JVM that reaches vm.max_map_count may abort, and then nothing is left to read.
 */
public final class ThreadProbe {

    private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(100);
    private static final Duration REPORT_TIMEOUT = Duration.ofSeconds(30);
    private static final String MAPS = "vm.max_map_count";
    private static final String START_ALL = "START " + Integer.MAX_VALUE;

    /** Pause between two full readings far from the limit, as a multiple of a reading: 30,000 maps hold the child up. */
    private static final int PAUSE_FACTOR = 20;

    private final ProbeChild child;
    private final ThreadCosts costs;
    private final Function<ThreadCosts, Diagnosis> diagnose;
    private final ProbeProgress progress;
    private final Diagnosis prediction;
    private final LimitUsage before;
    private LimitUsage atLimit;
    private long peak;
    private long nextReading;

    private ThreadProbe(
            ProbeChild child,
            ThreadCosts costs,
            Diagnosis prediction,
            Function<ThreadCosts, Diagnosis> diagnose,
            ProbeProgress progress) {
        this.child = child;
        this.costs = costs.ofARunningJvm();
        this.prediction = prediction;
        this.diagnose = diagnose;
        this.progress = progress;
        this.before = read();
        this.atLimit = before;
    }

    /**
     * @param main {@link ThreadStarterMain}, or one that behaves like it
     * @param prediction for a JVM whose threads cost so much
     * @param diagnose reads the limits on threads now and assesses them
     */
    public static ProbeFindings run(
            Path home,
            ProbeUser user,
            Class<?> main,
            ThreadCosts costs,
            Diagnosis prediction,
            Function<ThreadCosts, Diagnosis> diagnose,
            Duration timeLimit,
            Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        try (var child = ProbeChild.start(home, user, main)) {
            var counting = new ProbeProgress("threads", prediction, timeLimit, progress);
            return new ThreadProbe(child, costs, prediction, diagnose, counting).countUp();
        }
    }

    private ProbeFindings countUp() throws IOException, InterruptedException {
        child.send(START_ALL);
        var failure = Optional.<ProbeFailure>empty();
        while (failure.isEmpty()) {
            var line = child.receive(SAMPLE_INTERVAL);
            // a child that was refused, or is out of time, survives and can be read; some internal threads may have
            // ended
            sample(line.isPresent() || progress.isOver());
            failure = line.map(this::refused)
                    .or(() -> ProbeFailure.ofReport(child.printed().lines()))
                    .or(this::ended)
                    .or(() -> progress.isOver() ? Optional.of(progress.outOfTime(peak)) : Optional.empty());
        }
        if (failure.get().kind() == ProbeFailure.Kind.ABORTED) {
            readReport();
        }
        var end = atLimit.withRefusalsOf(read());
        return new ProbeFindings(
                prediction, peak, failure.get(), LimitUsage.between(prediction, before, end), null, progress.seconds());
    }

    /** Reads an aborting JVM once more from outside, and the counts in its own report. */
    private void readReport() throws InterruptedException {
        sample(false);
        child.printed().awaitEnd(REPORT_TIMEOUT);
        var report = child.printed().lines();
        ProbeFailure.mappings(report).ifPresent(maps -> atLimit.used().merge(MAPS, maps, Math::max));
        peak = Math.max(peak, ProbeFailure.javaThreads(report).orElse(0L));
    }

    /** "FAILED N MESSAGE" */
    private ProbeFailure refused(String line) {
        return ProbeFailure.ofThread(line.split(" ", 3)[2], child.printed().lines());
    }

    private Optional<ProbeFailure> ended() {
        return child.isAlive()
                ? Optional.empty()
                : Optional.of(ProbeFailure.ofEnd(
                        "the JVM", child.exitCode(), child.printed().lines()));
    }

    /** Skips a child that is exiting: the reading before has more in it. */
    private void sample(boolean now) {
        long threads =
                ProcessStatus.read(child.pid()).map(ProcessStatus::threads).orElse(0L);
        if (threads == 0 || threads < peak && !now) {
            return;
        }
        peak = Math.max(peak, threads);
        progress.count(peak);
        long start = System.nanoTime();
        if (now || start >= nextReading) {
            var usage = read();
            if (ProcessStatus.read(child.pid()).isPresent()) {
                atLimit = usage;
            }
            long took = System.nanoTime() - start;
            nextReading = System.nanoTime() + (progress.isNear(peak) ? took : PAUSE_FACTOR * took);
        }
    }

    private LimitUsage read() {
        var own = new HashMap<String, Long>();
        own.put(MAPS, ProcessStatus.maps(child.pid()));
        ProcessStatus.read(child.pid()).ifPresent(process -> own.put("RLIMIT_AS", process.addressBytes()));
        return LimitUsage.of(diagnose.apply(costs), own);
    }
}
