package threadwall.process.cgroup;

/**
 * What processes may have together.
 *
 * @param memoryBytes page cache of what they read included
 * @param reads {@code null} for as many as the disk gives
 */
public record CgroupLimits(long memoryBytes, Reads reads) {

    /** Reads a second of a disk. */
    public record Reads(BlockDevice device, int perSecond) {}
}
