package threadwall.limits;

/** What is limited. */
public enum LimitSubject {
    /** Platform threads of one JVM, including its internal ones. */
    THREADS,
    /**
     * TCP connections over loopback that one server process holds, from one client address to one server address.
     */
    CONNECTIONS
}
