package threadwall.store.load;

import java.util.stream.IntStream;

/**
 * A summary of a table, to compare what it holds with what it should hold.
 *
 * @param lowest the first id; like {@code highest}, {@code null} if there is no row
 * @param sum of all random numbers
 */
record TableContents(long rows, Integer lowest, Integer highest, long sum) {

    static final TableContents NONE = new TableContents(0, null, null, 0);

    /** The summary of rows 1 to {@code rows} with the numbers of {@link RandomNumbers}. */
    static TableContents drawn(int rows) {
        long sum = IntStream.rangeClosed(1, rows).mapToLong(RandomNumbers::of).sum();
        return rows == 0 ? NONE : new TableContents(rows, 1, rows, sum);
    }

    /**
     * Whether a load produced it, finished or not. The expected sum may take seconds, so it is computed only if ids
     * have no gaps.
     */
    boolean isDrawn() {
        return highest == null || rows == highest && lowest == 1 && equals(drawn(highest));
    }

    @Override
    public String toString() {
        return rows == 0
                ? "no row"
                : "%,d rows with ids from %,d to %,d and sum %,d".formatted(rows, lowest, highest, sum);
    }
}
