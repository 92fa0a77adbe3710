package threadwall.store.load;

/**
 * The disk of a store.
 *
 * @param freeBytes that can still be written
 * @param workBytes that the store takes for a while beside its tables, a write-ahead log for one
 */
record Room(long freeBytes, long workBytes) {}
