package threadwall.resilience;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import threadwall.record.ResilienceRecord.EventCount;

/** What the clients of a soak have seen, counted from many threads. */
final class SoakStats {

    private final LongAdder requests = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final EventCounter answers = new EventCounter();
    private final EventCounter sessions = new EventCounter();
    private final EventCounter faults = new EventCounter();

    void session(ClientBehavior manner) {
        sessions.count(manner.label);
    }

    /** So many whole requests were sent whose answers will be waited for. */
    void asked(int more) {
        requests.add(more);
    }

    void answered(int status) {
        answers.count(String.valueOf(status));
    }

    void wrong(ClientBehavior manner, String what) {
        wrong.increment();
        faults.count(manner.label + ": " + what);
    }

    long requests() {
        return requests.sum();
    }

    long wrong() {
        return wrong.sum();
    }

    List<EventCount> answers() {
        return answers.counts();
    }

    List<EventCount> sessions() {
        return sessions.counts();
    }

    /** What was wrong, by manner and words. */
    List<EventCount> faults() {
        return faults.counts();
    }
}
