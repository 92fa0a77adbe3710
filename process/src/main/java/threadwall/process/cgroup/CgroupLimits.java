package threadwall.process.cgroup;

/**
 * Limits on the resources that processes use together.
 *
 * @param memoryBytes including the page cache of the files that they read; {@code null} for no limit
 * @param reads {@code null} for no limit
 * @param cpus CPU time that they may use in a period of 100 ms, as a number of CPUs; {@code null} for no limit
 */
public record CgroupLimits(Long memoryBytes, ReadLimit reads, Double cpus) {

    /** Limits on memory and reads. */
    public CgroupLimits(long memoryBytes, ReadLimit reads) {
        this(memoryBytes, reads, null);
    }

    /** Limit on the reads per second from a disk. */
    public record ReadLimit(BlockDevice device, int perSecond) {}
}
