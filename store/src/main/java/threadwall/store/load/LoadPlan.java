package threadwall.store.load;

import java.util.Optional;

/**
 * What a load will need.
 *
 * @param rows that the table shall have
 * @param present that it has
 * @param room empty if the store's disk is on another machine or not visible
 */
record LoadPlan(int rows, int present, RowCost trial, Optional<DiskSpace> room) {

    /** Bytes needed by the missing rows. */
    long bytes() {
        return Math.round((rows - present) * trial.bytesPerRow());
    }

    /** Seconds needed for them, at the rate of the trial. */
    double seconds() {
        return (rows - present) / trial.rowsPerSecond();
    }

    /** Bytes of log in addition: written once with the rows, and once more when their pages are frozen. */
    private long log(DiskSpace disk) {
        return Math.min(disk.logBytes(), Math.round((rows - present) * logBytesPerRow()));
    }

    private double logBytesPerRow() {
        return trial.logBytesPerRow() + trial.bytesPerRow();
    }

    /** How many more rows fit: assuming all the log that is ever kept, or only what these rows write. */
    private long fit(DiskSpace disk) {
        double withAll = (disk.freeBytes() - disk.logBytes()) / trial.bytesPerRow();
        double withTheirs = disk.freeBytes() / (trial.bytesPerRow() + logBytesPerRow());
        return (long) Math.max(0, Math.max(withAll, withTheirs));
    }

    /** Why the load is impossible here, in one line with figures and the next step; empty if it is possible. */
    Optional<String> obstacle() {
        return room.filter(disk -> bytes() + log(disk) > disk.freeBytes()).map(this::obstacle);
    }

    private String obstacle(DiskSpace disk) {
        long fit = fit(disk);
        return ("%,d more rows need %.1f GB, and %.1f GB of log meanwhile (measured: %.1f bytes per row), but %.1f GB"
                        + " are free; the load would take %.0f s at %,.0f rows/s. %s")
                .formatted(
                        rows - present,
                        bytes() / 1e9,
                        log(disk) / 1e9,
                        trial.bytesPerRow(),
                        disk.freeBytes() / 1e9,
                        seconds(),
                        trial.rowsPerSecond(),
                        fit > 0
                                ? "--rows %d fits; for more, free disk space or use a larger disk"
                                        .formatted(present + fit)
                                : "Free disk space, or use another disk");
    }
}
