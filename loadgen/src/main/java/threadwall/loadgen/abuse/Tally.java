package threadwall.loadgen.abuse;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import threadwall.record.AbuseRecord.Count;

/** What the clients of a soak have seen, counted from many threads. */
final class Tally {

    private static final int EXAMPLES = 20;

    private final LongAdder requests = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> sessions = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> examples = new ConcurrentLinkedQueue<>();

    void session(Manner manner) {
        sessions.computeIfAbsent(manner.label, label -> new LongAdder()).increment();
    }

    /** So many whole requests were sent whose answers will be waited for. */
    void asked(int more) {
        requests.add(more);
    }

    void answered(int status) {
        answers.computeIfAbsent(String.valueOf(status), label -> new LongAdder())
                .increment();
    }

    void wrong(Manner manner, String what) {
        wrong.increment();
        if (wrong.sum() <= EXAMPLES) {
            examples.add(manner.label + ": " + what);
        }
    }

    long requests() {
        return requests.sum();
    }

    long wrong() {
        return wrong.sum();
    }

    List<Count> answers() {
        return counts(answers);
    }

    List<Count> sessions() {
        return counts(sessions);
    }

    /** The first of what was wrong. */
    List<String> examples() {
        return List.copyOf(examples);
    }

    private static List<Count> counts(Map<String, LongAdder> adders) {
        return adders.entrySet().stream()
                .map(entry -> new Count(entry.getKey(), entry.getValue().sum()))
                .sorted(Comparator.comparing(Count::what))
                .toList();
    }
}
