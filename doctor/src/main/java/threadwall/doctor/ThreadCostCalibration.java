package threadwall.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import threadwall.limits.ThreadCosts;
import threadwall.process.PreconditionException;
import threadwall.process.proc.KernelMemory;
import threadwall.process.proc.ProcessStatus;

/**
 * What a thread costs on this machine: a child starts up to a thousand and is read from outside. The costs are the slope
 * of the last four hundred, since the first cost more: they bring malloc's arenas with them (64 MiB of address space each,
 * up to 8 a core), and they run interpreted code, which touches 80 kB more of each stack until their method is compiled
 * (after 200 to 500 threads). What the JVM has without any follows by that slope from the last reading: it holds what any
 * number of threads makes it take once. Takes about a second.
 *
 * <p>A limit that others share is never used up for it: the child takes a quarter of what there is at most.
 */
public final class ThreadCostCalibration {

    /** The threads that show what one costs at first, and those after which it is settled, of those that all are. */
    private static final int FIRST = 100;

    private static final double SETTLED = 0.6;
    private static final int ALL = 1_000;

    /** Fewer threads than this give no slope that is worth its name. */
    private static final int FEW = 20;

    private static final Duration BOUND = Duration.ofSeconds(30);

    private ThreadCostCalibration() {}

    /**
     * Measures in a child of the given user, or of ourselves where we may not start one of theirs: the costs are the
     * JVM's and the kernel's, not the user's.
     *
     * @param room how many threads there may be, by an estimate; empty when nothing is known to limit them
     * @throws PreconditionException (environment) when not even a few threads can be had
     */
    public static ThreadCosts measure(Path home, ProbeUser user, OptionalLong room)
            throws IOException, InterruptedException, PreconditionException {
        int all = (int) Math.clamp(room.orElse(Long.MAX_VALUE) / 4, 2 * FIRST, ALL);
        try (var child = ProbeChild.start(home, user.orOurselves(), ThreadStarterMain.class)) {
            var readings = new ArrayList<>(List.of(Reading.of(child)));
            var idle = readings.getFirst();
            for (int goal : new int[] {FIRST, (int) (SETTLED * all), all}) {
                readings.add(counted(child, readings.getLast(), goal));
                if (readings.getLast().threads() - idle.threads() < goal) {
                    // a limit has stopped it; what there is has to do
                    break;
                }
            }
            var last = readings.getLast();
            var from = readings.reversed().stream()
                    .filter(earlier -> last.threads() - earlier.threads() >= FEW)
                    .findFirst()
                    .orElseThrow(() -> PreconditionException.environment(
                            "a JVM as %s can start no more than %,d threads now, too few to measure what one costs: %s",
                            user.name(), last.threads(), child.printed().head()));
            return last.minus(from, readings.get(1), idle);
        }
    }

    /** Has the child start threads up to a count, as far as they go. */
    private static Reading counted(ProbeChild child, Reading before, int goal)
            throws IOException, InterruptedException, PreconditionException {
        child.send("START " + goal);
        return child.next(BOUND).isPresent() ? Reading.of(child) : before;
    }

    private record Reading(long threads, long maps, ProcessStatus process, KernelMemory kernel) {

        static Reading of(ProbeChild child) throws PreconditionException {
            var process = ProcessStatus.read(child.pid());
            var maps = Optional.ofNullable(ProcessStatus.maps(child.pid()));
            if (process.isEmpty() || maps.isEmpty()) {
                throw PreconditionException.environment(
                        "cannot read /proc/%d of our own child: %s",
                        child.pid(), String.join(" ", child.printed().lines()));
            }
            return new Reading(process.get().threads(), maps.get(), process.get(), KernelMemory.read());
        }

        ThreadCosts minus(Reading from, Reading first, Reading idle) {
            long threads = this.threads - from.threads;
            double eachMaps = whole(each(maps, from.maps, threads));
            double eachResident = each(process.residentBytes(), from.process.residentBytes(), threads);
            double eachAddress = each(process.addressBytes(), from.process.addressBytes(), threads);
            double eachData = each(process.dataBytes(), from.process.dataBytes(), threads);
            long started = this.threads - idle.threads;
            return new ThreadCosts(
                    Math.toIntExact(idle.threads),
                    Math.toIntExact(without(started, maps, eachMaps, idle.maps)),
                    without(started, process.residentBytes(), eachResident, idle.process.residentBytes()),
                    without(started, process.addressBytes(), eachAddress, idle.process.addressBytes()),
                    without(started, process.dataBytes(), eachData, idle.process.dataBytes()),
                    eachMaps,
                    eachResident,
                    each(
                            first.process.residentBytes(),
                            idle.process.residentBytes(),
                            Math.max(1, first.threads - idle.threads)),
                    each(kernel.kernelStackBytes(), from.kernel.kernelStackBytes(), threads),
                    each(kernel.slabBytes(), from.kernel.slabBytes(), threads),
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
