package threadwall.store.embedded;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.value.VersionedValue;

/**
 * All tables as they were after a sync. It never changes, and any thread may read it without waiting for the store's
 * thread. While it is in use, MVStore does not reuse the space of its pages in the file.
 */
final class Snapshot implements Txn {
    private final Map<String, MVMap<?, ?>> tables = new HashMap<>();
    private final MVStore.TxCounter usage;
    private final AtomicInteger readers = new AtomicInteger();

    /**
     * Takes a snapshot, while no transaction is open.
     *
     * @param tables of the file, by name
     */
    Snapshot(MVStore file, Map<String, MVMap<?, ?>> tables) {
        usage = file.registerVersionUsage();
        tables.forEach((name, table) -> this.tables.put(name, table.openVersion(file.getCurrentVersion())));
    }

    /** Called before reading; {@link #leave} follows. */
    void enter() {
        readers.incrementAndGet();
    }

    void leave() {
        readers.decrementAndGet();
    }

    /** Whether somebody reads it. Once a newer one has replaced it, an unused one stays unused. */
    boolean isInUse() {
        return readers.get() > 0;
    }

    /** Lets MVStore reuse the space; for the store's thread. */
    void free(MVStore file) {
        file.deregisterVersionUsage(usage);
    }

    @Override
    @SuppressWarnings("unchecked") // a table has the types that were stored in it
    public <K extends Comparable<K>, V> Map<K, V> open(Table<K, V> table) {
        var rows = (MVMap<K, VersionedValue<V>>) tables.get(table.name());
        return rows == null ? Map.of() : new Rows<>(rows);
    }

    /** The rows of a table. MVStore keeps each with its versions, of which only the committed one is left. */
    private static final class Rows<K, V> extends AbstractMap<K, V> {
        private final MVMap<K, VersionedValue<V>> rows;

        Rows(MVMap<K, VersionedValue<V>> rows) {
            this.rows = rows;
        }

        @Override
        public V get(Object key) {
            var row = rows.get(key);
            return row == null ? null : row.getCommittedValue();
        }

        @Override
        public boolean containsKey(Object key) {
            return get(key) != null;
        }

        @Override
        public Set<Entry<K, V>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Entry<K, V>> iterator() {
                    var cursor = rows.cursor(null);
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            return cursor.hasNext();
                        }

                        @Override
                        public Entry<K, V> next() {
                            var key = cursor.next();
                            return Map.entry(key, cursor.getValue().getCommittedValue());
                        }
                    };
                }

                @Override
                public int size() {
                    return rows.size();
                }
            };
        }
    }
}
