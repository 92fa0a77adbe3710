package threadwall.store.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The snapshots of a file: the one that readers get, and earlier ones in which readers still are. */
final class Snapshots {
    /** Null while the file is closed. */
    private volatile Snapshot latest;

    /** For the store's thread. */
    private final List<Snapshot> former = new ArrayList<>();

    /** Shows readers the tables as they are now. For the store's thread, while no transaction is open. */
    void publish(MVStore file, Map<String, MVMap<?, ?>> tables) {
        if (latest != null) {
            former.add(latest);
        }
        latest = new Snapshot(file, tables);
        former.removeIf(snapshot -> {
            boolean unused = !snapshot.isInUse();
            if (unused) {
                snapshot.free(file);
            }
            return unused;
        });
    }

    /**
     * Runs a job on the latest snapshot. Thread-safe.
     *
     * @return whether it ran through; not when the file is closed, or is closed meanwhile
     */
    boolean read(Job<?> job) {
        for (var snapshot = latest; snapshot != null; snapshot = latest) {
            snapshot.enter();
            try {
                if (snapshot == latest) { // else its space may be in use again
                    return job.run(snapshot);
                }
            } finally {
                snapshot.leave();
            }
        }
        return false;
    }

    /** Shows readers nothing, because the file is closed. For the store's thread. */
    void forget() {
        latest = null;
        former.clear();
    }

    /** Frees all before the file is closed, when there are no readers any more. For the store's thread. */
    void free(MVStore file) {
        former.add(latest);
        latest = null;
        former.forEach(snapshot -> snapshot.free(file));
    }
}
