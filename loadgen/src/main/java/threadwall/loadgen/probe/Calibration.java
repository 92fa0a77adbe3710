package threadwall.loadgen.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import threadwall.limits.ThreadCosts;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.proc.Footprint;
import threadwall.loadgen.proc.KernelMemory;

/**
 * What a thread costs on this machine: a child starts a hundred, then a hundred more, and is read from outside. The costs
 * are the slope of the second hundred, since the first brings malloc's arenas with it, and what the JVM has without any
 * follows by that slope from the last reading: it holds the arenas (64 MiB of address space each, up to 8 a core), which
 * any number of threads makes it take once. Takes half a second.
 *
 * <p>The resident part is that of a thread that has run interpreted code, as those of any program have: 97 kB on JDK 25,
 * since the interpreter touches the 20 pages of its shadow zone (-XX:StackShadowPages) on each new stack. In a JVM that
 * starts thousands of threads on one method, that method is compiled after some hundreds, and the next take 20 kB.
 */
public final class Calibration {

    private static final int BATCH = 100;

    /** Fewer threads than this give no slope that is worth its name. */
    private static final int FEW = 20;

    private static final Duration BOUND = Duration.ofSeconds(30);

    private Calibration() {}

    /**
     * Measures in a child of the given user, or of ourselves where we may not start one of theirs: the costs are the
     * JVM's and the kernel's, not the user's.
     *
     * @throws Refused (environment) when not even a few threads can be had
     */
    public static ThreadCosts measure(Path home, User user) throws IOException, InterruptedException, Refused {
        try (var child = Child.start(home, user.orOurselves(), ThreadChild.class)) {
            var idle = Reading.of(child);
            var first = counted(child, idle, BATCH);
            var second = first.threads() - idle.threads() < BATCH ? first : counted(child, first, 2 * BATCH);
            // where a limit stopped it in the second hundred's first steps, the first hundred has to do
            var from = second.threads() - first.threads() < FEW ? idle : first;
            long threads = second.threads() - from.threads();
            if (threads < FEW) {
                throw Refused.environment(
                        "a JVM as %s can start no more than %,d threads now, too few to measure what one costs: %s",
                        user.name(), second.threads(), child.printed().head());
            }
            return second.minus(from, threads, idle);
        }
    }

    /** Has the child start threads up to a count, as far as they go. */
    private static Reading counted(Child child, Reading before, int goal)
            throws IOException, InterruptedException, Refused {
        child.send("START " + goal);
        return child.next(BOUND).isPresent() ? Reading.of(child) : before;
    }

    private record Reading(long threads, long maps, Footprint process, KernelMemory kernel) {

        static Reading of(Child child) throws Refused {
            var process = Footprint.read(child.pid());
            var maps = Optional.ofNullable(Footprint.maps(child.pid()));
            if (process.isEmpty() || maps.isEmpty()) {
                throw Refused.environment(
                        "cannot read /proc/%d of our own child: %s",
                        child.pid(), String.join(" ", child.printed().lines()));
            }
            return new Reading(process.get().threads(), maps.get(), process.get(), KernelMemory.read());
        }

        ThreadCosts minus(Reading from, long threads, Reading idle) {
            double eachMaps = whole(each(maps, from.maps, threads));
            double eachAddress = each(process.addressBytes(), from.process.addressBytes(), threads);
            double eachData = each(process.dataBytes(), from.process.dataBytes(), threads);
            long started = this.threads - idle.threads;
            return new ThreadCosts(
                    Math.toIntExact(idle.threads),
                    Math.toIntExact(without(started, maps, eachMaps, idle.maps)),
                    idle.process.residentBytes(),
                    without(started, process.addressBytes(), eachAddress, idle.process.addressBytes()),
                    without(started, process.dataBytes(), eachData, idle.process.dataBytes()),
                    eachMaps,
                    each(process.residentBytes(), from.process.residentBytes(), threads),
                    each(kernel.kernelStackBytes(), from.kernel.kernelStackBytes(), threads),
                    each(process.pageTableBytes(), from.process.pageTableBytes(), threads),
                    eachAddress,
                    eachData);
        }

        /** What is left of a reading without its threads; no less than there was before the first. */
        private static long without(long threads, long all, double each, long idle) {
            return Math.max(idle, all - Math.round(threads * each));
        }

        /** Maps come in whole numbers a thread; one that was merged with its neighbour makes it 1.99. */
        private static double whole(double maps) {
            return Math.abs(maps - Math.rint(maps)) <= 0.03 ? Math.rint(maps) : maps;
        }

        /** Never negative: others may give back what the kernel counts for the whole machine. */
        private static double each(long later, long earlier, long threads) {
            return Math.max(0, later - earlier) / (double) threads;
        }
    }
}
