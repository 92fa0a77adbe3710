package threadwall.tasks;

import java.io.IOException;
import java.time.Duration;
import threadwall.doctor.ThreadLimitMonitor;
import threadwall.process.ChildProcess;
import threadwall.process.Countdown;
import threadwall.process.Progress;
import threadwall.tasks.ProgramExit.Stop;

/** Looks at one program until it ends or has to be ended: at its wall, when its time is over, before memory is. */
final class TaskObserver {

    private static final Duration LOOK = Duration.ofMillis(50);

    /** 100,000 threads take some seconds to die. */
    private static final Duration END = Duration.ofSeconds(60);

    private final TaskPlan plan;
    private final Duration limit;
    private final Progress progress;
    private final ChildProcess child;
    private final ProgramOutput output;
    private final ProcessSamples looks;
    private final ThreadLimitMonitor watch;

    TaskObserver(
            TaskPlan plan,
            Duration limit,
            Progress progress,
            ChildProcess child,
            ProgramOutput output,
            ProcessSamples looks,
            ThreadLimitMonitor watch) {
        this.plan = plan;
        this.limit = limit;
        this.progress = progress;
        this.child = child;
        this.output = output;
        this.looks = looks;
        this.watch = watch;
    }

    /**
     * @param refusal the words of a runtime that started no more; else {@code null}
     * @param pssBytes while all its tasks slept, or at its wall; {@code null} when it did not come to either
     * @param stopped seconds after which we ended it; {@code null} when it ended by itself
     */
    record Seen(Stop stop, String refusal, Long pssBytes, Double stopped) {}

    Seen toTheEnd() throws IOException, InterruptedException {
        var root = child.pid();
        if (root.isEmpty()) {
            return new Seen(Stop.ITS_END, null, null, null);
        }
        var tree = new TaskProcessTree(root.get());
        tree.letTheKernelKillItFirst();
        var asleep = new SleepingPss(plan.work(), tree);
        var countdown = Countdown.atMost(progress, limit.toMillis() / 1e3);
        long reserve = MemoryReserve.bytes();
        try (var gauges = new LimitPolling(watch, plan, tree)) {
            while (!child.await(LOOK)) {
                var look = ProcessSample.at(child.seconds(), tree.pids());
                if (look.isPresent()) {
                    looks.add(look.get());
                    gauges.look(look.get());
                    asleep.look(look.get().seconds());
                    countdown.report(() -> running(look.get()));
                    if (MemoryReserve.isTouched(look.get().kernel(), reserve)) {
                        return ended(Stop.MEMORY, null, tree, asleep);
                    }
                }
                var failure = ProgramReport.in(output.lines()).map(ProgramReport::failure);
                if (failure.isPresent()) {
                    lookOnceMore(tree);
                    asleep.takeNow();
                    return ended(Stop.REFUSED, failure.get(), tree, asleep);
                }
                if (child.seconds() >= limit.toMillis() / 1e3) {
                    lookOnceMore(tree);
                    return ended(Stop.TIME, null, tree, asleep);
                }
            }
        }
        return new Seen(Stop.ITS_END, null, asleep.pssBytes(), null);
    }

    /** What there is at the wall, or at the end of its time. */
    private void lookOnceMore(TaskProcessTree tree) throws IOException {
        var look = ProcessSample.at(child.seconds(), tree.pids());
        if (look.isPresent()) {
            looks.add(look.get());
        }
        watch.look(tree.main());
    }

    /** At once: there is nothing that it should put in order, and a full machine lets nobody start what would help. */
    private Seen ended(Stop why, String refusal, TaskProcessTree tree, SleepingPss asleep) throws InterruptedException {
        double seconds = child.seconds();
        tree.kill();
        child.await(END);
        return new Seen(why, refusal, asleep.pssBytes(), seconds);
    }

    private static String running(ProcessSample look) {
        return "running: %,d threads, %,.0f MB".formatted(look.threads(), look.rssBytes() / 1e6);
    }
}
