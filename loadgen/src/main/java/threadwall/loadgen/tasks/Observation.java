package threadwall.loadgen.tasks;

import java.io.IOException;
import java.time.Duration;
import threadwall.loadgen.probe.ThreadWatch;
import threadwall.loadgen.run.Countdown;
import threadwall.loadgen.run.Progress;
import threadwall.loadgen.run.Supervised;
import threadwall.loadgen.tasks.Ending.Stop;

/** Looks at one program until it ends or has to be ended: at its wall, when its time is over, before memory is. */
final class Observation {

    private static final Duration LOOK = Duration.ofMillis(50);

    /** 100,000 threads take some seconds to die. */
    private static final Duration END = Duration.ofSeconds(60);

    private final TaskPlan plan;
    private final Duration limit;
    private final Progress progress;
    private final Supervised child;
    private final Output output;
    private final Looks looks;
    private final ThreadWatch watch;

    Observation(
            TaskPlan plan,
            Duration limit,
            Progress progress,
            Supervised child,
            Output output,
            Looks looks,
            ThreadWatch watch) {
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
        var tree = new TaskTree(root.get());
        tree.letTheKernelKillItFirst();
        var asleep = new Asleep(plan.work(), tree);
        var countdown = Countdown.atMost(progress, limit.toMillis() / 1e3);
        long reserve = Reserve.bytes();
        try (var gauges = new GaugeReading(watch, plan, tree)) {
            while (!child.await(LOOK)) {
                var look = Look.at(child.seconds(), tree.pids());
                if (look.isPresent()) {
                    looks.add(look.get());
                    gauges.look(look.get());
                    asleep.look(look.get().seconds());
                    countdown.tell(() -> running(look.get()));
                    if (Reserve.isTouched(look.get().kernel(), reserve)) {
                        return ended(Stop.MEMORY, null, tree, asleep);
                    }
                }
                var failure = Answer.in(output.lines()).map(Answer::failure);
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
    private void lookOnceMore(TaskTree tree) throws IOException {
        var look = Look.at(child.seconds(), tree.pids());
        if (look.isPresent()) {
            looks.add(look.get());
        }
        watch.look(tree.main());
    }

    /** At once: there is nothing that it should put in order, and a full machine lets nobody start what would help. */
    private Seen ended(Stop why, String refusal, TaskTree tree, Asleep asleep) throws InterruptedException {
        double seconds = child.seconds();
        tree.kill();
        child.await(END);
        return new Seen(why, refusal, asleep.pssBytes(), seconds);
    }

    private static String running(Look look) {
        return "running: %,d threads, %,.0f MB".formatted(look.threads(), look.rssBytes() / 1e6);
    }
}
