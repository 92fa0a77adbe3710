package threadwall.store.embedded;

/**
 * A table's name and the types of its rows.
 *
 * @param <K> of its keys: Integer, Long or String
 * @param <V> of its values: a boxed primitive, String, byte[], or an Object[] of such fields
 */
public record Table<K extends Comparable<K>, V>(String name) {}
