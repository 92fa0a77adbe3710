package threadwall.loadgen.testbed.database;

import java.util.Collections;
import java.util.List;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan.DataSize;

/**
 * How much of the table {@code world} is read, relative to the memory that PostgreSQL may use.
 *
 * @param percents size of table and index in percent of the memory; one step for each
 * @param memoryBytes of PostgreSQL, including its page cache
 * @param sharedBuffersBytes of PostgreSQL's own cache ({@code shared_buffers}), a part of that memory; whole megabytes
 * @param diskReadsPerSecond limit of disk reads; {@code null} for none
 */
public record DataSizePlan(
        List<Integer> percents, long memoryBytes, long sharedBuffersBytes, Integer diskReadsPerSecond) {

    /**
     * Minimum size of the PostgreSQL files that are dropped from the page cache before a step; its catalogues are
     * smaller.
     */
    public static final long LEAST_FILE_BYTES = 1 << 20;

    /** The first rows, which occupy a few pages: this warms up a server without disk reads. */
    public static final String WARM_UP_ROUTE = "/db2?max=1000";

    /**
     * Memory of PostgreSQL's own processes without {@code shared_buffers}, and of each that serves a connection. Measured by
     * sweeps of kilim at 50 % with PostgreSQL 18.6 in cgroup version 1: with 16 MB for 10 connections, 48 MB for 30 (one of
     * two runs) or 128 MB for 90 the OOM killer ended them; with 14 MB for one, 20 MB for 10, 72 MB for 30 and 160 MB for 90
     * they answered. At that time {@code shared_buffers} were outside of the limit.
     */
    private static final long OWN_BYTES = 12L << 20;

    private static final long BYTES_PER_CONNECTION = 2L << 20;

    private static final int PAGE_BYTES = 8_192;

    /**
     * A row takes 36 of the 8,168 usable bytes of a page: a header of 24, two integers and a line pointer (PostgreSQL's
     * manual, "Database Page Layout").
     */
    private static final int ROWS_PER_PAGE = 226;

    /** An index entry takes 20 bytes, and pages are filled to 90 % (the fill factor). */
    private static final int ENTRIES_PER_PAGE = 366;

    /** An inner index page has an entry of at most 28 bytes per leaf page, and is at least 70 % full. */
    private static final double INNER_PAGES_PER_LEAF = 1.0 / 286;

    /** 58.7, which {@code data load} of 100 million rows confirmed. */
    public static final double BYTES_PER_ROW =
            (double) PAGE_BYTES / ROWS_PER_PAGE + (double) PAGE_BYTES / ENTRIES_PER_PAGE * (1 + INNER_PAGES_PER_LEAF);

    /** Rows of the smallest table that can be dropped from the page cache. */
    private static final long MIN_ROWS = LEAST_FILE_BYTES / PAGE_BYTES * ROWS_PER_PAGE;

    /** One plan for each percentage. */
    public List<DataSizePlan> each() {
        return percents.stream()
                .map(percent -> new DataSizePlan(List.of(percent), memoryBytes, sharedBuffersBytes, diskReadsPerSecond))
                .toList();
    }

    /** The first percentage as a step has it. */
    public DataSize planned() {
        int percent = percents.getFirst();
        return new DataSize(percent, rows(percent), memoryBytes, sharedBuffersBytes, diskReadsPerSecond);
    }

    public String route() {
        return "/db2?max=" + planned().rows();
    }

    private int rows(int percent) {
        return (int) (memoryBytes / 100.0 * percent / BYTES_PER_ROW);
    }

    /** @throws PreconditionException (usage) for less memory than PostgreSQL needs */
    public void requireRoomFor(int connections) throws PreconditionException {
        long own = OWN_BYTES + sharedBuffersBytes;
        long minimum = own + connections * BYTES_PER_CONNECTION;
        if (memoryBytes < minimum) {
            throw PreconditionException.usage(
                    "--database-memory %dM: PostgreSQL with %,d connection%s needs at least %dM: %dM for itself and"
                            + " %dM per connection. With less, the OOM killer ends it. Raise --database-memory, or"
                            + " lower --db-connections or --shared-buffers",
                    memoryBytes >> 20,
                    connections,
                    connections == 1 ? "" : "s",
                    minimum >> 20,
                    own >> 20,
                    BYTES_PER_CONNECTION >> 20);
        }
    }

    /**
     * @throws PreconditionException (usage) for less data than can be dropped from memory, which a step begins with
     */
    public void requireEnough() throws PreconditionException {
        int largest = Collections.max(percents); // the table has its rows in every step
        if (rows(largest) < MIN_ROWS) {
            throw PreconditionException.usage(
                    "--data-size %d%% of %dM: a table of %,d rows is too small to be dropped from the page cache before each step;"
                            + " ask for at least %.0f%%, or raise --database-memory",
                    largest, memoryBytes >> 20, rows(largest), Math.ceil(MIN_ROWS * BYTES_PER_ROW / memoryBytes * 100));
        }
    }

    /** @throws PreconditionException (environment) for more memory than the machine has */
    public void requireWithin(HostLimits host) throws PreconditionException {
        if (host.memoryBytes() != null && memoryBytes > host.memoryBytes()) {
            throw PreconditionException.environment(
                    "--database-memory %,dM is more than the machine's %,dM; lower it",
                    memoryBytes >> 20, host.memoryBytes() >> 20);
        }
    }

    /** @throws PreconditionException (usage) for more rows than a table can have */
    public DataSizePlan checked() throws PreconditionException {
        for (int percent : percents) {
            if (memoryBytes / 100.0 * percent / BYTES_PER_ROW > Integer.MAX_VALUE) {
                throw PreconditionException.usage(
                        "--data-size %d%% of %,d bytes has more rows than a 32-bit id can number; lower --data-size or --database-memory",
                        percent, memoryBytes);
            }
        }
        return this;
    }
}
