package threadwall.resilience;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import threadwall.record.ResilienceRecord.EventCount;

/** How often each of some things was seen, counted from many threads. */
final class EventCounter {

    /** Things that are told apart; more are counted together. */
    private static final int KINDS = 20;

    private static final String OTHERS = "others";

    private final Map<String, LongAdder> adders = new ConcurrentHashMap<>();

    void count(String what) {
        var kind = adders.size() < KINDS || adders.containsKey(what) ? what : OTHERS;
        adders.computeIfAbsent(kind, label -> new LongAdder()).increment();
    }

    /** In the order of their words. */
    List<EventCount> counts() {
        return adders.entrySet().stream()
                .map(entry -> new EventCount(entry.getKey(), entry.getValue().sum()))
                .sorted(Comparator.comparing(EventCount::what))
                .toList();
    }
}
