package threadwall.doctor;

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
 * Starts threads in a child until there can be no more. The child is read from outside all the while, more often the
 * nearer the wall is said to be: a JVM that meets vm.max_map_count may abort and leave nothing to read.
 */
final class ThreadProbe {

    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration REPORT = Duration.ofSeconds(30);
    private static final String MAPS = "vm.max_map_count";
    private static final String ENDLESS = "START " + Integer.MAX_VALUE;

    /** Of the time between two full readings far from the wall: reading 30,000 maps holds the child up. */
    private static final int REST = 20;

    private final ProbeChild child;
    private final ThreadCosts costs;
    private final Function<ThreadCosts, Diagnosis> doctor;
    private final ProbeProgress counting;
    private final Diagnosis foretold;
    private final LimitUsage before;
    private LimitUsage atWall;
    private long peak;
    private long nextReading;

    private ThreadProbe(
            ProbeChild child,
            ThreadCosts costs,
            Function<ThreadCosts, Diagnosis> doctor,
            Diagnosis foretold,
            ProbeProgress counting) {
        this.child = child;
        this.costs = costs.ofARunningJvm();
        this.doctor = doctor;
        this.foretold = foretold;
        this.counting = counting;
        this.before = read();
        this.atWall = before;
    }

    /** @param doctor reads and judges the limits on threads that cost so much */
    static ProbeFindings run(
            Path home,
            ProbeUser user,
            ThreadCosts costs,
            Function<ThreadCosts, Diagnosis> doctor,
            Duration bound,
            Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        return run(home, user, ThreadStarterMain.class, costs, doctor, bound, progress);
    }

    /** @param main one that behaves as {@link ThreadStarterMain} does */
    static ProbeFindings run(
            Path home,
            ProbeUser user,
            Class<?> main,
            ThreadCosts costs,
            Function<ThreadCosts, Diagnosis> doctor,
            Duration bound,
            Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        var foretold = doctor.apply(costs);
        try (var child = ProbeChild.start(home, user, main)) {
            var counting = new ProbeProgress("threads", foretold, bound, progress);
            return new ThreadProbe(child, costs, doctor, foretold, counting).countUp();
        }
    }

    private ProbeFindings countUp() throws IOException, InterruptedException {
        child.send(ENDLESS);
        var failure = Optional.<ProbeFailure>empty();
        while (failure.isEmpty()) {
            var said = child.next(LOOK);
            // whoever was refused, or is out of time, lives on and can be read; an idle thread of it may have ended
            look(said.isPresent() || counting.isOver());
            failure = said.map(this::refused)
                    .or(() -> ProbeFailure.ofReport(child.printed().lines()))
                    .or(this::gone)
                    .or(() -> counting.isOver() ? Optional.of(counting.outOfTime(peak)) : Optional.empty());
        }
        if (failure.get().kind() == ProbeFailure.Kind.ABORTED) {
            readReport();
        }
        var end = atWall.withRefusalsOf(read());
        return new ProbeFindings(
                foretold, peak, failure.get(), LimitUsage.between(foretold, before, end), null, counting.seconds());
    }

    /** Of a JVM that is giving itself up: once more from outside, and what it counts itself. */
    private void readReport() throws InterruptedException {
        look(false);
        child.printed().awaitEnd(REPORT);
        var report = child.printed().lines();
        ProbeFailure.mappings(report).ifPresent(maps -> atWall.used().merge(MAPS, maps, Math::max));
        peak = Math.max(peak, ProbeFailure.javaThreads(report).orElse(0L));
    }

    /** "FAILED N MESSAGE" */
    private ProbeFailure refused(String line) {
        return ProbeFailure.ofThread(line.split(" ", 3)[2], child.printed().lines());
    }

    private Optional<ProbeFailure> gone() {
        return child.isAlive()
                ? Optional.empty()
                : Optional.of(ProbeFailure.ofEnd(
                        "the JVM", child.exitCode(), child.printed().lines()));
    }

    /** Of a child that is on its way out, the reading before says more. */
    private void look(boolean atOnce) {
        long threads =
                ProcessStatus.read(child.pid()).map(ProcessStatus::threads).orElse(0L);
        if (threads == 0 || threads < peak && !atOnce) {
            return;
        }
        peak = Math.max(peak, threads);
        counting.tell(peak);
        long start = System.nanoTime();
        if (atOnce || start >= nextReading) {
            var now = read();
            if (ProcessStatus.read(child.pid()).isPresent()) {
                atWall = now;
            }
            long took = System.nanoTime() - start;
            nextReading = System.nanoTime() + (counting.isNear(peak) ? took : REST * took);
        }
    }

    private LimitUsage read() {
        var own = new HashMap<String, Long>();
        own.put(MAPS, ProcessStatus.maps(child.pid()));
        ProcessStatus.read(child.pid()).ifPresent(process -> own.put("RLIMIT_AS", process.addressBytes()));
        return LimitUsage.of(doctor.apply(costs), own);
    }
}
