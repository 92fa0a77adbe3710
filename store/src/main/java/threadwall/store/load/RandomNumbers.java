package threadwall.store.load;

/**
 * The random number of each row of {@code world}. It is drawn for the row's id alone, so that a load can go on from any row,
 * and what a table holds can be checked without a list of it.
 */
final class RandomNumbers {

    /** Numbers are from 1 to this, as in the benchmark that the table is known from, TechEmpower's. */
    static final int HIGHEST = 10_000;

    /** Of {@link java.util.SplittableRandom}: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014. */
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    private RandomNumbers() {}

    /** From the id-th number of {@code new SplittableRandom(0)}. */
    static int of(int id) {
        long bits = id * GAMMA;
        bits = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        bits = bits ^ bits >>> 31;
        return 1 + (int) Math.unsignedMultiplyHigh(bits, HIGHEST);
    }
}
