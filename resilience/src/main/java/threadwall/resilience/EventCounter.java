package threadwall.resilience;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import threadwall.record.ResilienceRecord.EventCount;

/** Counts events by kind; thread-safe. */
final class EventCounter {

    /** Kinds that are counted separately; further ones are counted together. */
    private static final int KINDS = 20;

    private static final String OTHERS = "others";

    private final Map<String, LongAdder> adders = new ConcurrentHashMap<>();

    void count(String event) {
        var kind = adders.size() < KINDS || adders.containsKey(event) ? event : OTHERS;
        adders.computeIfAbsent(kind, label -> new LongAdder()).increment();
    }

    /** In alphabetical order. */
    List<EventCount> counts() {
        return adders.entrySet().stream()
                .map(entry -> new EventCount(entry.getKey(), entry.getValue().sum()))
                .sorted(Comparator.comparing(EventCount::what))
                .toList();
    }
}
