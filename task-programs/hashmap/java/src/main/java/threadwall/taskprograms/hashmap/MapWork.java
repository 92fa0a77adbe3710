package threadwall.taskprograms.hashmap;

import java.util.HashMap;

/** The work of a task. */
final class MapWork {
    /** The score is an unsigned 64-bit number. */
    private record Item(long id, long score) {}

    private MapWork() {}

    /**
     * Fills a map with 64-bit keys, as in the other languages, reads it back by key, and returns the unsigned sum of
     * what it found.
     */
    static long sum(int task, int entries) {
        var items = new HashMap<Long, Item>();
        for (long i = 0; i < entries; i++) {
            items.put(i, new Item(i, task * 31L + i));
        }
        long sum = 0;
        for (long i = 0; i < entries; i++) {
            var item = items.get(i);
            sum += item.id() ^ item.score();
        }
        return sum;
    }
}
