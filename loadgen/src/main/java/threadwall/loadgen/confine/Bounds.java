package threadwall.loadgen.confine;

/**
 * What processes may have together.
 *
 * @param memoryBytes page cache of what they read included
 * @param reads {@code null} for as many as the disk gives
 */
public record Bounds(long memoryBytes, Reads reads) {

    /** Reads a second of a disk. */
    public record Reads(Device device, int perSecond) {}
}
