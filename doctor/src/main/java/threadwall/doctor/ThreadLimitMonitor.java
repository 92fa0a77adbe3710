package threadwall.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import threadwall.limits.Diagnosis;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadCosts;
import threadwall.limits.Threads;
import threadwall.process.proc.ProcessStatus;

/**
 * The limits on threads and memory around a program that is not a probe's own: read before it starts, while it runs and at
 * its end, so that the one which stopped it can be named by what it stood at then. The rules of the evidence are those of a
 * probe: a limit is named when it stands at its value and the failure is one that it answers with, and never otherwise. For
 * several threads.
 */
public final class ThreadLimitMonitor {

    private static final String MAPS = "vm.max_map_count";

    /** Fewer threads than this between two readings give no slope that is worth its name. */
    private static final int FEW = 100;

    /** The limit that a kernel kills for when no cgroup's is reached. */
    public static final String MEMORY_OF_THE_MACHINE = LimitAttribution.MACHINE;

    private final SystemSnapshot start = SystemSnapshot.read();
    private final ThreadCosts estimate = ThreadCosts.estimate(start.kernel().transparentHugePages());
    private final Diagnosis walls = Threads.diagnose(start, estimate.ofARunningJvm(), OptionalLong.empty());
    private final LimitUsage before = LimitUsage.of(walls, Map.of());
    private LimitUsage atWall = before;
    private Reading first;
    private Reading last;

    private record Reading(ProcessStatus process, long maps) {}

    /**
     * What the evidence says.
     *
     * @param limit the limit by its name; {@code null} when the evidence names none
     * @param because in sentences
     */
    public record Found(String limit, List<String> because) {

        /** Whether that limit is one on memory, at which the kernel kills. */
        public boolean isMemory() {
            return limit != null && (limit.equals(LimitAttribution.MACHINE) || limit.startsWith("memory."));
        }
    }

    /** Reads the limits as they are before the program starts. */
    public ThreadLimitMonitor() {}

    /**
     * Reads them again, and what a process takes of those that it has for itself. Counting its memory maps costs about a
     * microsecond each, with the process held up for part of it. A process that is on its way out is left as it was read
     * before.
     */
    public synchronized void look(long pid) {
        var maps = ProcessStatus.maps(pid);
        var process = ProcessStatus.read(pid);
        if (maps == null || process.isEmpty()) {
            return;
        }
        last = new Reading(process.get(), maps);
        first = first == null ? last : first;
        var own = new HashMap<String, Long>();
        own.put(MAPS, maps);
        own.put("RLIMIT_AS", process.get().addressBytes());
        atWall = LimitUsage.of(
                Threads.diagnose(SystemSnapshot.read(), estimate.ofARunningJvm(), OptionalLong.empty()), own);
    }

    /** A program was refused a thread and lives on; {@link #look} has read it since. */
    public synchronized Found refused(String words, List<String> printed) {
        return found(ProbeFailure.ofThread(words, printed));
    }

    /**
     * A program is gone, and nobody here has ended it.
     *
     * @param exitCode 128 + the number of the signal that ended it
     * @param printed what it printed, the error report of a JVM too
     */
    public synchronized Found gone(int exitCode, List<String> printed) {
        // it is too late to count: by the report, or by the last look
        ProbeFailure.mappings(printed).ifPresent(maps -> atWall = atWall.withUsed(MAPS, maps));
        return found(ProbeFailure.ofEnd("the program", exitCode, printed));
    }

    private Found found(ProbeFailure failure) {
        var end = LimitUsage.of(walls(), Map.of());
        var culprit = LimitAttribution.find(failure, LimitUsage.between(walls, before, atWall.withRefusalsOf(end)));
        return new Found(culprit.limit(), culprit.because());
    }

    private Diagnosis walls() {
        return Threads.diagnose(SystemSnapshot.read(), estimate.ofARunningJvm(), OptionalLong.empty());
    }

    /** A JVM's error report, as far as it says why and what it counted; of no lines where there is none. */
    public static List<String> reportIn(Path file) throws IOException {
        return Files.exists(file) ? ChildOutput.report(file) : List.of();
    }

    /**
     * The limit that a program which starts so many threads would meet first, by what its threads cost where that was read,
     * and by what was in use before it started. A prediction, no evidence.
     */
    public synchronized Optional<Foretold> foretold(long threads) {
        var diagnosis = Threads.diagnose(start, costs(), OptionalLong.of(threads));
        return diagnosis
                .binding()
                .filter(wall -> wall.stops(threads))
                .map(wall -> new Foretold(wall.limit(), wall.allows().getAsLong()));
    }

    /** @param threads at which that limit is met */
    public record Foretold(String limit, long threads) {}

    private ThreadCosts costs() {
        long more = last == null ? 0 : last.process.threads() - first.process.threads();
        if (more < FEW) {
            return estimate;
        }
        double maps = each(last.maps, first.maps, more);
        double resident = each(last.process.residentBytes(), first.process.residentBytes(), more);
        double address = each(last.process.addressBytes(), first.process.addressBytes(), more);
        double data = each(last.process.dataBytes(), first.process.dataBytes(), more);
        long threads = first.process.threads();
        return new ThreadCosts(
                0,
                (int) without(threads, first.maps, maps),
                without(threads, first.process.residentBytes(), resident),
                without(threads, first.process.addressBytes(), address),
                without(threads, first.process.dataBytes(), data),
                maps,
                resident,
                resident,
                estimate.kernelStackBytes(),
                estimate.kernelObjectBytes(),
                each(last.process.pageTableBytes(), first.process.pageTableBytes(), more),
                address,
                data);
    }

    /** Never 0, for a limit counts what one more takes of it. */
    private static double each(long later, long earlier, long threads) {
        return Math.max(0.001, (later - earlier) / (double) threads);
    }

    private static long without(long threads, long all, double each) {
        return Math.max(0, all - Math.round(threads * each));
    }
}
