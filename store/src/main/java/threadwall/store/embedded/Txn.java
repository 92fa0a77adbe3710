package threadwall.store.embedded;

import java.util.Map;

/** A running transaction. It must not be used after its work has returned. */
public interface Txn {

    /** The table's rows in key order; created if missing. Changes are undone if the work throws. */
    <K extends Comparable<K>, V> Map<K, V> open(Table<K, V> table);
}
