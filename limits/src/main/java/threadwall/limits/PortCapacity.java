package threadwall.limits;

/**
 * How many connections one source address can open, from the way in which the kernel finds ports for them.
 *
 * <p>The kernel searches for a port in steps of two: through one parity first, and only when that is full through the
 * other. Each such search walks over all ports of the first parity again. So past half of the range every connect()
 * costs a walk over that half. Linux, net/ipv4/inet_hashtables.c, {@code __inet_hash_connect}
 * ({@code other_parity_scan}), and net/ipv4/inet_connection_sock.c, {@code inet_csk_find_open_port}, which bind() with
 * port 0 uses and which begins with the other parity, so the two do not collide at first.
 *
 * <p>Measured on Linux 6.18, two cores, range 32768–60999 (28,232 ports, half is 14,116), by a C program: blocking
 * connections over loopback, opened one after the other and held, 9,000 a process, to one listener with backlog 4,096
 * that other processes accept from; SO_LINGER 0, so no run leaves TIME_WAIT sockets to the next. Connections a second,
 * over the thousand that ends at:
 *
 * <pre>
 *                                                    7,000   13,000   14,000   15,000   20,000   28,000
 * connect() alone                                   39,748   41,410   40,195    1,739    1,496    1,421
 *   … the second half to another destination        44,084   42,400   39,870   43,327   43,209   36,085
 * bind() with IP_BIND_ADDRESS_NO_PORT, connect()    47,731   45,195   35,120    1,727    1,526    1,493
 * bind() to an address and port 0, connect()        39,145   24,914    6,528      301      361      250
 *   … the second half to another destination        46,824   26,458    7,209      393      331      273
 *   … the second half from another source           40,615   31,208   13,091   39,671   41,308    7,390
 * </pre>
 *
 * <p>And {@code ab -c19000 -n19000 -B 127.1.22.1 http://127.0.0.1:25083/} (ab binds with port 0 and no option, says
 * strace) against a server that holds each request for 30 s: 14,011 connections after 0.3 s, 19,000 after 23 s; with
 * {@code -c13500}, all of them within 0.2 s.
 *
 * <p>The knee is at half of the range in every case, but it counts different things. connect() alone chooses a port for
 * a (source, destination, destination port), so another destination starts from zero. {@code ab -B} binds first, without
 * knowing the destination, so <em>all connections of a source address</em> share one half; only another source address
 * helps. There a port in TIME_WAIT at the client counts too, and bind() fails with EADDRINUSE when all ports are used.
 */
public final class PortCapacity {

    /**
     * Never plan more than this from one source address to one destination, whatever the range: at 1024–65535 the knee
     * is at 32,256, and the last tenth before it is already slower for bound sources.
     */
    public static final int CAP = 28_000;

    private PortCapacity() {}

    /**
     * Connections before connect() gets slow: the free ports of the rarer parity, at most {@link #CAP}. The count is per
     * source address if that is bound before connect() ({@code ab -B}), else per (destination address, port).
     *
     * @param reserved ports that outgoing connections never get; {@link PortSet#NONE} when there are none
     */
    public static int perPair(PortRange range, PortSet reserved) {
        int even = free(range, reserved, 0);
        int odd = free(range, reserved, 1);
        return Math.min(CAP, Math.min(even, odd));
    }

    /**
     * Connections before connect() or bind() fails (EADDRNOTAVAIL, EADDRINUSE), slow ones included; scope as above.
     */
    public static int most(PortRange range, PortSet reserved) {
        return free(range, reserved, 0) + free(range, reserved, 1);
    }

    private static int free(PortRange range, PortSet reserved, int parity) {
        return (int) range.ports()
                .filter(port -> port % 2 == parity && !reserved.contains(port))
                .count();
    }
}
