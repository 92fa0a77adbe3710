package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import threadwall.record.ClientLoad;
import threadwall.record.StepRecord.LoadSecond;
import threadwall.record.StepRecord.Recovery;

/** 100 requests a second for 10 s, 200 a second for 5 s, and 100 a second for 10 s. */
class OverloadTimesTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final int OVERLOAD = 1_000;
    private static final int AFTER = 2_000;

    private final ClientLoad load = new ClientLoad("", 10, null, 10, 100, null, "127.1.0.1", true, true, 1, "a.log")
            .with(new ClientLoad.Overload(200, 10_000, 60, 10));

    private final long[] due = LongStream.concat(
                    LongStream.concat(
                            LongStream.range(0, 1_000).map(k -> (k + 1) * SECOND / 100),
                            LongStream.range(0, 1_000).map(k -> 10 * SECOND + (k + 1) * SECOND / 200)),
                    LongStream.range(0, 1_000).map(k -> 15 * SECOND + (k + 1) * SECOND / 100))
            .toArray();
    private final long[] ended = Arrays.stream(due).map(at -> at + 10 * MILLI).toArray();
    private final boolean[] answered = new boolean[due.length];

    OverloadTimesTest() {
        Arrays.fill(answered, true);
    }

    /** A latency for all requests that were due in this time, after the overload's end. */
    private void after(double fromSeconds, double toSeconds, long millis) {
        for (int k = AFTER; k < due.length; k++) {
            double seconds = (due[k] - 15 * SECOND) / (double) SECOND;
            if (seconds > fromSeconds && seconds <= toSeconds) {
                ended[k] = due[k] + millis * MILLI;
            }
        }
    }

    private Recovery recovery() {
        return OverloadTimes.of(due, ended, answered, OVERLOAD, AFTER, load).recovery();
    }

    @Test
    void anUndisturbedServerIsBackAtOnce() {
        var recovery = recovery();
        assertThat(recovery.seconds()).isZero();
        assertThat(recovery.beforeP99Millis()).isEqualTo(10, within(0.001));
        assertThat(recovery.overloadFromSeconds()).isEqualTo(10);
        assertThat(recovery.overloadSeconds()).isEqualTo(5, within(0.001));
        assertThat(recovery.failed()).isZero();
        assertThat(recovery.outstanding()).as("10 ms at 200/s").isEqualTo(2);
    }

    @Test
    void hasTheFiguresOfEachSecond() {
        after(0, 2, 1_500);
        answered[AFTER] = false; // one of the hundred of its second
        var seconds = recovery().bySecond();
        assertThat(seconds).extracting(LoadSecond::due).startsWith(100).endsWith(100, 0);
        assertThat(seconds).hasSize(26);
        assertThat(seconds.subList(10, 15)).extracting(LoadSecond::due).containsOnly(200);
        assertThat(seconds.get(15).failed()).isOne();
        assertThat(seconds.get(15).p99Millis()).isEqualTo(1_500, within(0.001));
        assertThat(seconds.get(15).answered()).as("the last two before it").isEqualTo(2);
        assertThat(seconds.get(16).answered()).as("half of those of second 15").isBetween(48, 51);
        assertThat(seconds.getLast().p99Millis()).as("none was due").isNull();
        answered[AFTER + 1] = false;
        assertThat(recovery().bySecond().get(15).p99Millis()).isNull();
        assertThat(recovery().bySecond().stream().mapToInt(LoadSecond::answered).sum())
                .isEqualTo(due.length - 2);
    }

    @Test
    void isBackInTheFirstOfThreeGoodSeconds() {
        after(0, 3, 500);
        after(4, 5, 21); // one good second between is chance
        assertThat(recovery().seconds()).isEqualTo(5);
        after(4, 5, 20);
        assertThat(recovery().seconds()).as("twice the former value").isEqualTo(3);
    }

    @Test
    void aServerThatStaysSlowIsNeverBack() {
        after(0, 10, 21);
        assertThat(recovery().seconds()).isNull();
    }

    @Test
    void failuresAreSlowerThanAnyResponse() {
        for (int k = AFTER; k < AFTER + 2; k++) { // two of the hundred of the first second
            answered[k] = false;
        }
        assertThat(recovery().seconds()).isEqualTo(1);
        assertThat(recovery().failed()).isEqualTo(2);
    }

    @Test
    void requestsThatWereNotSentAreNoRecovery() {
        var times = OverloadTimes.of(
                Arrays.copyOf(due, AFTER + 250),
                Arrays.copyOf(ended, AFTER + 250),
                Arrays.copyOf(answered, AFTER + 250),
                OVERLOAD,
                AFTER,
                load);
        assertThat(times.recovery().seconds()).isNull();
    }

    /** Nothing is twice a latency that is not known. */
    @Test
    void withoutALatencyBeforeThereIsNothingToGetBackTo() {
        for (int k = 0; k < 11; k++) { // of a thousand
            answered[k] = false;
        }
        assertThat(recovery().beforeP99Millis()).isNull();
        assertThat(recovery().seconds()).isNull();
        answered[0] = true;
        assertThat(recovery().beforeP99Millis()).as("a hundredth").isEqualTo(10, within(0.001));
        assertThat(recovery().seconds()).isZero();
    }

    /** Each client has the same requests; the second one's overload ends a second later. */
    @Test
    void requestsOfSeveralClientsAreOneLoad() {
        after(0, 4, 500);
        var later = due.clone();
        for (int k = AFTER; k < later.length; k++) {
            later[k] += SECOND;
        }
        var ends = Arrays.stream(later).map(at -> at + 10 * MILLI).toArray();
        var both = OverloadTimes.all(List.of(
                        OverloadTimes.of(due, ended, answered, OVERLOAD, AFTER, load),
                        OverloadTimes.of(later, ends, answered, OVERLOAD, AFTER, load)))
                .recovery();
        assertThat(both.overloadFromSeconds()).isEqualTo(10);
        assertThat(both.overloadSeconds()).as("until both have ended it").isEqualTo(6, within(0.001));
        assertThat(both.beforeP99Millis()).isEqualTo(10, within(0.001));
        assertThat(both.seconds()).isEqualTo(3);
        assertThat(both.outstanding()).isBetween(50L, 55L);
    }

    @Test
    void countsWhatIsOutstanding() {
        for (int k = OVERLOAD; k < AFTER; k++) {
            ended[k] = 15 * SECOND + k * MILLI / 10;
        }
        assertThat(recovery().outstanding()).isBetween(1_000L, 1_010L);
    }
}
