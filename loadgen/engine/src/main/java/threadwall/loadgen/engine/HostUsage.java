package threadwall.loadgen.engine;

/**
 * What a load took on another host; values are {@code null} if the host was not read.
 *
 * @param name of the host
 * @param cpuSeconds of the engine's processes there
 * @param busyShare the most of some seconds, 0 to 1: of the time of all of the host's processors, for whatever process, or
 *     of what the engine's processes can use, whichever is more
 */
public record HostUsage(String name, Double cpuSeconds, Double busyShare) {}
