package threadwall.taskprograms.hashmap;

import java.util.HashMap;

/** The work of a task: fills a map, reads it back by key, and returns the unsigned sum of what it found. */
@FunctionalInterface
interface MapWork {

    long sum(int task);

    /** The score is an unsigned 64-bit number. */
    record Item(long id, long score) {}

    record NamedItem(String name, long score) {}

    /** With 64-bit keys, as in the other languages. All items are read back when the map is full. */
    static long numberKeys(int task, int entries) {
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

    /**
     * With strings, which the items have, too. Each item is read back as soon as it is put, as in curvednebula's
     * go-rust-perf-tests of 2025.
     */
    static long stringKeys(int task, int entries) {
        var items = new HashMap<String, NamedItem>();
        long sum = 0;
        for (long i = 0; i < entries; i++) {
            var name = Long.toString(i);
            items.put(name, new NamedItem(name, task * 31L + i));
            var item = items.get(name);
            if (item != null && item.name().equals(name)) {
                sum += i ^ item.score();
            }
        }
        return sum;
    }
}
