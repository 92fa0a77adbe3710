package threadwall.loadgen.engine;

import threadwall.record.StepRecord.Latency;

/** Percentiles over all values: each is the smallest value that at least its share of all values does not exceed. */
final class NearestRank {

    private NearestRank() {}

    /**
     * @param sorted times, one or more
     * @param perMilli how many of their units are a millisecond
     */
    static Latency latency(int[] sorted, double perMilli) {
        return new Latency(
                sorted.length,
                sorted[0] / perMilli,
                perMille(sorted, 500) / perMilli,
                perMille(sorted, 900) / perMilli,
                perMille(sorted, 990) / perMilli,
                perMille(sorted, 999) / perMilli,
                sorted[sorted.length - 1] / perMilli);
    }

    private static double perMille(int[] sorted, int share) {
        // in integers, since 99.9 / 100 * 1000 is more than 999 in floating point
        return sorted[(int) Math.ceilDiv((long) share * sorted.length, 1_000L) - 1];
    }
}
