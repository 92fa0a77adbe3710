package threadwall.loadgen.testbed.database;

import tools.jackson.databind.JsonNode;

/**
 * A load on paper.
 *
 * @param rows that the table is to have
 * @param present that it has
 * @param bytes of disk that the others take, as a trial foretells
 * @param seconds that they take at the trial's rate
 * @param freeBytes of the store's disk; {@code null} where it is not seen from here
 */
public record DataLoadPlan(
        int rows, int present, long bytes, double seconds, double bytesPerRow, double rowsPerSecond, Long freeBytes) {

    /** As the program of the store says it. */
    static DataLoadPlan of(JsonNode said) {
        return new DataLoadPlan(
                said.path("rows").asInt(),
                said.path("present").asInt(),
                said.path("bytes").asLong(),
                said.path("seconds").asDouble(),
                said.path("bytesPerRow").asDouble(),
                said.path("rowsPerSecond").asDouble(),
                said.path("freeBytes").isNull() ? null : said.path("freeBytes").asLong());
    }

    /** One line. */
    public String text() {
        return "world has %,d of %,d rows; the others take %,.1f MB and about %,.0f s (%.1f bytes a row, %,.0f rows/s in a trial); %s"
                .formatted(
                        present,
                        rows,
                        bytes / 1e6,
                        Math.ceil(seconds),
                        bytesPerRow,
                        rowsPerSecond,
                        freeBytes == null
                                ? "how much is free there is not to be seen"
                                : "%,.1f GB are free".formatted(freeBytes / 1e9));
    }
}
