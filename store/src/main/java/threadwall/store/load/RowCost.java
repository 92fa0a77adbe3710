package threadwall.store.load;

/**
 * What rows cost in this store on this machine, measured on a table that is gone again.
 *
 * @param bytesPerRow of disk, indexes too
 * @param logBytesPerRow of a log that is written before them, if there is one
 * @param rowsPerSecond of a small table: a large one takes longer
 */
record RowCost(double bytesPerRow, double logBytesPerRow, double rowsPerSecond) {}
