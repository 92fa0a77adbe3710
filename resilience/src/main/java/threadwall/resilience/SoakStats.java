package threadwall.resilience;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import threadwall.record.ResilienceRecord.EventCount;

/** Counts what the clients of a soak see; thread-safe. */
final class SoakStats {

    private final LongAdder requests = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final EventCounter answers = new EventCounter();
    private final EventCounter sessions = new EventCounter();
    private final EventCounter faults = new EventCounter();

    void session(ClientBehavior behavior) {
        sessions.count(behavior.label);
    }

    /** Counts requests that are sent in full and whose answers are awaited. */
    void sent(int count) {
        requests.add(count);
    }

    void answered(int status) {
        answers.count(String.valueOf(status));
    }

    void wrong(ClientBehavior behavior, String fault) {
        wrong.increment();
        faults.count(behavior.label + ": " + fault);
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

    /** Wrong answers by behavior and fault. */
    List<EventCount> faults() {
        return faults.counts();
    }
}
