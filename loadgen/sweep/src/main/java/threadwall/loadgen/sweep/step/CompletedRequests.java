package threadwall.loadgen.sweep.step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import threadwall.loadgen.sweep.step.LoadThirds.Completed;

/** Records when the clients of a load report more completed requests. */
final class CompletedRequests {

    private static final int FEWEST_REPORTS = 5;

    private final LongSupplier clock;
    private final List<Completed> reported = new ArrayList<>();

    /** @param clock milliseconds, that of the samples */
    CompletedRequests(LongSupplier clock) {
        this.clock = clock;
        reported.add(new Completed(clock.getAsLong(), 0));
    }

    /** @param requests completed so far; see {@link ClientProcesses#completed} */
    void update(long requests) {
        if (requests > reported.getLast().requests()) {
            reported.add(new Completed(clock.getAsLong(), requests));
        }
    }

    /**
     * Records the end. The clients have ended and have written their files before this is called, so the time of the last
     * requests is not known exactly: the last part is assumed to take no longer than the one before.
     *
     * @param requests completed in all
     */
    void finish(long requests) {
        int size = reported.size();
        if (size > 1 && requests > reported.getLast().requests()) {
            double last = reported.getLast().millis();
            double before = reported.get(size - 2).millis();
            reported.add(new Completed(Math.min(clock.getAsLong(), 2 * last - before), requests));
        }
    }

    /**
     * The rate of the responses between the first report and the last one.
     *
     * @return requests per second; {@code null} with fewer than {@value #FEWEST_REPORTS} reports
     */
    Double perSecond() {
        if (reported.size() <= FEWEST_REPORTS) {
            return null;
        }
        var first = reported.get(1);
        var last = reported.getLast();
        return 1e3 * (last.requests() - first.requests()) / (last.millis() - first.millis());
    }

    /** In order, with a 0 when the load began. */
    List<Completed> reported() {
        return List.copyOf(reported);
    }
}
