package threadwall.loadgen.testbed.database;

import tools.jackson.databind.JsonNode;

/**
 * The estimate for a load.
 *
 * @param rows that the table will have
 * @param present rows that it has already
 * @param bytes of disk that the missing rows need, extrapolated from a trial
 * @param seconds that loading them takes at the trial's rate
 * @param freeBytes of the store's disk; {@code null} where it cannot be seen from here
 */
public record DataLoadPlan(
        int rows, int present, long bytes, double seconds, double bytesPerRow, double rowsPerSecond, Long freeBytes) {

    /** Parses the output of the store's program. */
    static DataLoadPlan of(JsonNode json) {
        return new DataLoadPlan(
                json.path("rows").asInt(),
                json.path("present").asInt(),
                json.path("bytes").asLong(),
                json.path("seconds").asDouble(),
                json.path("bytesPerRow").asDouble(),
                json.path("rowsPerSecond").asDouble(),
                json.path("freeBytes").isNull() ? null : json.path("freeBytes").asLong());
    }

    /** One line. */
    public String text() {
        return ("table world has %,d of %,d rows; the others take %,.1f MB and about %,.0f s (%.1f bytes per row, %,.0f"
                        + " rows/s in a trial); %s")
                .formatted(
                        present,
                        rows,
                        bytes / 1e6,
                        Math.ceil(seconds),
                        bytesPerRow,
                        rowsPerSecond,
                        freeBytes == null
                                ? "the free space there is unknown"
                                : "%,.1f GB are free".formatted(freeBytes / 1e9));
    }
}
