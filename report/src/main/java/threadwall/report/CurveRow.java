package threadwall.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import threadwall.record.StepRecord;
import threadwall.record.TrialVerdict;

/**
 * A server at one offered rate: the repeats of a curve's point, those past the capacity included. Loads that say nothing,
 * for example because of a wrong answer, are left out.
 *
 * @param share of the server's own capacity; {@code null} for a rate that all servers have in common
 * @param answeredPercent of the requests that were due, answered in time
 * @param planned latency from when requests were due
 * @param raw latency from the send
 * @param longestPauseMillis for garbage collection
 */
public record CurveRow(
        String server,
        int rate,
        Double share,
        int repeats,
        MedianRange answeredPercent,
        MedianRange failed,
        LatencyRanges planned,
        LatencyRanges raw,
        MedianRange threads,
        MedianRange rssBytes,
        MedianRange cpuMicrosPerRequest,
        MedianRange listenOverflows,
        MedianRange longestPauseMillis) {

    /** @param repeats of the same server and rate */
    static CurveRow of(List<StepRecord> repeats) {
        var asked = repeats.getFirst().asked();
        var loaded = repeats.stream()
                .filter(step -> TrialVerdict.of(step) != TrialVerdict.INVALID && step.arrivals() != null)
                .toList();
        return new CurveRow(
                asked.server(),
                asked.load().rate(),
                asked.trial().share(),
                repeats.size(),
                MedianRange.of(
                        loaded,
                        step -> 100.0
                                * step.arrivals().answeredInTime()
                                / step.arrivals().due()),
                MedianRange.of(loaded, step -> step.load().failed()),
                LatencyRanges.of(loaded, step -> step.arrivals().planned()),
                LatencyRanges.of(loaded, StepRecord::latency),
                MedianRange.of(loaded, step -> step.server().threadsPeak()),
                MedianRange.of(loaded, step -> step.server().rssPeakBytes()),
                MedianRange.of(
                        loaded,
                        step -> step.server().requestsPerCpuSecond() == null
                                ? null
                                : Double.valueOf(1e6 / step.server().requestsPerCpuSecond())),
                MedianRange.of(loaded, step -> step.kernel().listenOverflows()),
                MedianRange.of(
                        loaded,
                        step -> step.gc() == null
                                ? null
                                : Double.valueOf(step.gc().longestMillis())));
    }

    /** The server, the offered rate, its share, how much of it was answered, and how many requests failed. */
    public List<String> offered() {
        return List.of(
                server,
                String.format(Locale.ROOT, "%,d", rate),
                share == null ? "" : String.format(Locale.ROOT, "%.0f %%", 100 * share),
                MedianRange.text(answeredPercent, "%.0f"),
                MedianRange.text(failed, "%,.0f"));
    }

    /** Threads, RSS in MB, CPU in µs a request, listen overflows and the longest pause in ms. */
    public List<String> costs() {
        return Stream.of(
                        threads,
                        MedianRange.scaled(rssBytes, 1e6),
                        cpuMicrosPerRequest,
                        listenOverflows,
                        longestPauseMillis)
                .map(range -> MedianRange.text(range, "%,.0f"))
                .toList();
    }
}
