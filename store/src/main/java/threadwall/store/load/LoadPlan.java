package threadwall.store.load;

import java.util.Optional;

/**
 * A load on paper.
 *
 * @param rows that the table is to have
 * @param present that it has
 * @param room empty where the store's disk is not this machine's, or not to be seen
 */
record LoadPlan(int rows, int present, RowCost trial, Optional<DiskSpace> room) {

    /** Bytes that the missing rows take. */
    long bytes() {
        return Math.round((rows - present) * trial.bytesPerRow());
    }

    /** Seconds that they take at the rate of the trial. */
    double seconds() {
        return (rows - present) / trial.rowsPerSecond();
    }

    /** Bytes of log beside them: once as they are written, and once more when their pages are settled. */
    private long log(DiskSpace disk) {
        return Math.min(disk.logBytes(), Math.round((rows - present) * logBytesPerRow()));
    }

    private double logBytesPerRow() {
        return trial.logBytesPerRow() + trial.bytesPerRow();
    }

    /** How many more rows the disk holds: with all the log that is kept, or with what so many write. */
    private long fit(DiskSpace disk) {
        double withAll = (disk.freeBytes() - disk.logBytes()) / trial.bytesPerRow();
        double withTheirs = disk.freeBytes() / (trial.bytesPerRow() + logBytesPerRow());
        return (long) Math.max(0, Math.max(withAll, withTheirs));
    }

    /** Why it cannot be done here, in one line with the figures and the next step; empty when it can. */
    Optional<String> obstacle() {
        return room.filter(disk -> bytes() + log(disk) > disk.freeBytes()).map(this::obstacle);
    }

    private String obstacle(DiskSpace disk) {
        long fit = fit(disk);
        return ("%,d more rows take %.1f GB and %.1f GB of log meanwhile (%.1f bytes a row, measured), and %.1f GB are free; they"
                        + " would take %.0f s at %,.0f rows/s. %s")
                .formatted(
                        rows - present,
                        bytes() / 1e9,
                        log(disk) / 1e9,
                        trial.bytesPerRow(),
                        disk.freeBytes() / 1e9,
                        seconds(),
                        trial.rowsPerSecond(),
                        fit > 0
                                ? "--rows %d fit; for more free some, or take a larger disk".formatted(present + fit)
                                : "Free some, or take another disk");
    }
}
