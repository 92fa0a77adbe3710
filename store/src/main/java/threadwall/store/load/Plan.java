package threadwall.store.load;

import java.util.Optional;

/**
 * A load on paper.
 *
 * @param rows that the table is to have
 * @param present that it has
 * @param room empty where the store's disk is not this machine's, or not to be seen
 */
record Plan(int rows, int present, Trial trial, Optional<Room> room) {

    /** Bytes that the missing rows take. */
    long bytes() {
        return Math.round((rows - present) * trial.bytesPerRow());
    }

    /** Seconds that they take at the rate of the trial. */
    double seconds() {
        return (rows - present) / trial.rowsPerSecond();
    }

    /** Why it cannot be done here, in one line with the figures and the next step; empty when it can. */
    Optional<String> obstacle() {
        return room.filter(disk -> bytes() + disk.workBytes() > disk.freeBytes())
                .map(this::obstacle);
    }

    private String obstacle(Room disk) {
        long fit = present + (long) Math.max(0, (disk.freeBytes() - disk.workBytes()) / trial.bytesPerRow());
        return ("%,d more rows take %.1f GB and %.1f GB meanwhile (%.1f bytes a row, measured), and %.1f GB are free; they would"
                        + " take %.0f s at %,.0f rows/s. %s")
                .formatted(
                        rows - present,
                        bytes() / 1e9,
                        disk.workBytes() / 1e9,
                        trial.bytesPerRow(),
                        disk.freeBytes() / 1e9,
                        seconds(),
                        trial.rowsPerSecond(),
                        fit > present
                                ? "--rows %d fit; for more free some, or take a larger disk".formatted(fit)
                                : "Free some, or take another disk");
    }
}
