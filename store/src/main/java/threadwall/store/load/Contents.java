package threadwall.store.load;

/**
 * What a table of worlds holds, which is told from what it should hold by this.
 *
 * @param lowest the first id; {@code null} when there is no row, and so is {@code highest}
 * @param sum of all random numbers
 */
record Contents(long rows, Integer lowest, Integer highest, long sum) {

    static final Contents NONE = new Contents(0, null, null, 0);

    /** The rows from 1 to that many, with the numbers of {@link Draw}. */
    static Contents drawn(int rows) {
        long sum = 0;
        for (int id = 1; id <= rows; id++) {
            sum += Draw.of(id);
        }
        return rows == 0 ? NONE : new Contents(rows, 1, rows, sum);
    }

    /** Whether it is what a load makes, finished or not. */
    boolean isDrawn() {
        return equals(highest == null ? NONE : drawn(highest));
    }

    @Override
    public String toString() {
        return rows == 0
                ? "no row"
                : "%,d rows with ids from %,d to %,d and sum %,d".formatted(rows, lowest, highest, sum);
    }
}
