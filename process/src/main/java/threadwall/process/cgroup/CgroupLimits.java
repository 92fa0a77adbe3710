package threadwall.process.cgroup;

/**
 * Limits on the resources that processes use together.
 *
 * @param memoryBytes including the page cache of the files that they read
 * @param reads {@code null} for no limit
 */
public record CgroupLimits(long memoryBytes, ReadLimit reads) {

    /** Limit on the reads per second from a disk. */
    public record ReadLimit(BlockDevice device, int perSecond) {}
}
