package threadwall.limits;

/**
 * A limit that stops something from growing.
 *
 * @param limit its name, as one would look it up: "vm.max_map_count", "pids.max of /sys/fs/cgroup/user.slice"
 * @param inForce the limit's value, in its own unit
 * @param allows how many more of the thing asked for (threads, sockets) it gives now; never negative
 * @param remedy what to do about it, a sentence or a command
 */
public record Wall(String limit, long inForce, long allows, String remedy) {

    public Wall {
        allows = Math.max(0, allows);
    }
}
