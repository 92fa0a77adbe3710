package threadwall.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Latency;

/** Percentiles of latency over the repeats of a load, in milliseconds. */
public record LatencyRanges(
        MedianRange p50Millis,
        MedianRange p90Millis,
        MedianRange p99Millis,
        MedianRange p999Millis,
        MedianRange maxMillis) {

    /** @param latency of a step, from its send or from when it was due */
    static LatencyRanges of(List<StepRecord> repeats, Function<StepRecord, Latency> latency) {
        return new LatencyRanges(
                MedianRange.of(repeats, step -> latency.apply(step).p50Millis()),
                MedianRange.of(repeats, step -> latency.apply(step).p90Millis()),
                MedianRange.of(repeats, step -> latency.apply(step).p99Millis()),
                MedianRange.of(repeats, step -> latency.apply(step).p999Millis()),
                MedianRange.of(repeats, step -> latency.apply(step).maxMillis()));
    }

    /** In the order of the components, in whole milliseconds. */
    public List<String> cells() {
        return Stream.of(p50Millis, p90Millis, p99Millis, p999Millis, maxMillis)
                .map(range -> MedianRange.text(range, "%,.0f"))
                .toList();
    }
}
