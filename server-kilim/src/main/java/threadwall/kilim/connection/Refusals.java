package threadwall.kilim.connection;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;
import threadwall.kilim.http.HttpStatus;

/** Counts what the server refused or ended by itself, by reason. Thread-safe. */
public final class Refusals {
    private static final HttpStatus[] STATUSES = HttpStatus.values();

    private final LongAdder[] answered = new LongAdder[STATUSES.length];
    private final LongAdder idle = new LongAdder();
    private final LongAdder unread = new LongAdder();

    public Refusals() {
        for (int i = 0; i < answered.length; i++) {
            answered[i] = new LongAdder();
        }
    }

    /** A request was refused with that status before a route saw it. */
    void answered(HttpStatus status) {
        answered[status.ordinal()].increment();
    }

    /** An idle connection made room for another. */
    void evicted() {
        idle.increment();
    }

    /** A response that was not read took more than --max-memory allows. */
    void unread() {
        unread.increment();
    }

    /** Calls it with each reason and its number. */
    public void forEach(ObjLongConsumer<String> action) {
        for (var status : STATUSES) {
            long count = answered[status.ordinal()].sum();
            if (count > 0) {
                action.accept(Integer.toString(status.code), count);
            }
        }
        action.accept("idle", idle.sum());
        action.accept("unread", unread.sum());
    }
}
