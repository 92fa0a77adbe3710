package threadwall.runtimes.hashmap;

import java.util.HashMap;

/** What a task does. */
final class MapWork {
    /** A small struct. The score is an unsigned number of 64 bits. */
    private record Item(long id, long score) {}

    private MapWork() {}

    /**
     * Fills a map, whose keys have 64 bits as in the other languages, reads it back by key, and returns the sum, unsigned, of
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
