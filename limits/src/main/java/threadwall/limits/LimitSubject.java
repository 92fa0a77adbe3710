package threadwall.limits;

/** What is counted. */
public enum LimitSubject {
    /** Platform threads of one JVM, its own included. */
    THREADS,
    /**
     * TCP connections over loopback that one server process holds, from one client process by one pair of addresses.
     */
    CONNECTIONS
}
