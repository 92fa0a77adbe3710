package threadwall.loadgen.abuse;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import threadwall.record.AbuseRecord.Count;

/** What the clients of a soak have seen, counted from many threads. */
final class Tally {

    /** Kinds of fault that are told apart; more are counted together. */
    private static final int KINDS = 20;

    private static final String OTHERS = "others";

    private final LongAdder requests = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final Map<String, LongAdder> answers = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> sessions = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> faults = new ConcurrentHashMap<>();

    void session(Manner manner) {
        count(sessions, manner.label);
    }

    /** So many whole requests were sent whose answers will be waited for. */
    void asked(int more) {
        requests.add(more);
    }

    void answered(int status) {
        count(answers, String.valueOf(status));
    }

    void wrong(Manner manner, String what) {
        wrong.increment();
        var kind = manner.label + ": " + what;
        count(faults, faults.size() < KINDS || faults.containsKey(kind) ? kind : OTHERS);
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

    /** What was wrong, by manner and words. */
    List<Count> faults() {
        return counts(faults);
    }

    private static void count(Map<String, LongAdder> adders, String what) {
        adders.computeIfAbsent(what, label -> new LongAdder()).increment();
    }

    private static List<Count> counts(Map<String, LongAdder> adders) {
        return adders.entrySet().stream()
                .map(entry -> new Count(entry.getKey(), entry.getValue().sum()))
                .sorted(Comparator.comparing(Count::what))
                .toList();
    }
}
