package threadwall.resilience;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import threadwall.record.ResilienceRecord.RssTrend;

/**
 * Whether RSS has stopped growing, by its samples over a soak.
 *
 * <p>It is flat when the median of the last quarter is less than {@value #MOST_PERCENT} percent above that of the third. A
 * median, since a collector's sawtooth and a peak say nothing of growth; these two quarters, since in the first half code
 * is still compiled, pools grow and the collector still finds its sizes. Why three: at 300 MB that is 9 MB in a quarter of
 * an hour; at 2,000 requests a second, 5 bytes each, less than the smallest object. What stays below is found by the live
 * heap, which has to be back at the start.
 */
final class RssGrowth {

    static final double MOST_PERCENT = 3;

    /** Below it, a JVM with gigabytes of heap to grow into has not even once used what it was given. */
    static final Duration LEAST = Duration.ofMinutes(20);

    private RssGrowth() {}

    /** @param samples evenly spread in time; at least four */
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
                time.compareTo(LEAST) >= 0);
    }

    static boolean isFlat(RssTrend rss) {
        return rss.growthPercent() < MOST_PERCENT;
    }

    private static long median(List<Long> values) {
        var sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Of the least-squares line, a sample. */
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
