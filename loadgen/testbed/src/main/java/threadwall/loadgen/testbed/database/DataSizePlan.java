package threadwall.loadgen.testbed.database;

import java.util.Collections;
import java.util.List;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan.DataSize;

/**
 * How much of the table {@code world} is read, by what of it a PostgreSQL may keep in memory.
 *
 * @param percents of table and index over the memory, a step each
 * @param memoryBytes that PostgreSQL may have, with its page cache
 * @param diskReadsPerSecond that it may have; {@code null} for as many as the disk gives
 */
public record DataSizePlan(List<Integer> percents, long memoryBytes, Integer diskReadsPerSecond) {

    /** Files of PostgreSQL's that are dropped from memory before a step are so large at least: its catalogues are smaller. */
    public static final long LEAST_FILE_BYTES = 1 << 20;

    /** Its first rows, which lie in a few pages: what warms up a server and asks nothing of a disk. */
    public static final String WARM_UP_ROUTE = "/db2?max=1000";

    /**
     * What PostgreSQL's own processes take, and each that serves a connection. By sweeps of kilim at 50 % with PostgreSQL 18.6,
     * bounded by version 1: with 16 MB for 10 connections, 48 MB for 30 (once of twice) or 128 MB for 90 the kernel ended
     * them; with 14 MB for one, 20 MB for 10, 72 MB for 30 and 160 MB for 90 they answered.
     */
    private static final long OWN_BYTES = 12L << 20;

    private static final long BYTES_A_CONNECTION = 2L << 20;

    private static final int PAGE = 8_192;

    /**
     * A row is 36 bytes of a page of 8,168 for rows: a head of 24, two integers and its place in the page's list
     * (PostgreSQL's manual, "Database Page Layout").
     */
    private static final int ROWS_A_PAGE = 226;

    /** Its entry in the index is 20 bytes of nine tenths (the fill factor) of a page. */
    private static final int ENTRIES_A_PAGE = 366;

    /** A page of entries is an entry of 28 bytes at most in the page above, which is filled to 7 tenths at least. */
    private static final double PAGES_ABOVE = 1.0 / 286;

    /** 58.7; {@code data load} of 100 million rows saw 58.7. */
    public static final double BYTES_A_ROW =
            (double) PAGE / ROWS_A_PAGE + (double) PAGE / ENTRIES_A_PAGE * (1 + PAGES_ABOVE);

    /** Those of a table whose file is large enough. */
    private static final long LEAST_ROWS = LEAST_FILE_BYTES / PAGE * ROWS_A_PAGE;

    /** Each alone. */
    public List<DataSizePlan> each() {
        return percents.stream()
                .map(percent -> new DataSizePlan(List.of(percent), memoryBytes, diskReadsPerSecond))
                .toList();
    }

    /** The first of them as a step has it. */
    public DataSize planned() {
        int percent = percents.getFirst();
        return new DataSize(percent, rows(percent), memoryBytes, diskReadsPerSecond);
    }

    public String route() {
        return "/db2?max=" + planned().rows();
    }

    private int rows(int percent) {
        return (int) (memoryBytes / 100.0 * percent / BYTES_A_ROW);
    }

    /** @throws PreconditionException (usage) for less memory than PostgreSQL starts and answers with */
    public void requireRoomFor(int connections) throws PreconditionException {
        long least = OWN_BYTES + connections * BYTES_A_CONNECTION;
        if (memoryBytes < least) {
            throw PreconditionException.usage(
                    "--database-memory %dM: PostgreSQL with %,d connections takes %dM at least (%dM, and %dM for each), or the"
                            + " kernel ends its processes: give it more, or take fewer --db-connections",
                    memoryBytes >> 20, connections, least >> 20, OWN_BYTES >> 20, BYTES_A_CONNECTION >> 20);
        }
    }

    /** @throws PreconditionException (usage) for less data than can be dropped from memory, which a step begins with */
    public void requireEnough() throws PreconditionException {
        int largest = Collections.max(percents); // whose rows the table has in every step
        if (rows(largest) < LEAST_ROWS) {
            throw PreconditionException.usage(
                    "--data-size %d%% of %dM: a table of %,d rows is too small to be dropped from memory, which a step begins"
                            + " with; ask for %.0f%% at least, or give more --database-memory",
                    largest, memoryBytes >> 20, rows(largest), Math.ceil(LEAST_ROWS * BYTES_A_ROW / memoryBytes * 100));
        }
    }

    /** @throws PreconditionException (environment) for more memory than the machine has */
    public void requireWithin(HostLimits host) throws PreconditionException {
        if (host.memoryBytes() != null && memoryBytes > host.memoryBytes()) {
            throw PreconditionException.environment(
                    "--database-memory %,dM is more than the machine has, %,dM; give PostgreSQL less",
                    memoryBytes >> 20, host.memoryBytes() >> 20);
        }
    }

    /** @throws PreconditionException (usage) for sizes that no table can have */
    public DataSizePlan checked() throws PreconditionException {
        for (int percent : percents) {
            if (memoryBytes / 100.0 * percent / BYTES_A_ROW > Integer.MAX_VALUE) {
                throw PreconditionException.usage(
                        "--data-size %d%% of %,d bytes are more rows than an id can number; take less of either",
                        percent, memoryBytes);
            }
        }
        return this;
    }
}
