package threadwall.loadgen.plan;

/**
 * The limits of this machine that shape a plan; {@code threadwall.limits} reads them.
 *
 * @param nofile descriptors that one process may have: the hard limit, since every child raises its soft limit to it
 * @param portsPerPair connections from one source address to one destination before connect() crawls
 * @param somaxconn cap on any accept queue; {@code null} where unreadable
 * @param threads threads that can still be started; {@code null} where nothing bounds them
 * @param threadsLimit the limit that says so, {@code kernel.pid_max = 32768}
 */
public record Host(long nofile, int portsPerPair, Long somaxconn, Long threads, String threadsLimit) {}
