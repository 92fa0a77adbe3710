package threadwall.kilim.connection;

import java.util.ArrayDeque;

/**
 * Things that are lent for a short time. It keeps what was needed lately and no more: {@link #trim} leaves to the collector
 * what lay there all the time since the last one. Those given back last are lent first, while they are in the processor's
 * cache. For one thread.
 */
final class ObjectPool<T> {
    private final ArrayDeque<T> free = new ArrayDeque<>();

    /** The fewest that were free since the last {@link #trim}: nobody has needed these. */
    private int spare;

    /** Null when there is none. */
    T lend() {
        var thing = free.pollFirst();
        spare = Math.min(spare, free.size());
        return thing;
    }

    void giveBack(T thing) {
        free.addFirst(thing);
    }

    int size() {
        return free.size();
    }

    void trim() {
        for (; spare > 0; spare--) {
            free.pollLast();
        }
        spare = free.size();
    }
}
