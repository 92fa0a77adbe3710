package threadwall.resilience;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import threadwall.record.ResilienceRecord.RssTrend;

/**
 * Judges from the samples of a soak whether RSS has stopped growing.
 *
 * <p>RSS is flat when the median of the last quarter is less than {@value #FLAT_PERCENT} percent above that of the third. The
 * median ignores peaks and the sawtooth of a collector. The first half is left out: code is still compiled, pools grow and the
 * collector adapts its sizes. Three percent of 300 MB are 9 MB in a quarter of an hour; at 2,000 requests a second that is 5
 * bytes each, less than the smallest object. A slower leak shows in the live heap, which must return to its size at the start.
 */
final class RssGrowth {

    static final double FLAT_PERCENT = 3;

    /** In less time, a JVM with a heap of gigabytes has not yet grown into it. */
    static final Duration SHORTEST_JUDGED = Duration.ofMinutes(20);

    private RssGrowth() {}

    /** @param samples RSS in bytes at equal intervals; at least four */
    static RssTrend of(List<Long> samples, Duration time) {
        int count = samples.size();
        var half = samples.subList(count / 2, count).stream()
                .mapToLong(Long::longValue)
                .toArray();
        double hours = time.toMillis() / 3.6e6;
        return new RssTrend(
                median(samples.subList(count / 2, count * 3 / 4)),
                median(samples.subList(count * 3 / 4, count)),
                Arrays.stream(half).min().orElseThrow(),
                Arrays.stream(half).max().orElseThrow(),
                slope(half) * count / hours,
                time.compareTo(SHORTEST_JUDGED) >= 0);
    }

    static boolean isFlat(RssTrend rss) {
        return rss.growthPercent() < FLAT_PERCENT;
    }

    private static long median(List<Long> values) {
        var sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Slope of the least-squares line, per sample. */
    private static double slope(long[] values) {
        double middle = (values.length - 1) / 2.0;
        double mean = Arrays.stream(values).average().orElseThrow();
        double products = 0;
        double squares = 0;
        for (int i = 0; i < values.length; i++) {
            products += (i - middle) * (values[i] - mean);
            squares += (i - middle) * (i - middle);
        }
        return squares == 0 ? 0 : products / squares;
    }
}
