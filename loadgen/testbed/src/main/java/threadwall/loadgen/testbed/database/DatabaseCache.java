package threadwall.loadgen.testbed.database;

import java.io.IOException;
import threadwall.loadgen.testbed.StepFailedException;

/** The data of a PostgreSQL whose memory is bounded, between that memory and the disk. */
public interface DatabaseCache {

    /**
     * What was read so far.
     *
     * @param askedBytes by the database's processes of the kernel
     * @param diskBytes of these, from the disk
     * @param diskReads requests that the disk answered, others' included; {@code null} where the data are on no one disk
     * @param refaults pages that were read again since they had been given up for others
     */
    record Counters(long askedBytes, long diskBytes, Long diskReads, long refaults) {

        public Counters since(Counters earlier) {
            return new Counters(
                    askedBytes - earlier.askedBytes,
                    diskBytes - earlier.diskBytes,
                    diskReads == null || earlier.diskReads == null ? null : diskReads - earlier.diskReads,
                    refaults - earlier.refaults);
        }
    }

    /** Table and index of the first rows, in bytes: their share of all that there are. */
    long bytes(int rows);

    /** Leaves nothing of the data in the page cache; PostgreSQL's own buffers stay. */
    void drop() throws IOException, InterruptedException;

    /**
     * Reads the first rows once, in the order of their ids.
     *
     * @return seconds that it took
     * @throws StepFailedException when the database does not do it, or has other rows
     */
    double scan(int rows) throws StepFailedException, IOException, InterruptedException;

    Counters counters() throws IOException;
}
