package threadwall.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.TaskRecord.Point;

/**
 * How the time of starting threads grows with their number: {@code seconds = a·n + b·n²}, fitted by least squares. The second
 * term matters for a prediction: at every start the kernel walks over the sleeping threads in the same slot of the process's
 * futex hash (kernel/futex/waitwake.c, {@code futex_wake}), and HotSpot over all threads
 * ({@code ThreadsSMRSupport::free_list}).
 *
 * @param linear a, seconds a thread
 * @param quadratic b, seconds a thread a thread
 * @param from the first sample that was fitted
 */
record ThreadStartCurve(double linear, double quadratic, Point from) {

    /** Threads of the runtime itself, and those started while it still warms up. */
    private static final int RUNTIME_THREADS = 50;

    private static final int MIN_POINTS = 5;

    /**
     * Share of the sleep after which a thread may wake, as the first threads started before the first sample of them.
     */
    private static final double BEFORE_WAKE_UP = 0.9;

    /**
     * Fits the samples taken while the number of threads still grew and none had woken: after that, threads end while others
     * start.
     *
     * @param sleep seconds that each thread lives
     * @return empty when there are too few samples
     */
    static Optional<ThreadStartCurve> of(List<Point> samples, double sleep) {
        var growing = new ArrayList<Point>();
        for (var point : samples) {
            boolean first = growing.isEmpty();
            if (point.threads() > RUNTIME_THREADS
                    && (first
                            || point.threads() > growing.getLast().threads()
                                    && point.seconds() < growing.getFirst().seconds() + BEFORE_WAKE_UP * sleep)) {
                growing.add(point);
            }
        }
        return growing.size() < MIN_POINTS ? Optional.empty() : Optional.of(fit(growing));
    }

    /** Normal equations of the two terms; a term that would be negative is left out. */
    private static ThreadStartCurve fit(List<Point> growing) {
        var from = growing.getFirst();
        double n2 = 0;
        double n3 = 0;
        double n4 = 0;
        double nt = 0;
        double n2t = 0;
        for (var point : growing) {
            double n = point.threads() - from.threads();
            double t = point.seconds() - from.seconds();
            n2 += n * n;
            n3 += n * n * n;
            n4 += n * n * n * n;
            nt += n * t;
            n2t += n * n * t;
        }
        double determinant = n2 * n4 - n3 * n3;
        double a = (nt * n4 - n2t * n3) / determinant;
        double b = (n2 * n2t - n3 * nt) / determinant;
        if (!(b > 0)) {
            return new ThreadStartCurve(nt / n2, 0, from);
        }
        return a > 0 ? new ThreadStartCurve(a, b, from) : new ThreadStartCurve(0, n2t / n4, from);
    }

    private double secondsFor(double more) {
        return linear * more + quadratic * more * more;
    }

    /** The most threads that can be alive at once, when each lives so long: those started by then. */
    double mostAlive(double sleep) {
        return root(quadratic, sleep);
    }

    /**
     * The number alive once one thread ends for each that starts. With n alive a start takes a + 2bn seconds, so
     * n (a + 2bn) = sleep.
     */
    private double steadyAlive(double sleep) {
        return root(2 * quadratic, sleep);
    }

    /** The n of {@code a·n + square·n² = seconds}. */
    private double root(double square, double seconds) {
        return square == 0
                ? seconds / linear
                : (Math.sqrt(linear * linear + 4 * square * seconds) - linear) / (2 * square);
    }

    /**
     * Seconds from the start of the program until the last of so many threads wakes, when each sleeps so long. Once the first
     * have woken, starting continues at the rate for the number that stays alive.
     */
    double end(long threads, double sleep) {
        double more = threads - from.threads();
        double most = mostAlive(sleep);
        double started =
                more <= most ? secondsFor(more) : sleep + (more - most) * (linear + 2 * quadratic * steadyAlive(sleep));
        return from.seconds() + started + sleep;
    }

    String words() {
        return "starting n threads takes about %s%s%s seconds"
                .formatted(
                        linear == 0 ? "" : "%.2g n".formatted(linear),
                        linear == 0 || quadratic == 0 ? "" : " + ",
                        quadratic == 0 ? "" : "%.2g n²".formatted(quadratic));
    }
}
