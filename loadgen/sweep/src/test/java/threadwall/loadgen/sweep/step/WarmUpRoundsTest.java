package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord.WarmUpRound;

class WarmUpRoundsTest {

    /** 10,000 requests in 2 s. */
    private static WarmUpRounds.Round round(double micros, Double compilationSeconds) {
        return round(micros, null, compilationSeconds);
    }

    private static WarmUpRounds.Round round(double micros, Double answeringSeconds, Double compilationSeconds) {
        var cost = new RequestCost(10_000, 0.1, micros / 100);
        return new WarmUpRounds.Round(cost, 3, 2.0, answeringSeconds, compilationSeconds, 1.5);
    }

    private static boolean settled(WarmUpRounds.Round... rounds) {
        return new WarmUpRounds(Arrays.asList(rounds), 20).isSettled();
    }

    @Test
    void hasSettledAfterTwoRoundsLikeTheOneBefore() {
        assertThat(settled()).isFalse();
        assertThat(settled(round(60, 0.0))).isFalse();
        assertThat(settled(round(60, 0.0), round(60, 0.0))).isFalse();
        assertThat(settled(round(60, 0.0), round(60, 0.0), round(60, 0.0))).isTrue();
        assertThat(settled(round(300, 1.0), round(60, 0.0), round(60, 0.0))).isFalse();
        assertThat(settled(round(300, 1.0), round(60, 0.0), round(60, 0.0), round(55, 0.0)))
                .isTrue();
        assertThat(settled(round(60, 0.0), round(60, 0.0), round(30, 0.0))).isFalse();
    }

    /** spring-virtual compiled for 0.01 s in its sixth round, and for 1.4 s in the next. */
    @Test
    void hasNotSettledWhileTheJvmCompiles() {
        assertThat(settled(round(60, 0.0), round(60, 0.3), round(60, 0.0))).isFalse();
        assertThat(settled(round(60, 0.0), round(60, 0.0), round(60, 0.3))).isFalse();
        assertThat(settled(round(60, 1.0), round(60, 0.2), round(60, 0.1))).isTrue();
    }

    @Test
    void aServerThatIsNoJvmSettlesByItsCost() {
        assertThat(settled(round(60, null), round(60, null), round(60, null))).isTrue();
        assertThat(settled(round(60, null), round(90, null), round(60, null))).isFalse();
    }

    /** The clients of the first responses wait for them, which takes no time later. */
    @Test
    void theRateIsThatOfTheLastRoundWithoutTheFirstSleep() {
        var rounds = new WarmUpRounds(List.of(round(300, null), round(60, null)), 20);
        assertThat(rounds.requestsPerSecond(null)).isEqualTo(5_000);
        assertThat(rounds.requestsPerSecond(400)).isCloseTo(6_250, within(1e-6));
        assertThat(rounds.requestsPerSecond(60_000)).isEqualTo(10_000);
    }

    @Test
    void theRateIsBetweenThatOfTheRoundAndThatOfItsResponses() {
        var rounds = new WarmUpRounds(List.of(round(60, 1.1, null)), 20);
        assertThat(rounds.requestsPerSecond(100)).isCloseTo(10_000 / 1.5, within(1e-6));
        var atOnce = new WarmUpRounds(List.of(round(60, 0.01, null)), 20);
        assertThat(atOnce.requestsPerSecond(null)).isCloseTo(10_000 / 1.5, within(1e-6));
    }

    @Test
    void isRecordedWithItsLastRound() {
        var record = new WarmUpRounds(List.of(round(300, 1.0), round(60, 0.1)), 7.5).record();
        assertThat(record.rounds()).isEqualTo(2);
        assertThat(record.requests()).isEqualTo(20_000);
        assertThat(record.seconds()).isEqualTo(7.5);
        assertThat(record.cpuMicros()).isCloseTo(60, within(1e-9));
        assertThat(record.compilationSeconds()).isEqualTo(0.1);
        assertThat(record.byRound()).extracting(WarmUpRound::requests).containsExactly(10_000L, 10_000L);
        assertThat(record.byRound().getFirst().seconds()).isEqualTo(2);
        assertThat(record.byRound().getFirst().cpuSeconds()).isCloseTo(3, within(1e-9));
        assertThat(record.byRound().getFirst().clientCpuSeconds()).isEqualTo(1.5);
        assertThat(record.byRound().getFirst().failed()).isEqualTo(3);
    }
}
