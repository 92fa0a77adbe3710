package threadwall.probes;

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
import threadwall.limits.ThreadLimits;
import threadwall.process.proc.ProcessStatus;

/**
 * Reads the limits on threads and memory around a program that is not a probe's child: before it starts, while it runs and
 * when it ends. So the limit that stopped it can be named by what was in use then, by the same rules as in a probe: a limit
 * is named only if it was at its value and causes such a failure. Thread-safe.
 */
public final class ThreadLimitMonitor {

    private static final String MAPS = "vm.max_map_count";

    /** A slope needs at least so many threads between its two readings. */
    private static final int MIN_SLOPE = 100;

    private final SystemSnapshot start = SystemSnapshot.read();
    private final ThreadCosts estimate = ThreadCosts.estimate(start.kernel().transparentHugePages());
    private final Diagnosis before = diagnose(start);
    private final LimitUsage usageBefore = LimitUsage.of(before, Map.of());
    private LimitUsage usage = usageBefore;
    private Reading first;
    private Reading last;

    private record Reading(ProcessStatus process, long maps) {}

    /** Reads the limits before the program starts. */
    public ThreadLimitMonitor() {}

    /**
     * Reads the limits again, and what a process takes of its own ones. Counting its memory maps costs about a microsecond
     * each, with the process held up for part of it. A process that is exiting is not read again.
     */
    public synchronized void read(long pid) {
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
        usage = LimitUsage.of(diagnose(SystemSnapshot.read()), own);
    }

    /** Names the limit that refused a thread to a program that survives; {@link #read} has read the program since. */
    public synchronized LimitAttribution refused(String message, List<String> printed) {
        return attribute(ProbeFailure.ofThread(message, printed));
    }

    /**
     * Names the limit that ended a program; the tool did not end it.
     *
     * @param exitCode 128 + the number of the signal that ended it
     * @param printed what it printed, with the error report of a JVM
     */
    public synchronized LimitAttribution ended(int exitCode, List<String> printed) {
        // too late to count the maps: use the report's number, or the last reading
        ProbeFailure.mappings(printed).ifPresent(maps -> usage = usage.withUsed(MAPS, maps));
        return attribute(ProbeFailure.ofEnd("the program", exitCode, printed));
    }

    private LimitAttribution attribute(ProbeFailure failure) {
        var end = LimitUsage.of(diagnose(SystemSnapshot.read()), Map.of());
        return LimitAttribution.find(failure, LimitUsage.between(before, usageBefore, usage.withRefusalsOf(end)));
    }

    private Diagnosis diagnose(SystemSnapshot now) {
        return ThreadLimits.diagnose(now, estimate.ofARunningJvm(), OptionalLong.empty());
    }

    /** The reason and the counts in a JVM's error report; no lines where there is no report. */
    public static List<String> errorReport(Path file) throws IOException {
        return Files.exists(file) ? ChildOutput.report(file) : List.of();
    }

    /**
     * Predicts the first limit for a program that starts so many threads, from the cost of its threads as far as that was
     * read, and from what was in use before it started. A prediction is no evidence.
     */
    public synchronized Optional<PredictedLimit> predict(long threads) {
        var diagnosis = ThreadLimits.diagnose(start, costs(), OptionalLong.of(threads));
        return diagnosis
                .binding()
                .filter(limit -> limit.stops(threads))
                .map(limit -> new PredictedLimit(limit.name(), limit.allows().getAsLong()));
    }

    /** @param threads at which the limit is reached */
    public record PredictedLimit(String limit, long threads) {}

    private ThreadCosts costs() {
        long more = last == null ? 0 : last.process.threads() - first.process.threads();
        if (more < MIN_SLOPE) {
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

    /** Never 0, since a limit needs a positive cost for one more. */
    private static double each(long later, long earlier, long threads) {
        return Math.max(0.001, (later - earlier) / (double) threads);
    }

    private static long without(long threads, long all, double each) {
        return Math.max(0, all - Math.round(threads * each));
    }
}
