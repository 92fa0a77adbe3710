package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;

/**
 * What a store holds and, after {@code ./threadwall data load}, how the load went. {@code data info --json} prints it
 * too.
 *
 * @param at when the command ran
 * @param store {@code postgres} or {@code embedded}
 * @param engine the database engine, with its version
 * @param world {@code null} if there is no such table
 * @param users rows of the table {@code users}; {@code null} if there is no such table
 * @param loading {@code null} if no row was missing, and for {@code data info}
 * @param failure how the data read back differs from the data written; {@code null} if it does not
 */
public record DataRecord(
        int schema, Instant at, String store, String engine, World world, Long users, Loading loading, String failure)
        implements RecordLine {

    /**
     * The table {@code world}, read in full.
     *
     * @param lowestId {@code null} for an empty table, like {@code highestId}
     * @param sum of all random numbers
     * @param asLoaded whether its rows are exactly those that a load writes, from id 1 up to some id
     * @param tableBytes on disk; for the embedded store the size of its whole file
     * @param indexBytes of its index; {@code null} if the index has no file of its own
     */
    public record World(
            long rows,
            Integer lowestId,
            Integer highestId,
            long sum,
            boolean asLoaded,
            long tableBytes,
            Long indexBytes) {

        /** Disk bytes per row, with the index; {@code null} for an empty table. */
        @JsonIgnore
        public Double bytesPerRow() {
            return rows == 0 ? null : Double.valueOf((tableBytes + (indexBytes == null ? 0.0 : indexBytes)) / rows);
        }
    }

    /**
     * A load.
     *
     * @param asked rows that the table was to have
     * @param present rows that it already had
     * @param seconds from the first missing row to the last commit
     * @param trialBytesPerRow predicted by a trial before the load, like {@code trialRowsPerSecond}
     */
    public record Loading(int asked, int present, double seconds, double trialBytesPerRow, double trialRowsPerSecond) {

        /** Rows written per second. */
        @JsonIgnore
        public double rowsPerSecond() {
            return (asked - present) / seconds;
        }
    }
}
