package threadwall.limits;

import java.util.SortedSet;

/**
 * {@code net.ipv4.ip_local_port_range}, and the number of source addresses.
 *
 * @param range in force
 * @param reserved {@code net.ipv4.ip_local_reserved_ports}
 * @param listening ports that a wider range must not give away
 * @param untilItCrawls whether the count is the one before connect() crawls, or the last port
 */
record LocalPorts(PortRange range, PortSet reserved, SortedSet<Integer> listening, boolean untilItCrawls)
        implements Setting {

    /** All that an ordinary user's sockets may have. */
    static final PortRange WIDEST = new PortRange(1_024, 65_535);

    @Override
    public Remedy raise(LimitAssessment wall, long asked) {
        PortSet kept = reserved;
        for (int port : listening) {
            kept = WIDEST.contains(port) ? kept.with(port) : kept;
        }
        int each = untilItCrawls ? PortCapacity.perPair(WIDEST, kept) : PortCapacity.most(WIDEST, kept);
        long addresses = Math.ceilDiv(asked, each);
        Remedy spread = addresses == 1
                ? Remedy.NONE
                : Remedy.advice("spread over %,d source addresses, at most %,d from each (ab -B 127.0.0.2, …)"
                        .formatted(addresses, each));
        if (range.low() <= WIDEST.low() && range.high() == WIDEST.high()) {
            return spread;
        }
        // reserved first, so that no connection can take a listener's port in between
        Remedy keep = kept.equals(reserved)
                ? Remedy.NONE
                : Remedy.sysctl("net.ipv4.ip_local_reserved_ports", reserved.toString(), kept.toString());
        return keep.and(Remedy.sysctl("net.ipv4.ip_local_port_range", range.toString(), WIDEST.toString()))
                .and(spread);
    }
}
