package threadwall.report;

import java.util.List;
import java.util.function.Function;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Latency;

/**
 * A server at one offered rate: the repeats of a curve's point, those past the capacity included.
 *
 * @param share of the server's own capacity; {@code null} for a rate that all servers have in common
 * @param answeredPercent of the requests that were due, answered in time
 * @param planned latency from when requests were due; raw latency is from the send
 * @param longestPauseMillis for garbage collection
 */
public record CurveRow(
        String server,
        int rate,
        Double share,
        int repeats,
        MedianRange answeredPercent,
        MedianRange plannedP50Millis,
        MedianRange plannedP90Millis,
        MedianRange plannedP99Millis,
        MedianRange plannedP999Millis,
        MedianRange plannedMaxMillis,
        MedianRange rawP99Millis,
        MedianRange threads,
        MedianRange rssBytes,
        MedianRange cpuMicrosPerRequest,
        MedianRange listenOverflows,
        MedianRange longestPauseMillis) {

    /** @param repeats of the same server and rate */
    static CurveRow of(List<StepRecord> repeats) {
        var asked = repeats.getFirst().asked();
        var loaded = repeats.stream().filter(step -> step.arrivals() != null).toList();
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
                planned(loaded, Latency::p50Millis),
                planned(loaded, Latency::p90Millis),
                planned(loaded, Latency::p99Millis),
                planned(loaded, Latency::p999Millis),
                planned(loaded, Latency::maxMillis),
                MedianRange.of(loaded, step -> step.latency().p99Millis()),
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

    private static MedianRange planned(List<StepRecord> loaded, Function<Latency, Double> percentile) {
        return MedianRange.of(loaded, step -> percentile.apply(step.arrivals().planned()));
    }
}
