package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import threadwall.record.ResilienceRecord.EventCount;
import threadwall.record.ResilienceRecord.FdExhaustionFailure;
import threadwall.resilience.ServerUnderTest.Look;

class FdExhaustionStatsTest {

    private final FdExhaustionStats shortfall = new FdExhaustionStats(300);

    private void look(double seconds, long most, double cpuSeconds) {
        shortfall.saw(new Look(seconds, most + 20, most, cpuSeconds));
    }

    private void served() {
        shortfall.asked();
        shortfall.answered();
    }

    @Test
    void onlyTimeBetweenLooksThatBothFoundItOutCounts() {
        served();
        look(0, 300, 1.0);
        look(2, 300, 1.4);
        look(3, 299, 2.4);
        look(4, 300, 3.4);
        shortfall.rest();
        look(9, 300, 8.0);
        look(10, 300, 8.2);
        var shortage = shortfall.shortage(true);
        assertThat(shortage.outSeconds()).isEqualTo(3, within(1e-9));
        assertThat(shortage.outCpuSeconds()).isEqualTo(0.6, within(1e-9));
        assertThat(shortage.failure()).isNull();
        assertThat(shortfall.faults()).isEmpty();
    }

    @Test
    void aServerThatSpinsWhileItIsOutIsBusy() {
        served();
        look(0, 300, 0);
        look(2, 300, 1.1);
        assertThat(shortfall.shortage(true).failure()).isEqualTo(FdExhaustionFailure.BUSY);
        assertThat(shortfall.faults())
                .containsExactly(
                        "it used 1.1 CPU seconds in the 2.0 s that it was out of descriptors, with nothing to do");
    }

    @Test
    void aMomentIsTooShortToCallItBusy() {
        served();
        look(0, 300, 0);
        look(0.02, 300, 0.02);
        assertThat(shortfall.shortage(true).failure()).isNull();
    }

    @Test
    void whoGotNoAnswerIsLostByWhatItSaw() {
        served();
        shortfall.asked();
        shortfall.lost("Connection reset");
        assertThat(shortfall.shortage(true).failure()).isEqualTo(FdExhaustionFailure.LOSES_CLIENTS);
        assertThat(shortfall.shortage(true).lost()).containsExactly(new EventCount("Connection reset", 1));
        assertThat(shortfall.faults()).containsExactly("1 of 2 clients did not get their answer: Connection reset (1)");
    }

    @Test
    void theWorstOfSeveralFailuresIsNamed() {
        shortfall.asked();
        shortfall.lost("Read timed out");
        shortfall.servesNobody("Connection refused", new Look(0, 80, 60, 0));
        assertThat(shortfall.shortage(true).failure()).isEqualTo(FdExhaustionFailure.SERVES_NOBODY);
        assertThat(shortfall.shortage(false).failure()).isEqualTo(FdExhaustionFailure.ENDED);
        assertThat(shortfall.faults())
                .containsExactly(
                        "all clients have left, 60 of 300 descriptors are taken, and it serves nobody: Connection refused",
                        "1 of 1 clients did not get their answer: Read timed out (1)");
    }
}
