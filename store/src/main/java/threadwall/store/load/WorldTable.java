package threadwall.store.load;

import java.util.Optional;
import java.util.OptionalLong;
import threadwall.store.StoreUnavailableException;

/**
 * The table {@code world} of a store, as who loads it sees it. All of it blocks, and throws {@link
 * StoreUnavailableException} when the store does not do what is asked.
 */
interface WorldTable extends AutoCloseable {

    /**
     * Bytes on disk.
     *
     * @param index {@code null} where it is a part of the table
     */
    record Size(long table, Long index) {}

    /** What keeps it, with its version. */
    String engine();

    /** Reads all of it; empty when there is no such table. */
    Optional<TableContents> read();

    Size size();

    /** How many users the store has; empty when it has no table of them. */
    OptionalLong users();

    /** Empty where the disk is not this machine's, or not to be seen. */
    Optional<DiskSpace> room();

    /** Writes so many rows where they are gone again, as {@link #append} would, and changes nothing. */
    RowCost trial(int rows);

    /** Before a load reads where to go on: keeps others off until this is closed. */
    void lock();

    /** Makes the table where there is none. */
    void begin();

    /** Adds rows of {@link RandomNumbers}. When it returns they are on disk; when it is cut off, none is without those below it. */
    void append(int first, int last);

    /** After the last rows: does what the store would else do beside those who read. */
    void settle();

    /** Removes the table, and that of the users. */
    void drop();

    @Override
    void close();
}
