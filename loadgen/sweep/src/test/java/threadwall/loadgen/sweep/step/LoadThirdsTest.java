package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.sweep.step.LoadThirds.Completed;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;

class LoadThirdsTest {

    /** 9 s from 1.0 s on, sampled every 0.7 s from 0.9 s on; the rates are those before and after the middle. */
    private static List<Sample> samples(
            double segmentsBefore, double segmentsAfter, double userBefore, double userAfter) {
        var samples = new ArrayList<Sample>();
        for (long millis = 900; millis <= 10_700; millis += 700) {
            double before = Math.clamp((millis - 1_000) / 1e3, 0, 4.5);
            double after = Math.clamp((millis - 5_500) / 1e3, 0, 4.5);
            double user = userBefore * before + userAfter * after;
            samples.add(sample(millis, 2 * user, user, Math.round(segmentsBefore * before + segmentsAfter * after)));
        }
        return samples;
    }

    private static Sample sample(long millis, Double cpu, Double user, Long segments) {
        return new Sample(
                millis,
                Phase.LOAD,
                null,
                null,
                null,
                null,
                null,
                null,
                cpu,
                user,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                segments);
    }

    @Test
    void aSteadyLoadHasThreeEqualThirds() {
        var steadiness = LoadThirds.of(samples(60_000, 60_000, 0.5, 0.5), List.of(), 1_000, 9, 90_000, 100)
                .compare(0.25, null)
                .orElseThrow();
        assertThat(steadiness.steady()).isTrue();
        assertThat(steadiness.fromMillis()).isEqualTo(1_000);
        assertThat(steadiness.compilationSeconds()).isEqualTo(0.25);
        assertThat(steadiness.first().requestsPerSecond()).isCloseTo(10_000, within(200.0));
        assertThat(steadiness.last().requestsPerSecond()).isCloseTo(10_000, within(200.0));
        assertThat(steadiness.first().userCpuMicros()).isCloseTo(50, within(2.0));
        assertThat(steadiness.last().cpuMicros()).isCloseTo(100, within(4.0));
    }

    @Test
    void aServerThatStillCompilesIsNotSteady() {
        var thirds = LoadThirds.of(samples(60_000, 60_000, 0.5, 0.5), List.of(), 1_000, 9, 90_000, 100);
        assertThat(thirds.compare(0.9, null).orElseThrow().steady()).isTrue();
        assertThat(thirds.compare(0.91, null).orElseThrow().steady()).isFalse();
    }

    @Test
    void aServerThatGetsCheaperIsNotSteady() {
        var steadiness = LoadThirds.of(samples(30_000, 60_000, 0.5, 0.5), List.of(), 1_000, 9, 67_500, 100)
                .compare(null, null)
                .orElseThrow();
        assertThat(steadiness.steady()).isFalse();
        assertThat(steadiness.first().requestsPerSecond()).isCloseTo(5_000, within(200.0));
        assertThat(steadiness.first().userCpuMicros()).isCloseTo(100, within(4.0));
        assertThat(steadiness.last().requestsPerSecond()).isCloseTo(10_000, within(200.0));
        assertThat(steadiness.last().userCpuMicros()).isCloseTo(50, within(2.0));
    }

    /** Others used the network for two thirds of the time: the clients' own count shows it. */
    @Test
    void takesTheClientsOwnCountWhereThereIsOne() {
        var tenths = IntStream.rangeClosed(0, 10)
                .mapToObj(tenth -> new Completed(1_000 + 900 * tenth, 9_000 * tenth))
                .toList();
        var steadiness = LoadThirds.of(samples(60_000, 160_000, 0.5, 0.5), tenths, 1_000, 9, 90_000, 100)
                .compare(null, null)
                .orElseThrow();
        assertThat(steadiness.steady()).isTrue();
        assertThat(steadiness.first().requestsPerSecond()).isCloseTo(10_000, within(200.0));
        assertThat(steadiness.last().requestsPerSecond()).isCloseTo(10_000, within(200.0));
    }

    /**
     * The server works at the same rate all the time, but the first of 18,000 connections is answered after 3 s: the
     * clients complete nothing in the first third of the load, and so much more in the last.
     */
    @Test
    void leavesOutTheStartAndTheEndOfALoad() {
        var tenths = List.of(
                new Completed(1_000, 0),
                new Completed(4_000, 1),
                new Completed(5_000, 18_000),
                new Completed(6_000, 31_500),
                new Completed(7_000, 45_000),
                new Completed(8_000, 58_500),
                new Completed(9_000, 72_000),
                new Completed(10_000, 90_000));
        var steadiness = LoadThirds.of(samples(60_000, 60_000, 0.5, 0.5), tenths, 1_000, 9, 90_000, 18_000)
                .compare(null, null)
                .orElseThrow();
        assertThat(steadiness.steady()).isTrue();
        assertThat(steadiness.first().requestsPerSecond()).isCloseTo(13_500, within(200.0));
        assertThat(steadiness.last().requestsPerSecond()).isCloseTo(13_500, within(200.0));

        assertThat(LoadThirds.of(samples(60_000, 60_000, 0.5, 0.5), tenths, 1_000, 9, 90_000, 18_001)
                        .compare(null, null))
                .as("fewer than five requests for each connection")
                .isEmpty();
    }

    /** The first response comes after a second, which is more than half of the first tenth's time. */
    @Test
    void aThirdBeginsWithAReading() {
        var tenths = IntStream.rangeClosed(0, 10)
                .mapToObj(tenth -> new Completed(tenth == 0 ? 1_000 : 2_000 + 800 * tenth, 8_000 * tenth))
                .toList();
        var steadiness = LoadThirds.of(samples(60_000, 60_000, 0.5, 0.5), tenths, 1_000, 9, 80_000, 4_000)
                .compare(null, null)
                .orElseThrow();
        assertThat(steadiness.steady()).isTrue();
        assertThat(steadiness.first().requestsPerSecond()).isCloseTo(10_000, within(200.0));
        assertThat(steadiness.last().requestsPerSecond()).isCloseTo(10_000, within(200.0));
    }

    @Test
    void keepsTheLoadThatWasDiscarded() {
        var thirds = LoadThirds.of(samples(60_000, 60_000, 0.5, 0.5), List.of(), 1_000, 9, 90_000, 100);
        var first = thirds.compare(null, null).orElseThrow();
        assertThat(thirds.compare(null, first).orElseThrow().discarded()).isEqualTo(first);
    }

    @Test
    void withoutTheValuesThereIsNoComparison() {
        var few = samples(60_000, 60_000, 0.5, 0.5).subList(0, 3);
        assertThat(LoadThirds.of(few, List.of(), 1_000, 9, 90_000, 100).compare(null, null))
                .isEmpty();
        var gone = new ArrayList<>(samples(60_000, 60_000, 0.5, 0.5));
        gone.set(5, sample(gone.get(5).millis(), null, null, 1L));
        assertThat(LoadThirds.of(gone, List.of(), 1_000, 9, 90_000, 100).compare(null, null))
                .isEmpty();
        assertThat(LoadThirds.of(samples(0, 0, 0.5, 0.5), List.of(), 1_000, 9, 90_000, 100)
                        .compare(null, null))
                .isEmpty();
    }
}
