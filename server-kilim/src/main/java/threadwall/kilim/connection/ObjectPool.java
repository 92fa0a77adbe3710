package threadwall.kilim.connection;

import java.util.ArrayDeque;

/**
 * A pool of reusable objects, last in, first out, so that those still in the CPU's cache are reused first. {@link
 * #trim} drops the objects that were never lent since the last trim, so the pool follows the load. Not thread-safe.
 */
final class ObjectPool<T> {
    private final ArrayDeque<T> free = new ArrayDeque<>();

    /** The fewest objects that were free since the last {@link #trim}: these were not needed. */
    private int spare;

    /** Null if the pool is empty. */
    T lend() {
        var thing = free.pollFirst();
        spare = Math.min(spare, free.size());
        return thing;
    }

    void giveBack(T thing) {
        free.addFirst(thing);
    }

    void trim() {
        for (; spare > 0; spare--) {
            free.pollLast();
        }
        spare = free.size();
    }
}
