package threadwall.store.load;

import java.util.stream.IntStream;

/**
 * What a table of worlds holds, which is told from what it should hold by this.
 *
 * @param lowest the first id; {@code null} when there is no row, and so is {@code highest}
 * @param sum of all random numbers
 */
record TableContents(long rows, Integer lowest, Integer highest, long sum) {

    static final TableContents NONE = new TableContents(0, null, null, 0);

    /** The rows from 1 to that many, with the numbers of {@link RandomNumbers}. */
    static TableContents drawn(int rows) {
        long sum = IntStream.rangeClosed(1, rows).mapToLong(RandomNumbers::of).sum();
        return rows == 0 ? NONE : new TableContents(rows, 1, rows, sum);
    }

    /** Whether it is what a load makes, finished or not. A sum is drawn for ids without a hole alone: it may take seconds. */
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
