package threadwall.loadgen.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.LongStream;
import threadwall.record.ClientLoad;
import threadwall.record.StepRecord.LoadSecond;
import threadwall.record.StepRecord.Recovery;

/**
 * The requests of a load with an overload, in the order in which they were due. Several clients begin together, and the
 * clock of each is 0 at its own start, so theirs are compared to within milliseconds.
 *
 * @param due nanoseconds since the load's start
 * @param ended likewise
 * @param answered whether the server answered it well
 * @param overload the first request of the overload; 0 if the load ended before
 * @param after the first request after it; likewise
 * @param to when the overload ended, nanoseconds since the load's start
 * @param rate of all clients together, before and after the overload
 * @param seconds before the overload; {@code afterSeconds} those after it
 */
record OverloadTimes(
        long[] due,
        long[] ended,
        boolean[] answered,
        int overload,
        int after,
        long to,
        int clients,
        int rate,
        int seconds,
        int afterSeconds) {

    private static final long SECOND = 1_000_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    /** A p99 of so many times its former value counts as back. */
    private static final int NEARLY = 2;

    /** One good second may be chance. */
    private static final int SECONDS_IN_A_ROW = 3;

    /** The latency of a request that failed: more than that of any other. */
    private static final long FAILED = Long.MAX_VALUE;

    /** Of a single client. */
    static OverloadTimes of(long[] due, long[] ended, boolean[] answered, int overload, int after, ClientLoad load) {
        long to = after == 0 ? due[due.length - 1] : due[after] - SECOND / load.rate();
        return new OverloadTimes(
                due,
                ended,
                answered,
                overload,
                after,
                to,
                1,
                load.rate(),
                load.seconds(),
                load.overload().afterSeconds());
    }

    /** The requests of clients that began together. The overload is over when it is for all of them. */
    static OverloadTimes all(List<OverloadTimes> clients) {
        if (clients.size() == 1) {
            return clients.getFirst();
        }
        int requests = clients.stream().mapToInt(client -> client.due.length).sum();
        var due = new long[requests];
        var ended = new long[requests];
        var answered = new boolean[requests];
        long to = clients.stream().mapToLong(OverloadTimes::to).max().orElseThrow();
        long from = clients.stream()
                .mapToLong(client -> client.overload == 0 ? Long.MAX_VALUE : client.due[client.overload])
                .min()
                .orElseThrow();
        var next = new int[clients.size()];
        var earliest = new PriorityQueue<Integer>(Comparator.comparingLong(i -> clients.get(i).due[next[i]]));
        for (int i = 0; i < next.length; i++) {
            earliest.add(i);
        }
        for (int k = 0; k < requests; k++) {
            int i = earliest.remove();
            var client = clients.get(i);
            due[k] = client.due[next[i]];
            ended[k] = client.ended[next[i]];
            answered[k] = client.answered[next[i]];
            if (++next[i] < client.due.length) {
                earliest.add(i);
            }
        }
        boolean over = clients.stream().allMatch(client -> client.after > 0);
        return new OverloadTimes(
                due,
                ended,
                answered,
                from == Long.MAX_VALUE ? 0 : firstFrom(due, from),
                over ? firstFrom(due, to + 1) % requests : 0,
                to,
                clients.stream().mapToInt(OverloadTimes::clients).sum(),
                clients.stream().mapToInt(OverloadTimes::rate).sum(),
                clients.getFirst().seconds,
                clients.getFirst().afterSeconds);
    }

    /** The first request that was due at this time or later; the number of requests if there is none. */
    private static int firstFrom(long[] due, long time) {
        int first = 0;
        while (first < due.length && due[first] < time) {
            first++;
        }
        return first;
    }

    Recovery recovery() {
        long from = seconds * SECOND;
        long before = p99(0, overload == 0 ? due.length : overload);
        return new Recovery(
                before == FAILED ? null : Double.valueOf(before / NANOS_PER_MILLI),
                from / (double) SECOND,
                Math.max(0, to - from) / (double) SECOND,
                mostOutstanding(),
                failed(),
                after == 0 || before == FAILED ? null : secondsUntilBack(before),
                null,
                null,
                bySecond());
    }

    private List<LoadSecond> bySecond() {
        int all = 1 + second(LongStream.of(ended).max().orElse(0));
        var responses = new int[all];
        for (int k = 0; k < due.length; k++) {
            responses[second(ended[k])] += answered[k] ? 1 : 0;
        }
        var seconds = new ArrayList<LoadSecond>();
        int first = 0;
        for (int second = 0; second < all; second++) {
            int last = first;
            int bad = 0;
            while (last < due.length && due[last] <= (second + 1) * SECOND) {
                bad += answered[last] ? 0 : 1;
                last++;
            }
            long p99 = p99(first, last);
            boolean known = last > first && p99 != FAILED;
            seconds.add(new LoadSecond(
                    last - first, bad, responses[second], known ? Double.valueOf(p99 / NANOS_PER_MILLI) : null));
            first = last;
        }
        return seconds;
    }

    /** From 0; the end of a second belongs to it. */
    private static int second(long nanos) {
        return (int) ((nanos - 1) / SECOND);
    }

    /** @return {@code null} if it was not back until the load's end */
    private Integer secondsUntilBack(long before) {
        int good = 0;
        int first = after;
        for (int second = 1; second <= afterSeconds; second++) {
            int last = first;
            while (last < due.length && due[last] <= to + second * SECOND) {
                last++;
            }
            // at the end some may not have been sent; the seconds of one client are not those of another
            boolean all = last - first >= rate - (clients - 1);
            long p99 = p99(first, last);
            good = all && p99 != FAILED && p99 <= NEARLY * before ? good + 1 : 0;
            if (good == SECONDS_IN_A_ROW) {
                return second - SECONDS_IN_A_ROW;
            }
            first = last;
        }
        return null;
    }

    /** Nearest rank, in nanoseconds; {@link #FAILED} if more than a hundredth failed. */
    private long p99(int first, int last) {
        var latencies = new long[last - first];
        for (int k = first; k < last; k++) {
            latencies[k - first] = answered[k] ? ended[k] - due[k] : FAILED;
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
