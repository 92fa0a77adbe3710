package threadwall.loadgen.tasks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.probe.ThreadWatch;
import threadwall.loadgen.probe.ThreadWatch.Found;
import threadwall.loadgen.run.Countdown;
import threadwall.loadgen.run.Progress;
import threadwall.loadgen.run.Supervised;
import threadwall.loadgen.tasks.Ending.Stop;
import threadwall.loadgen.tasks.Looks.AtRest;
import threadwall.loadgen.tasks.TaskProgram.Kind;
import threadwall.record.Line;
import threadwall.record.TaskRecord;

/** Runs one program once and looks at it from outside until it ends, is refused one more task, or its time is over. */
final class TaskRun {

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration LAST_LINES = Duration.ofSeconds(10);

    /** 100,000 threads take some seconds to die. */
    private static final Duration END = Duration.ofSeconds(60);

    private final Path home;
    private final Path folder;
    private final TaskPlan plan;
    private final Duration limit;
    private final Progress progress;

    /** @param folder of this run of the program; it is there */
    TaskRun(Path home, Path folder, TaskPlan plan, Duration limit, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.plan = plan;
        this.limit = limit;
        this.progress = progress;
    }

    /** @param runtime its versions */
    TaskRecord run(String runtime) throws IOException, InterruptedException {
        progress.phase("waiting until the kernel's memory stands still");
        var before = Settling.await();
        var watch = new ThreadWatch();
        var at = Instant.now();
        try (var looks = new Looks(folder);
                var child = Supervised.start(home, folder.resolve("program"), plan.command(), null)) {
            var output = Output.of(child.output(), folder.resolve("program.out"));
            var observed = observe(child, output, looks, watch);
            if (Supervised.ending()) {
                throw new InterruptedException();
            }
            output.awaitEnd(LAST_LINES);
            var ending = ending(child, output, looks, watch, observed);
            return record(at, runtime, before, looks, child.cpuSeconds(), observed, ending);
        }
    }

    /**
     * @param found what a program that lives on was stopped by
     * @param stopped seconds after which we ended it; {@code null} when it ended by itself
     */
    private record Observed(Stop stop, Optional<Found> found, Long pssBytes, Double stopped) {}

    private Observed observe(Supervised child, Output output, Looks looks, ThreadWatch watch)
            throws IOException, InterruptedException {
        var root = child.pid();
        if (root.isEmpty()) {
            return new Observed(Stop.ITS_END, Optional.empty(), null, null);
        }
        var tree = new TaskTree(root.get());
        tree.letTheKernelKillItFirst();
        var rest = new Asleep(plan.work(), tree);
        var countdown = Countdown.atMost(progress, limit.toMillis() / 1e3);
        long reserve = Reserve.bytes();
        try (var gauges = new GaugeReading(watch, plan, tree)) {
            while (!child.await(LOOK)) {
                var look = Look.at(child.seconds(), tree.pids());
                if (look.isPresent()) {
                    looks.add(look.get());
                    gauges.look(look.get());
                    rest.look(look.get().seconds());
                    countdown.tell(() -> running(look.get()));
                }
                var failure = Answer.in(output.lines()).map(Answer::failure);
                boolean full = look.isPresent() && Reserve.isTouched(look.get().kernel(), reserve);
                boolean overTime = child.seconds() >= limit.toMillis() / 1e3;
                if (full || failure.isPresent() || overTime) {
                    var why = full ? Stop.MEMORY : failure.isPresent() ? Stop.REFUSED : Stop.TIME;
                    return stopped(why, child, output, looks, watch, tree, rest, failure);
                }
            }
        }
        return new Observed(Stop.ITS_END, Optional.empty(), rest.pssBytes(), null);
    }

    /** Reads what there is at the wall, or at the end of its time, and does not wait for what sleeps. */
    private Observed stopped(
            Stop why,
            Supervised child,
            Output output,
            Looks looks,
            ThreadWatch watch,
            TaskTree tree,
            Asleep rest,
            Optional<String> failure)
            throws IOException, InterruptedException {
        if (why == Stop.MEMORY) {
            double seconds = child.seconds();
            end(child, tree);
            return new Observed(why, Optional.empty(), rest.pssBytes(), seconds);
        }
        var look = Look.at(child.seconds(), tree.pids());
        if (look.isPresent()) {
            looks.add(look.get());
        }
        watch.look(tree.main());
        var found = Optional.<Found>empty();
        if (why == Stop.REFUSED) {
            found = Optional.of(watch.refused(failure.get(), said(output)));
            rest.takeNow();
        }
        double seconds = child.seconds();
        end(child, tree);
        return new Observed(why, found, rest.pssBytes(), seconds);
    }

    private static String running(Look look) {
        return "running: %,d threads, %,.0f MB".formatted(look.threads(), look.rssBytes() / 1e6);
    }

    /** At once: there is nothing that it should put in order, and a full machine lets nobody start what would help. */
    private static void end(Supervised child, TaskTree tree) throws InterruptedException {
        tree.kill();
        child.await(END);
    }

    private Ending ending(Supervised child, Output output, Looks looks, ThreadWatch watch, Observed observed)
            throws IOException {
        var printed = new ArrayList<>(output.lines());
        printed.addAll(ThreadWatch.reportIn(folder.resolve("hs_err.log")));
        boolean byUs = observed.stop() != Stop.ITS_END;
        int exitCode = child.isAlive() ? 0 : child.exitCode();
        var errors = ErrorFile.lines(folder.resolve("program.err"));
        var found = observed.found()
                .orElseGet(() -> byUs || exitCode == 0
                        ? new Found(null, List.of())
                        : gone(watch, exitCode, both(printed, errors)));
        return new Ending(
                plan.program(),
                plan.work(),
                printed,
                errors,
                exitCode,
                observed.stop(),
                observed.stopped() == null ? child.seconds() : observed.stopped(),
                found,
                plan.program().kind() == Kind.THREAD
                        ? watch.foretold(plan.work().tasks())
                        : Optional.empty(),
                looks.all(),
                plan.files(),
                plan.command());
    }

    /** One that was refused and had no more to sleep is gone before it was seen: what it said counts, not that it went. */
    private static Found gone(ThreadWatch watch, int exitCode, List<String> said) {
        return Answer.in(said)
                .map(Answer::failure)
                .map(words -> watch.refused(words, said))
                .orElseGet(() -> watch.gone(exitCode, said));
    }

    private List<String> said(Output output) throws IOException {
        return both(output.lines(), ErrorFile.lines(folder.resolve("program.err")));
    }

    private static List<String> both(List<String> first, List<String> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private TaskRecord record(
            Instant at,
            String runtime,
            AtRest before,
            Looks looks,
            Optional<Double> cpuSeconds,
            Observed observed,
            Ending ending) {
        var judged = Judgement.of(ending);
        var work = plan.work();
        return new TaskRecord(
                Line.SCHEMA,
                at,
                work.test().label(),
                plan.program().name(),
                runtime,
                plan.command(),
                plan.repeat(),
                work.tasks(),
                work.sleep() == null ? null : Double.valueOf(work.sleep().toMillis() / 1e3),
                work.entries(),
                work.arrival(),
                judged.outcome(),
                judged.reason(),
                judged.limit(),
                judged.because(),
                judged.predictedSeconds(),
                ending.seconds(),
                cpuSeconds.orElse(null),
                looks.stolenPercent(),
                ending.answer().map(Answer::said).orElse(null),
                looks.memory(before, observed.pssBytes()),
                looks.thinned());
    }
}
