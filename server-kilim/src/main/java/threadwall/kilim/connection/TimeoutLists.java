package threadwall.kilim.connection;

import java.util.Arrays;
import java.util.function.Consumer;
import threadwall.kilim.connection.ConnectionLimits.Timeouts;

/**
 * The connections of one loop, each in the list of the timeout that runs for it. All in a list have the same time, so the
 * first that entered is the first that is overdue. Nothing ever looks at the others.
 *
 * <p>A list is linked by numbers of slots: each request moves its connection once or twice, and references between old
 * objects would each time be work for the garbage collector. Not thread-safe.
 */
final class TimeoutLists {
    private static final TimeoutKind[] KINDS = TimeoutKind.values();

    /** The list of the slots without a connection. Its number, like that of each {@link TimeoutKind}, is its head's slot. */
    private static final int FREE = KINDS.length;

    private static final int HEADS = FREE + 1;
    private static final int INITIAL = 64;

    /** By kind. */
    private final int[] millis;

    // by slot
    private Connection[] connections = new Connection[0];
    private int[] next = new int[0];
    private int[] previous = next;
    private int[] since = next;

    TimeoutLists(Timeouts timeouts) {
        millis = new int[FREE];
        for (var kind : KINDS) {
            millis[kind.ordinal()] = kind.millis(timeouts);
        }
        grow(INITIAL);
    }

    /** Returns the connection's slot. It is in the list NONE. */
    int add(Connection connection) {
        if (previous[FREE] == FREE) {
            grow(2 * connections.length);
        }
        int slot = previous[FREE]; // the last that was freed
        connections[slot] = connection;
        unlink(slot);
        append(slot, TimeoutKind.NONE.ordinal());
        return slot;
    }

    /** Starts that timeout for the connection in that slot, instead of the one that runs. */
    void start(TimeoutKind kind, int slot, int now) {
        unlink(slot);
        append(slot, kind.ordinal());
        since[slot] = now;
    }

    void remove(int slot) {
        connections[slot] = null;
        unlink(slot);
        append(slot, FREE);
    }

    /** A connection whose time is over; null if there is none. */
    Connection overdue(int now) {
        for (int list = 0; list < TimeoutKind.NONE.ordinal(); list++) {
            var first = first(list, now, millis[list]);
            if (first != null) {
                return first;
            }
        }
        return null;
    }

    /** The connection that has been in that list longest, if that is at least so many milliseconds; else null. */
    Connection first(TimeoutKind kind, int now, int millis) {
        return first(kind.ordinal(), now, millis);
    }

    private Connection first(int list, int now, int millis) {
        int first = next[list]; // its own head, in whose slot there is no connection, if it is empty
        return now - since[first] >= millis ? connections[first] : null;
    }

    /** Calls the action for all connections. It may start timeouts and remove connections, but not add any. */
    void forEach(Consumer<Connection> action) {
        for (int slot = HEADS; slot < connections.length; slot++) {
            if (connections[slot] != null) {
                action.accept(connections[slot]);
            }
        }
    }

    private void unlink(int slot) {
        next[previous[slot]] = next[slot];
        previous[next[slot]] = previous[slot];
    }

    private void append(int slot, int list) {
        int last = previous[list];
        previous[slot] = last;
        next[slot] = list;
        next[last] = slot;
        previous[list] = slot;
    }

    /** Changes nothing if there is no memory. */
    private void grow(int length) {
        var moreConnections = Arrays.copyOf(connections, length);
        var moreNext = Arrays.copyOf(next, length);
        var morePrevious = Arrays.copyOf(previous, length);
        var moreSince = Arrays.copyOf(since, length);
        int old = connections.length;
        connections = moreConnections;
        next = moreNext;
        previous = morePrevious;
        since = moreSince;
        for (int slot = old; slot < length; slot++) {
            next[slot] = slot;
            previous[slot] = slot;
            if (slot >= HEADS) {
                append(slot, FREE);
            }
        }
    }
}
