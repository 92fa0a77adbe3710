package threadwall.store.load;

/**
 * What rows cost in this store on this machine, measured on a table that is gone again.
 *
 * @param bytesPerRow of disk, indexes too
 * @param rowsPerSecond of a small table: a large one takes longer
 */
record Trial(double bytesPerRow, double rowsPerSecond) {}
