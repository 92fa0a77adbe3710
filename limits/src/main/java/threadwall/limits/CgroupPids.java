package threadwall.limits;

import java.util.OptionalLong;

/**
 * The pids controller at one cgroup. Threads count, not processes.
 *
 * @param path the folder as it is seen from here: "/sys/fs/cgroup/user.slice/user-1000.slice"
 * @param max {@code pids.max}; empty is unlimited ("max")
 * @param current {@code pids.current}: threads in this cgroup and all below it; null when it cannot be read
 */
public record CgroupPids(String path, OptionalLong max, Long current) {}
