package threadwall.limits;

/** Which processes share the count of a limit. */
public enum LimitScope {
    PROCESS,
    USER,
    CGROUP,
    PID_NAMESPACE,
    NETWORK_NAMESPACE,
    /** One source address with one destination address and port. */
    ADDRESS_PAIR,
    MACHINE
}
