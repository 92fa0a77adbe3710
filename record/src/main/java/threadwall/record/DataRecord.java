package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;

/**
 * What a store holds and, after {@code ./threadwall data load}, how it came there; {@code data info --json} prints it, too.
 *
 * @param at when it was asked for
 * @param store {@code postgres} or {@code embedded}
 * @param engine what keeps it, with its version
 * @param world {@code null} where there is no such table
 * @param users rows of the table {@code users}; {@code null} where there is no such table
 * @param loading {@code null} where nothing was missing, and where nothing was to be loaded
 * @param failure how what was read back is not what was written; {@code null} when it is
 */
public record DataRecord(
        int schema, Instant at, String store, String engine, World world, Long users, Loading loading, String failure)
        implements RecordLine {

    /**
     * The table {@code world}, all of which was read.
     *
     * @param lowestId {@code null} when it has no row, and so is {@code highestId}
     * @param sum of all random numbers
     * @param asLoaded whether its rows are those that a load makes, from 1 to some id
     * @param tableBytes on disk; of the embedded store its whole file
     * @param indexBytes of its index; {@code null} where that is no file of its own
     */
    public record World(
            long rows,
            Integer lowestId,
            Integer highestId,
            long sum,
            boolean asLoaded,
            long tableBytes,
            Long indexBytes) {

        /** Of disk for each row, the index too; {@code null} when there is none. */
        @JsonIgnore
        public Double bytesPerRow() {
            return rows == 0 ? null : Double.valueOf((tableBytes + (indexBytes == null ? 0.0 : indexBytes)) / rows);
        }
    }

    /**
     * A load.
     *
     * @param asked rows that the table was to have
     * @param present rows that it had
     * @param seconds from the first row that was missing to the last commit
     * @param trialBytesPerRow what a trial foretold before it, and so does {@code trialRowsPerSecond}
     */
    public record Loading(int asked, int present, double seconds, double trialBytesPerRow, double trialRowsPerSecond) {

        /** Rows written a second. */
        @JsonIgnore
        public double rowsPerSecond() {
            return (asked - present) / seconds;
        }
    }
}
