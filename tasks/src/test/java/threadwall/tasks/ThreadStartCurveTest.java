package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import threadwall.record.TaskRecord.Point;

/** Predicts the end from the first part of a run. */
class ThreadStartCurveTest {

    /** Threads started after {@code seconds(n)}, plus half a second in which the runtime starts. */
    private static List<Point> curve(int most, DoubleUnaryOperator seconds) {
        return IntStream.rangeClosed(0, 20)
                .mapToObj(i -> new Point(0.5 + seconds.applyAsDouble(i * most / 20.0), 100 + (long) i * most / 20, 1))
                .toList();
    }

    @Test
    void startingIsQuadratic() {
        var fit = ThreadStartCurve.of(curve(10_000, n -> 1e-4 * n + 5e-8 * n * n), 60)
                .orElseThrow();
        assertThat(fit.linear()).isCloseTo(1e-4, within(1e-7));
        assertThat(fit.quadratic()).isCloseTo(5e-8, within(1e-10));
        assertThat(fit.end(100_100, 1_000)).isCloseTo(0.5 + 10 + 500 + 1_000, within(1.0));
    }

    @Test
    void noTermIsNegative() {
        var linear =
                ThreadStartCurve.of(curve(10_000, n -> Math.pow(n, 0.9)), 1e6).orElseThrow();
        assertThat(linear.quadratic()).isZero();
        assertThat(linear.linear()).isPositive();
        var steeper =
                ThreadStartCurve.of(curve(10_000, n -> 1e-12 * n * n * n), 60).orElseThrow();
        assertThat(steeper.linear()).isZero();
        assertThat(steeper.quadratic()).isPositive();
    }

    @Test
    void whatDoesNotGrowTellsNothing() {
        assertThat(ThreadStartCurve.of(List.of(), 10)).isEmpty();
        assertThat(ThreadStartCurve.of(curve(0, n -> 1), 10)).isEmpty();
        var own = IntStream.range(0, 40).mapToObj(i -> new Point(i, i, 1)).toList();
        assertThat(ThreadStartCurve.of(own, 100))
                .as("threads of the runtime itself")
                .isEmpty();
    }

    @Test
    void threadsThatHaveWokenMakeRoomForOthers() {
        DoubleUnaryOperator seconds = n -> 5e-8 * n * n;
        var points = new ArrayList<>(curve(10_000, seconds));
        points.add(new Point(7, 9_000, 1));
        points.add(new Point(30, 11_000, 1));
        var fit = ThreadStartCurve.of(points, 6).orElseThrow();
        assertThat(fit.quadratic()).as("what was seen after the first woke").isCloseTo(5e-8, within(1e-10));
        assertThat(5e-8 * Math.pow(fit.mostAlive(6), 2)).isCloseTo(6, within(0.1));
        assertThat(fit.end(5_100, 6)).as("all alive at once").isCloseTo(0.5 + 1.25 + 6, within(0.01));
        assertThat(fit.end(100_100, 6)).isCloseTo(simulated(100_000, 6, 5e-8), within(1.0));
    }

    /** The threads alive determine how long the next start takes; the first sample is at half a second. */
    private static double simulated(int threads, double sleep, double quadratic) {
        var woken = new double[threads];
        double now = 0;
        int gone = 0;
        for (int started = 0; started < threads; started++) {
            while (gone < started && woken[gone] <= now) {
                gone++;
            }
            now += 2 * quadratic * (started - gone);
            woken[started] = now + sleep;
        }
        return 0.5 + woken[threads - 1];
    }

    @Test
    void itsWordsLeaveOutATermThatIsNone() {
        assertThat(new ThreadStartCurve(1.2e-4, 5e-8, new Point(0, 0, 0)).words())
                .isEqualTo("starting n threads takes about 0.00012 n + 5.0e-08 n² seconds");
        assertThat(new ThreadStartCurve(0, 5e-8, new Point(0, 0, 0)).words())
                .isEqualTo("starting n threads takes about 5.0e-08 n² seconds");
    }
}
