package threadwall.loadgen.engine;

import java.util.Arrays;
import threadwall.record.ClientLoad;
import threadwall.record.StepRecord.Recovery;

/**
 * The requests of one client under a load with an overload, in the order in which they were due.
 *
 * @param due nanoseconds since the load's start
 * @param ended likewise
 * @param answered whether the server answered it well
 * @param overload the first request of the overload; 0 if the load ended before
 * @param after the first request after it; likewise
 */
record OverloadTimes(long[] due, long[] ended, boolean[] answered, int overload, int after) {

    private static final long SECOND = 1_000_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    /** A p99 of so many times its former value counts as back. */
    private static final int NEARLY = 2;

    /** One good second may be chance. */
    private static final int SECONDS_IN_A_ROW = 3;

    Recovery recovery(ClientLoad load) {
        long from = load.seconds() * SECOND;
        long interval = SECOND / load.rate();
        long to = after == 0 ? due[due.length - 1] : due[after] - interval;
        double before = p99(0, overload == 0 ? due.length : overload);
        return new Recovery(
                before / NANOS_PER_MILLI,
                from / (double) SECOND,
                Math.max(0, to - from) / (double) SECOND,
                mostOutstanding(),
                failed(),
                after == 0 ? null : secondsUntilBack(before, to, load),
                null,
                null);
    }

    /** @return {@code null} if it was not back until the load's end */
    private Integer secondsUntilBack(double before, long to, ClientLoad load) {
        int good = 0;
        int first = after;
        for (int second = 1; second <= load.overload().afterSeconds(); second++) {
            int last = first;
            while (last < due.length && due[last] <= to + second * SECOND) {
                last++;
            }
            boolean all = last - first >= load.rate(); // at the end some may not have been sent
            good = all && p99(first, last) <= NEARLY * before ? good + 1 : 0;
            if (good == SECONDS_IN_A_ROW) {
                return second - SECONDS_IN_A_ROW;
            }
            first = last;
        }
        return null;
    }

    /** Nearest rank, in nanoseconds; a request that failed took longer than any other. */
    private double p99(int first, int last) {
        var latencies = new long[last - first];
        for (int k = first; k < last; k++) {
            latencies[k - first] = answered[k] ? ended[k] - due[k] : Long.MAX_VALUE;
        }
        Arrays.sort(latencies);
        return latencies.length == 0 ? 0 : latencies[(int) Math.ceil(0.99 * latencies.length) - 1];
    }

    private long failed() {
        long failed = 0;
        for (boolean good : answered) {
            failed += good ? 0 : 1;
        }
        return failed;
    }

    /** At the moment when a request was due, of those before it and itself. */
    private long mostOutstanding() {
        var ends = ended.clone();
        Arrays.sort(ends);
        int done = 0;
        long most = 0;
        for (int k = 0; k < due.length; k++) {
            while (done < ends.length && ends[done] <= due[k]) {
                done++;
            }
            most = Math.max(most, k + 1L - done);
        }
        return most;
    }
}
