package threadwall.probes;

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
 * Measures what a thread costs on this machine: a child JVM starts up to a thousand, and the tool reads it from outside. It
 * takes about a second. The cost is the slope over the last four hundred, since the first ones cost more: they bring
 * malloc's arenas (64 MiB of address space each, up to 8 a core), and they run interpreted code, which touches 80 kB more
 * of each stack until the method is compiled (after 200 to 500 threads). What the JVM takes without threads follows from
 * that slope and the last reading, so it includes what threads make it take only once.
 *
 * <p>It never uses up a limit that other processes share: the child takes at most a quarter of what is left.
 */
public final class ThreadCostCalibration {

    /** The threads that show the cost of the first ones, the share after which the cost is stable, and all. */
    private static final int FIRST = 100;

    private static final double SETTLED = 0.6;
    private static final int ALL = 1_000;

    /** A slope needs at least so many threads between its two readings. */
    private static final int MIN_SLOPE = 20;

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private ThreadCostCalibration() {}

    /**
     * Measures in a child of the given user, or of the current user if this process may not start one: the costs are the
     * JVM's and the kernel's, not the user's.
     *
     * @param room how many threads there may be, by an estimate; empty when no limit is known
     * @throws PreconditionException (environment) when too few threads start
     */
    public static ThreadCosts measure(Path home, ProbeUser user, OptionalLong room)
            throws IOException, InterruptedException, PreconditionException {
        int all = threads(room);
        try (var child = ProbeChild.start(home, user.orCurrentUser(), ThreadStarterMain.class)) {
            var readings = new ArrayList<>(List.of(Reading.of(child)));
            var idle = readings.getFirst();
            for (int target : new int[] {FIRST, (int) (SETTLED * all), all}) {
                readings.add(startUpTo(child, readings.getLast(), target));
                if (readings.getLast().threads() - idle.threads() < target) {
                    // a limit stopped it; use the readings so far
                    break;
                }
            }
            var last = readings.getLast();
            var from = readings.reversed().stream()
                    .filter(earlier -> last.threads() - earlier.threads() >= MIN_SLOPE)
                    .findFirst()
                    .orElseThrow(() -> PreconditionException.environment(
                            "a JVM run as %s can start only %,d threads now, too few to measure what one costs: %s",
                            user.name(), last.threads(), child.printed().firstLine()));
            return last.minus(from, readings.get(1), idle);
        }
    }

    /** How many threads a measurement starts. */
    public static int threads(OptionalLong room) {
        return (int) Math.clamp(room.orElse(Long.MAX_VALUE) / 4, 2 * FIRST, ALL);
    }

    /** Makes the child start threads up to a count, or up to its limit. */
    private static Reading startUpTo(ProbeChild child, Reading before, int target)
            throws IOException, InterruptedException, PreconditionException {
        child.send("START " + target);
        return child.receive(TIMEOUT).isPresent() ? Reading.of(child) : before;
    }

    private record Reading(long threads, long maps, ProcessStatus process, KernelMemory kernel) {

        static Reading of(ProbeChild child) throws PreconditionException {
            var process = ProcessStatus.read(child.pid());
            var maps = Optional.ofNullable(ProcessStatus.maps(child.pid()));
            if (process.isEmpty() || maps.isEmpty()) {
                throw PreconditionException.environment(
                        "cannot read /proc/%d of the child JVM: %s",
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

        /** A reading minus its threads; at least what was there before the first thread. */
        private static long without(long threads, long all, double each, long idle) {
            return Math.max(idle, all - Math.round(threads * each));
        }

        /** Maps per thread are whole numbers; a map merged with its neighbour makes it 1.99. */
        private static double whole(double maps) {
            return Math.abs(maps - Math.rint(maps)) <= 0.03 ? Math.rint(maps) : maps;
        }

        /** Never negative: other processes may free what the kernel counts for the whole machine. */
        private static double each(long later, long earlier, long threads) {
            return Math.max(0, later - earlier) / (double) threads;
        }
    }
}
