package threadwall.loadgen.sweep.step;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import threadwall.loadgen.sweep.step.LoadThirds.Completed;

/** Notes when the clients of a load tell that they have completed more requests. */
final class CompletedRequests {

    private final LongSupplier clock;
    private final List<Completed> noted = new ArrayList<>();

    /** @param clock milliseconds, that of the samples */
    CompletedRequests(LongSupplier clock) {
        this.clock = clock;
        noted.add(new Completed(clock.getAsLong(), 0));
    }

    /** @param requests completed so far; see {@link ClientProcesses#completed} */
    void update(long requests) {
        if (requests > noted.getLast().requests()) {
            noted.add(new Completed(clock.getAsLong(), requests));
        }
    }

    /**
     * Notes the end. A client that has just told its last requests is gone before it is looked at again, and may have
     * written its file meanwhile: the last part took no longer than the one before.
     *
     * @param requests completed in all
     */
    void finish(long requests) {
        int size = noted.size();
        if (size > 1 && requests > noted.getLast().requests()) {
            double last = noted.getLast().millis();
            double before = noted.get(size - 2).millis();
            noted.add(new Completed(Math.min(clock.getAsLong(), 2 * last - before), requests));
        }
    }

    /** In order, with a 0 when the load began. */
    List<Completed> noted() {
        return List.copyOf(noted);
    }
}
