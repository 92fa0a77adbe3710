package threadwall.tasks;

import java.io.IOException;
import java.time.Duration;
import threadwall.probes.ThreadLimitMonitor;
import threadwall.process.ChildProcess;
import threadwall.process.Countdown;
import threadwall.process.ProcessTree;
import threadwall.process.Progress;
import threadwall.tasks.TaskObservation.End;

/** Samples one program until it ends or has to be ended: at a limit, after its time, or before memory runs out. */
record TaskObserver(
        TaskPlan plan,
        Duration limit,
        Progress progress,
        ChildProcess child,
        ProgramOutput output,
        ProcessSamples samples,
        ThreadLimitMonitor monitor) {

    private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(50);
    private static final Duration SEARCH_INTERVAL = Duration.ofMillis(250);

    /** 100,000 threads take some seconds to exit. */
    private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(60);

    /**
     * @param pssBytes while all its tasks slept, or at its limit; {@code null} when it reached neither
     * @param seconds after which the tool ended it; {@code null} when it ended by itself
     */
    record Ended(End end, Long pssBytes, Double seconds) {}

    Ended untilItEnds() throws IOException, InterruptedException {
        double limitSeconds = limit.toMillis() / 1e3;
        var root = child.pid();
        if (root.isEmpty()) {
            return new Ended(End.BY_ITSELF, null, null);
        }
        var tree = new ProcessTree(root.get(), SEARCH_INTERVAL);
        tree.preferForOomKill();
        var pss = new PssSampler(plan.workload(), tree);
        var countdown = Countdown.atMost(progress, limitSeconds);
        long reserve = MemoryReserve.bytes();
        try (var limits = new LimitPolling(monitor, plan, tree)) {
            while (!child.await(SAMPLE_INTERVAL)) {
                var sample = ProcessSample.at(child.seconds(), tree.pids());
                if (sample.isPresent()) {
                    samples.add(sample.get());
                    limits.poll(sample.get());
                    pss.sample(sample.get().seconds());
                    countdown.report(() -> running(sample.get()));
                    if (MemoryReserve.isReached(sample.get().kernel(), reserve)) {
                        return end(End.LOW_MEMORY, tree, pss);
                    }
                }
                if (ProgramReport.in(output.lines()).map(ProgramReport::failure).isPresent()) {
                    sampleOnceMore(tree);
                    pss.takeNow();
                    return end(End.REFUSED, tree, pss);
                }
                if (child.seconds() >= limitSeconds) {
                    sampleOnceMore(tree);
                    return end(End.TIME_LIMIT, tree, pss);
                }
            }
        }
        return new Ended(End.BY_ITSELF, pss.pssBytes(), null);
    }

    /** Samples at the limit, or at the end of the time. */
    private void sampleOnceMore(ProcessTree tree) throws IOException {
        var sample = ProcessSample.at(child.seconds(), tree.pids());
        if (sample.isPresent()) {
            samples.add(sample.get());
        }
        monitor.read(tree.busiest());
    }

    /** Kills at once: a program has nothing to clean up, and on a full machine nothing that helps can be started. */
    private Ended end(End end, ProcessTree tree, PssSampler pss) throws InterruptedException {
        double seconds = child.seconds();
        tree.kill();
        child.await(EXIT_TIMEOUT);
        return new Ended(end, pss.pssBytes(), seconds);
    }

    private static String running(ProcessSample sample) {
        return "running: %,d threads, %,.0f MB".formatted(sample.threads(), sample.rssBytes() / 1e6);
    }
}
