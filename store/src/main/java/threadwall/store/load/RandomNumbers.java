package threadwall.store.load;

/**
 * The random number of each row of {@code world}. It depends on the row's id only, so a load can continue at any row,
 * and a table can be verified without a list.
 */
final class RandomNumbers {

    /** Numbers are from 1 to this, as in TechEmpower's benchmark. */
    static final int HIGHEST = 10_000;

    /**
     * From {@link java.util.SplittableRandom}: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
     * 2014.
     */
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    private RandomNumbers() {}

    /** Computed from the id-th number of {@code new SplittableRandom(0)}. */
    static int of(int id) {
        long bits = id * GAMMA;
        bits = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        bits = bits ^ bits >>> 31;
        return 1 + (int) Math.unsignedMultiplyHigh(bits, HIGHEST);
    }
}
