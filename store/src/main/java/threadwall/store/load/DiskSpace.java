package threadwall.store.load;

/**
 * The disk of a store.
 *
 * @param freeBytes available for writing
 * @param logBytes the most log that the store keeps; 0 if it has none
 */
record DiskSpace(long freeBytes, long logBytes) {}
