package threadwall.limits;

import java.util.List;
import java.util.SortedSet;

/**
 * {@code net.ipv4.ip_local_port_range}, and the number of source addresses.
 *
 * @param range in force
 * @param reserved {@code net.ipv4.ip_local_reserved_ports}
 * @param listening ports of listeners, which a wider range must not give to outgoing connections
 * @param beforeSlowdown whether to count ports up to where connect() gets slow, or all of them
 * @param afterBoot what the files of sysctl.d(5) set
 */
record PortRangeSetting(
        PortRange range, PortSet reserved, SortedSet<Integer> listening, boolean beforeSlowdown, SysctlFiles afterBoot)
        implements Setting {

    static final String RANGE = "net.ipv4.ip_local_port_range";
    static final String RESERVED = "net.ipv4.ip_local_reserved_ports";

    /** All ports that an ordinary user's sockets may use. */
    static final PortRange WIDEST = new PortRange(1_024, 65_535);

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        PortSet kept = reserved.with(reservedAfterBoot());
        for (int port : listening) {
            kept = WIDEST.contains(port) ? kept.with(port) : kept;
        }
        int each = beforeSlowdown ? PortCapacity.perPair(WIDEST, kept) : PortCapacity.most(WIDEST, kept);
        long addresses = Math.ceilDiv(requested, each);
        Remedy spread = addresses == 1
                ? Remedy.NONE
                : Remedy.advice("use %,d source addresses, with at most %,d connections from each (ab -B 127.0.0.2, …)"
                        .formatted(addresses, each));
        if (range.low() <= WIDEST.low() && range.high() == WIDEST.high()) {
            return spread;
        }
        // reserve first, so that no outgoing connection can take a listener's port in between
        Remedy keep =
                kept.equals(reserved) ? Remedy.NONE : Remedy.sysctl(RESERVED, reserved.toString(), kept.toString());
        return keep.and(widen()).and(spread);
    }

    private Remedy widen() {
        Remedy remedy = Remedy.sysctl(RANGE, range.toString(), WIDEST.toString());
        List<Long> ends = afterBoot.numbersAfterBoot(RANGE);
        return ends.size() == 2 && ends.getFirst() <= WIDEST.low() && ends.getLast() >= WIDEST.high()
                ? remedy.untilBoot("the next boot sets it to %d %d".formatted(ends.getFirst(), ends.getLast()))
                : remedy;
    }

    /** A file of ours would replace the list of an earlier one. */
    private PortSet reservedAfterBoot() {
        try {
            return PortSet.parse(afterBoot.afterBoot(RESERVED));
        } catch (IllegalArgumentException e) {
            return PortSet.NONE; // a list that the next boot cannot set either
        }
    }
}
