package threadwall.store.load;

/**
 * What rows cost in this store on this machine, measured on a table that is gone again.
 *
 * @param bytesPerRow of disk, indexes too
 * @param rowsPerSecond at most: a large table takes longer
 */
record Trial(double bytesPerRow, double rowsPerSecond) {}
