package threadwall.store.load;

/**
 * What a row costs in this store on this machine, measured on a temporary table.
 *
 * @param bytesPerRow on disk, including indexes
 * @param logBytesPerRow of write-ahead log, if there is one
 * @param rowsPerSecond for a small table; a large one is slower
 */
record RowCost(double bytesPerRow, double logBytesPerRow, double rowsPerSecond) {}
