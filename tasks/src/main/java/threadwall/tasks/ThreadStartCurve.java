package threadwall.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.TaskRecord.Point;

/**
 * How the time of starting threads grows with their number: {@code seconds = a·n + b·n²}, by least squares over what was seen.
 * The second term is what a prediction has to have: at every start the kernel walks those that sleep in the same slot of the
 * process's futex hash (kernel/futex/waitwake.c, {@code futex_wake}), and HotSpot all threads
 * ({@code ThreadsSMRSupport::free_list}).
 *
 * @param linear a, seconds a thread
 * @param quadratic b, seconds a thread a thread
 */
record ThreadStartCurve(double linear, double quadratic, Point from) {

    /** Those that a runtime has for itself, and those that are started while it still warms up. */
    private static final int OWN = 50;

    private static final int FEWEST = 5;

    /** The first were started before there was a point of theirs. */
    private static final double ASLEEP = 0.9;

    /**
     * Of what was seen while the number still grew, and nobody had woken: from then on threads end while others start.
     *
     * @param sleep seconds that each thread lives
     * @return empty where that is too little
     */
    static Optional<ThreadStartCurve> of(List<Point> seen, double sleep) {
        var growing = new ArrayList<Point>();
        for (var point : seen) {
            boolean first = growing.isEmpty();
            if (point.threads() > OWN
                    && (first
                            || point.threads() > growing.getLast().threads()
                                    && point.seconds() < growing.getFirst().seconds() + ASLEEP * sleep)) {
                growing.add(point);
            }
        }
        return growing.size() < FEWEST ? Optional.empty() : Optional.of(fit(growing));
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

    private double after(double more) {
        return linear * more + quadratic * more * more;
    }

    /** The most threads that can be alive at once, when each lives so long: as many as are started by then. */
    double mostAlive(double sleep) {
        return root(quadratic, sleep);
    }

    /**
     * As many as stay alive when one ends for each that is started, n in so many seconds: at a + 2bn seconds a thread that
     * is n (a + 2bn) = sleep.
     */
    private double steady(double sleep) {
        return root(2 * quadratic, sleep);
    }

    /** Of {@code a·n + square·n² = seconds}. */
    private double root(double square, double seconds) {
        return square == 0
                ? seconds / linear
                : (Math.sqrt(linear * linear + 4 * square * seconds) - linear) / (2 * square);
    }

    /**
     * Seconds since the program was started until the last of so many wakes, each of which sleeps so long. Once the first
     * have woken, starting goes on at the pace of those that stay alive.
     */
    double end(long threads, double sleep) {
        double more = threads - from.threads();
        double most = mostAlive(sleep);
        double started = more <= most ? after(more) : sleep + (more - most) * (linear + 2 * quadratic * steady(sleep));
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
