package threadwall.limits;

import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Limits by the ports of one source address to one destination. {@link PortCapacity} has formulas, sources and measurements.
 */
final class SourcePorts {

    private static final String RANGE = "net.ipv4.ip_local_port_range";
    private static final String RESERVED = "net.ipv4.ip_local_reserved_ports";

    private SourcePorts() {}

    static void judge(Assessments findings) {
        KernelLimits kernel = findings.situation().kernel();
        String files = "/proc/sys/net/ipv4/ip_local_port_range, ip_local_reserved_ports";
        if (findings.readable(RANGE, files, kernel.portRange(), kernel.reservedPorts())) {
            last(findings, kernel.portRange(), kernel.reservedPorts());
            knee(findings, kernel.portRange(), kernel.reservedPorts());
            listeners(findings, kernel.portRange(), kernel.reservedPorts());
        }
    }

    /** Every port that is not reserved: after it EADDRNOTAVAIL, or EADDRINUSE where bind() chose. */
    private static void last(Assessments findings, PortRange range, PortSet reserved) {
        int most = PortCapacity.most(range, reserved);
        findings.add(wall(
                findings,
                RANGE,
                LimitEffect.REFUSES,
                range,
                reserved,
                range.size(),
                range.size() - most,
                "%,d ports − %,d reserved".formatted(range.size(), range.size() - most),
                "net/ipv4/inet_hashtables.c __inet_hash_connect: EADDRNOTAVAIL"));
    }

    /** The ports of one parity: after them each connect() walks over all of those. */
    private static void knee(Assessments findings, PortRange range, PortSet reserved) {
        int knee = PortCapacity.perPair(range, reserved);
        findings.add(wall(
                findings,
                RANGE + " (half)",
                LimitEffect.SLOWS,
                range,
                reserved,
                knee,
                0,
                "half of %,d ports, the reserved left out; at most %,d".formatted(range.size(), PortCapacity.CAP),
                "net/ipv4/inet_hashtables.c __inet_hash_connect: other_parity_scan"));
    }

    private static LimitAssessment wall(
            Assessments findings,
            String name,
            LimitEffect effect,
            PortRange range,
            PortSet reserved,
            long ports,
            long used,
            String formula,
            String source) {
        SortedSet<Integer> listening = findings.situation().sockets().listening();
        return new LimitAssessment(
                name,
                LimitScope.ADDRESS_PAIR,
                effect,
                OptionalLong.of(ports),
                used,
                1,
                formula,
                source,
                findings.setAt(RANGE, range.toString()),
                new LocalPorts(
                        range, reserved, listening == null ? new TreeSet<>() : listening, effect == LimitEffect.SLOWS));
    }

    /**
     * Listeners inside the range that are not reserved. They stop no connection; but while such a server is down an
     * outgoing connection may get its port, and it cannot start again (EADDRINUSE).
     */
    private static void listeners(Assessments findings, PortRange range, PortSet reserved) {
        SortedSet<Integer> listening = findings.situation().sockets().listening();
        if (!findings.readable("listening ports", "/proc/net/tcp", listening)) {
            return;
        }
        PortSet all = reserved;
        SortedSet<Integer> exposed = new TreeSet<>();
        for (int port : listening) {
            if (range.contains(port) && !reserved.contains(port)) {
                exposed.add(port);
                all = all.with(port);
            }
        }
        if (exposed.isEmpty()) {
            return;
        }
        findings.add(new LimitAssessment(
                RESERVED,
                LimitScope.NETWORK_NAMESPACE,
                LimitEffect.SLOWS,
                OptionalLong.empty(),
                0,
                1,
                "listener on %s inside %s may lose its port when it restarts: sysctl -w %s=%s"
                        .formatted(
                                exposed.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                                range.toString().replace(' ', '–'),
                                RESERVED,
                                all),
                "Documentation/networking/ip-sysctl.rst: EADDRINUSE at bind",
                findings.setAt(RESERVED, reserved.toString()),
                new Setting.Fixed("reserve the port, or listen outside the range")));
    }
}
