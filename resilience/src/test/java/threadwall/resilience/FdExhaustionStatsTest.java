package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import threadwall.record.ResilienceRecord.EventCount;
import threadwall.record.ResilienceRecord.FdExhaustionFailure;
import threadwall.resilience.ServerUnderTest.ServerSample;

class FdExhaustionStatsTest {

    private final FdExhaustionStats stats = new FdExhaustionStats(300);

    private void sample(double seconds, long highest, double cpuSeconds) {
        stats.sampled(new ServerSample(seconds, highest + 20, highest, cpuSeconds));
    }

    private void served() {
        stats.connecting();
        stats.answered();
    }

    @Test
    void onlyTimeBetweenTwoSamplesWithoutFreeDescriptorsCounts() {
        served();
        sample(0, 300, 1.0);
        sample(2, 300, 1.4);
        sample(3, 299, 2.4);
        sample(4, 300, 3.4);
        stats.pauseSampling();
        sample(9, 300, 8.0);
        sample(10, 300, 8.2);
        var exhaustion = stats.toRecord(true);
        assertThat(exhaustion.outSeconds()).isEqualTo(3, within(1e-9));
        assertThat(exhaustion.outCpuSeconds()).isEqualTo(0.6, within(1e-9));
        assertThat(exhaustion.failure()).isNull();
        assertThat(stats.faults()).isEmpty();
    }

    @Test
    void aServerThatSpinsWithoutDescriptorsIsBusy() {
        served();
        sample(0, 300, 0);
        sample(2, 300, 1.1);
        assertThat(stats.toRecord(true).failure()).isEqualTo(FdExhaustionFailure.BUSY);
        assertThat(stats.faults())
                .containsExactly(
                        "the server used 1.1 CPU seconds in the 2.0 s that it was out of descriptors and had nothing to do");
    }

    @Test
    void aShortTimeIsNotJudgedBusy() {
        served();
        sample(0, 300, 0);
        sample(0.02, 300, 0.02);
        assertThat(stats.toRecord(true).failure()).isNull();
    }

    @Test
    void clientsWithoutAnAnswerAreCountedByWhatTheySaw() {
        served();
        stats.connecting();
        stats.lost("Connection reset");
        assertThat(stats.toRecord(true).failure()).isEqualTo(FdExhaustionFailure.LOSES_CLIENTS);
        assertThat(stats.toRecord(true).lost()).containsExactly(new EventCount("Connection reset", 1));
        assertThat(stats.faults()).containsExactly("1 of 2 clients got no answer: Connection reset (1)");
    }

    @Test
    void theWorstOfSeveralFailuresIsNamed() {
        stats.connecting();
        stats.lost("Read timed out");
        stats.servesNobody("Connection refused", new ServerSample(0, 80, 60, 0));
        assertThat(stats.toRecord(true).failure()).isEqualTo(FdExhaustionFailure.SERVES_NOBODY);
        assertThat(stats.toRecord(false).failure()).isEqualTo(FdExhaustionFailure.ENDED);
        assertThat(stats.faults())
                .containsExactly(
                        "all clients have left, but 60 of 300 descriptors are in use and the server does not answer: Connection refused",
                        "1 of 1 clients got no answer: Read timed out (1)");
    }
}
