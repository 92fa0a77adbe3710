package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.ClientLoad;

/** Loads of 1,000 requests a second for 10 s, as a client would see them. */
class ArrivalTimesTest {

    private static final int RATE = 1_000;
    private static final int SECONDS = 10;
    private static final int REQUESTS = RATE * SECONDS;
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1) / RATE;

    /** Any clock: no figure may depend on where it starts. */
    private static final long START = 1_764_000_000_123_456_789L;

    private static final Offset<Double> PRECISION = within(2.0);

    private final long[] sent = new long[REQUESTS];
    private final long[] ended = new long[REQUESTS];
    private final boolean[] answered = new boolean[REQUESTS];

    ArrivalTimesTest() {
        Arrays.fill(answered, true);
    }

    private static ClientLoad load(int connections) {
        return new ClientLoad("", connections, null, SECONDS, RATE, null, "127.1.0.1", true, true, 30, "a.gob");
    }

    private static long due(int request) {
        return START + (request + 1) * INTERVAL;
    }

    private static long millis(double millis) {
        return (long) (millis * 1e6);
    }

    private ArrivalTimes times(int connections) {
        return ArrivalTimes.of(sent, ended, answered, load(connections));
    }

    /** A server that answers within 5 ms, but not at all in the first two seconds of each ten. */
    private void stalledServer(int connections) {
        long stalledUntil = due(0) + millis(2_000);
        var free = new long[connections];
        for (int k = 0; k < REQUESTS; k++) {
            int connection = k % connections; // all take equally long, so they become free in turn
            sent[k] = Math.max(due(k), free[connection]);
            ended[k] = Math.max(sent[k], stalledUntil) + millis(5);
            free[connection] = ended[k];
        }
    }

    @Test
    void aClientOnTimeHasOneLatency() {
        for (int k = 0; k < REQUESTS; k++) {
            sent[k] = due(k);
            ended[k] = sent[k] + millis(k < REQUESTS / 2 ? 10 : 30);
        }
        var arrivals = times(100).record();
        assertThat(arrivals.planned()).isEqualTo(times(100).latency());
        assertThat(arrivals.planned().p50Millis()).isEqualTo(10, PRECISION);
        assertThat(arrivals.planned().p99Millis()).isEqualTo(30, PRECISION);
        assertThat(arrivals.lagMaxMillis()).isZero();
        assertThat(arrivals.heldBack()).isZero();
        assertThat(arrivals.due()).isEqualTo(REQUESTS);
        assertThat(arrivals.answeredInTime()).isEqualTo(REQUESTS);
        assertThat(times(100).seconds()).isEqualTo(10.03, within(0.01));
    }

    @Test
    void withConnectionsEnoughBothLatenciesShowAStall() {
        stalledServer(REQUESTS);
        var times = times(REQUESTS);
        assertThat(times.record().planned().p99Millis()).isEqualTo(1_905, PRECISION);
        assertThat(times.latency().p99Millis()).isEqualTo(1_905, PRECISION);
        assertThat(times.record().heldBack()).isZero();
    }

    @Test
    void withFewConnectionsOnlyPlannedLatencyShowsAStall() {
        stalledServer(50);
        var times = times(50);
        var arrivals = times.record();
        assertThat(arrivals.planned().p99Millis()).isGreaterThan(1_500);
        assertThat(times.latency().p99Millis()).isLessThan(arrivals.planned().p99Millis() / 10);
        assertThat(arrivals.heldBack()).isGreaterThan(1_900);
        assertThat(arrivals.lagMaxMillis())
                .as("the client was never late by itself")
                .isZero();
    }

    @Test
    void aClientThatStopsForASecondIsLateItself() {
        long stoppedFrom = due(3_000);
        long stoppedUntil = stoppedFrom + millis(1_000);
        for (int k = 0; k < REQUESTS; k++) {
            boolean stopped = due(k) >= stoppedFrom && due(k) < stoppedUntil;
            sent[k] = stopped ? stoppedUntil : due(k);
            ended[k] = sent[k] + millis(5);
        }
        var arrivals = times(REQUESTS).record();
        assertThat(arrivals.lagMaxMillis()).isEqualTo(1_000, PRECISION);
        assertThat(arrivals.lagP99Millis()).isEqualTo(900, PRECISION);
        assertThat(arrivals.planned().p99Millis()).isEqualTo(905, PRECISION);
        assertThat(arrivals.heldBack()).isZero();
    }

    @Test
    void anAnswerLongAfterTheEndIsNotInTime() {
        for (int k = 0; k < REQUESTS; k++) {
            sent[k] = due(k);
            // a server of nine tenths of the rate
            ended[k] = START + (long) ((k + 1) * INTERVAL / 0.9) + millis(5);
        }
        var arrivals = times(REQUESTS).record();
        assertThat(arrivals.answeredInTime() / (double) REQUESTS).isEqualTo(0.909, within(0.002));
    }

    /** From 8 s on all connections were in use until the end, so that requests waited for one. */
    @Test
    void anUnsentRequestWaitedUntilTheEndAtLeast() {
        int connections = 10;
        int sentOnes = REQUESTS * 8 / 10;
        for (int k = 0; k < sentOnes; k++) {
            sent[k] = due(k);
            ended[k] = k < sentOnes - connections ? due(k) + millis(5) : due(REQUESTS);
        }
        var times = ArrivalTimes.of(
                Arrays.copyOf(sent, sentOnes),
                Arrays.copyOf(ended, sentOnes),
                Arrays.copyOf(answered, sentOnes),
                load(connections));
        var planned = times.record().planned();
        assertThat(times.record().heldBack()).isEqualTo(REQUESTS - sentOnes);
        assertThat(planned.requests()).isEqualTo(REQUESTS);
        assertThat(planned.p50Millis()).isEqualTo(5, PRECISION);
        assertThat(planned.p90Millis()).as("half of those of two seconds").isEqualTo(1_010, PRECISION);
        assertThat(planned.maxMillis()).isEqualTo(2_010, PRECISION);
        assertThat(times.latency().requests()).isEqualTo(sentOnes);
        assertThat(times.latency().p99Millis()).isEqualTo(5, PRECISION);
    }

    @Test
    void aFailedRequestIsNotAnswered() {
        for (int k = 0; k < REQUESTS; k++) {
            sent[k] = due(k);
            ended[k] = due(k) + millis(1);
            answered[k] = k % 2 == 0;
        }
        var arrivals = times(50).record();
        assertThat(arrivals.answeredInTime()).isEqualTo(REQUESTS / 2);
        assertThat(arrivals.planned().p90Millis()).as("the client's time-out").isEqualTo(30_000, within(20.0));
    }

    @Test
    void requestsOfSeveralClientsAreCountedTogether() {
        stalledServer(REQUESTS);
        var slow = times(REQUESTS);
        for (int k = 0; k < REQUESTS; k++) {
            sent[k] = due(k);
            ended[k] = due(k) + millis(5);
        }
        var all = ArrivalTimes.all(List.of(slow, times(REQUESTS)));
        assertThat(all.record().due()).isEqualTo(2 * REQUESTS);
        assertThat(all.latency().requests()).isEqualTo(2 * REQUESTS);
        // 2,000 of 20,000 requests saw the stall: the last hundredth is the slowest tenth of them
        assertThat(all.latency().p99Millis()).isEqualTo(1_805, PRECISION);
    }

    @Test
    void writesItsHistograms(@TempDir Path folder) throws Exception {
        stalledServer(50);
        var file = folder.resolve("latency.hlog");
        times(50).write(file);
        var reader = new HistogramLogReader(Files.newInputStream(file));
        var planned = (Histogram) reader.nextIntervalHistogram();
        assertThat(planned.getTag()).isEqualTo("planned");
        assertThat(planned.getTotalCount()).isEqualTo(REQUESTS);
        assertThat(planned.getValueAtPercentile(99) / 1e6)
                .isEqualTo(times(50).record().planned().p99Millis());
        assertThat(reader.nextIntervalHistogram().getTag()).isEqualTo("raw");
        assertThat(reader.nextIntervalHistogram().getTag()).isEqualTo("lag");
        assertThat(reader.hasNext()).isFalse();
    }
}
