package threadwall.store;

import java.util.Map;

/** A transaction under way. It belongs to the work it was given to and is of no use after that. */
public interface Txn {

    /** The table's rows in key order, made when missing. What is changed is undone if the work throws. */
    <K extends Comparable<K>, V> Map<K, V> open(Table<K, V> table);
}
