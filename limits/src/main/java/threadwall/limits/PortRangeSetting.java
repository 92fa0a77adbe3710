package threadwall.limits;

import java.util.SortedSet;

/**
 * {@code net.ipv4.ip_local_port_range}, and the number of source addresses.
 *
 * @param range in force
 * @param reserved {@code net.ipv4.ip_local_reserved_ports}
 * @param listening ports of listeners, which a wider range must not give to outgoing connections
 * @param beforeSlowdown whether to count ports up to where connect() gets slow, or all of them
 */
record PortRangeSetting(PortRange range, PortSet reserved, SortedSet<Integer> listening, boolean beforeSlowdown)
        implements Setting {

    /** All ports that an ordinary user's sockets may use. */
    static final PortRange WIDEST = new PortRange(1_024, 65_535);

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        PortSet kept = reserved;
        for (int port : listening) {
            kept = WIDEST.contains(port) ? kept.with(port) : kept;
        }
        int each = beforeSlowdown ? PortCapacity.perPair(WIDEST, kept) : PortCapacity.most(WIDEST, kept);
        long addresses = Math.ceilDiv(requested, each);
        Remedy spread = addresses == 1
                ? Remedy.NONE
                : Remedy.advice("spread over %,d source addresses, at most %,d from each (ab -B 127.0.0.2, …)"
                        .formatted(addresses, each));
        if (range.low() <= WIDEST.low() && range.high() == WIDEST.high()) {
            return spread;
        }
        // reserve first, so that no outgoing connection can take a listener's port in between
        Remedy keep = kept.equals(reserved)
                ? Remedy.NONE
                : Remedy.sysctl("net.ipv4.ip_local_reserved_ports", reserved.toString(), kept.toString());
        return keep.and(Remedy.sysctl("net.ipv4.ip_local_port_range", range.toString(), WIDEST.toString()))
                .and(spread);
    }
}
