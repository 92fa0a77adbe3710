package threadwall.store.load;

import java.util.Optional;
import java.util.OptionalLong;
import threadwall.store.StoreUnavailableException;

/**
 * The table {@code world} of a store, as the loader needs it. All methods block, and throw {@link
 * StoreUnavailableException} when the store fails.
 */
interface WorldTable extends AutoCloseable {

    /**
     * Bytes on disk.
     *
     * @param index {@code null} if it is part of the table
     */
    record Size(long table, Long index) {}

    /** Name and version of the store's engine. */
    String engine();

    /** Reads all rows; empty if there is no such table. */
    Optional<TableContents> read();

    Size size();

    /** The number of users; empty if there is no table of users. */
    OptionalLong users();

    /** Empty if the disk is on another machine or not visible. */
    Optional<DiskSpace> room();

    /** Measures what rows cost by writing that many to a temporary table, as {@link #append} would. */
    RowCost trial(int rows);

    /** Keeps other loads out until this is closed. Called before a load decides where to continue. */
    void lock();

    /** Creates the table if it is missing. */
    void begin();

    /**
     * Appends rows of {@link RandomNumbers}. They are on disk when it returns. If it is interrupted, no row exists
     * without all rows below it.
     */
    void append(int first, int last);

    /** Called after the last row: does maintenance that the store would otherwise do while rows are read. */
    void settle();

    /** Deletes the table and the users. */
    void drop();

    @Override
    void close();
}
