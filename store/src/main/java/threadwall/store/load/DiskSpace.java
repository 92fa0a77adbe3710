package threadwall.store.load;

/**
 * The disk of a store.
 *
 * @param freeBytes that can still be written
 * @param logBytes the most that the store keeps of its log; 0 where it has none
 */
record DiskSpace(long freeBytes, long logBytes) {}
