package threadwall.loadgen.engine;

/**
 * What a load took on another host.
 *
 * @param name of the host
 * @param cpuSeconds of the engine's processes there
 * @param busyShare of the time of all of the host's processors, 0 to 1, for whatever process
 */
public record HostUsage(String name, double cpuSeconds, double busyShare) {}
