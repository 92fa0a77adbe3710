package threadwall.limits;

/** With whom a limit's count is shared. */
public enum LimitScope {
    PROCESS,
    USER,
    CGROUP,
    PID_NAMESPACE,
    NETWORK_NAMESPACE,
    /** One (source address, destination address and port). */
    ADDRESS_PAIR,
    MACHINE
}
