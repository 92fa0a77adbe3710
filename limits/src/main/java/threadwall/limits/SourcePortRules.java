package threadwall.limits;

import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Limits by the ports of one source address to one destination. {@link PortCapacity} has formulas, sources and measurements.
 */
final class SourcePortRules {

    private static final String RANGE = PortRangeSetting.RANGE;
    private static final String RESERVED = PortRangeSetting.RESERVED;

    private SourcePortRules() {}

    static void assess(DiagnosisBuilder diagnosis) {
        KernelLimits kernel = diagnosis.snapshot().kernel();
        String files = "/proc/sys/net/ipv4/ip_local_port_range, ip_local_reserved_ports";
        if (diagnosis.readable(RANGE, files, kernel.portRange(), kernel.reservedPorts())) {
            last(diagnosis, kernel.portRange(), kernel.reservedPorts());
            knee(diagnosis, kernel.portRange(), kernel.reservedPorts());
            listeners(diagnosis, kernel.portRange(), kernel.reservedPorts());
        }
    }

    /** Every port that is not reserved: beyond it EADDRNOTAVAIL, or EADDRINUSE where bind() chose the port. */
    private static void last(DiagnosisBuilder diagnosis, PortRange range, PortSet reserved) {
        int most = PortCapacity.most(range, reserved);
        diagnosis.add(assessment(
                diagnosis,
                RANGE,
                LimitEffect.REFUSES,
                range,
                reserved,
                range.size(),
                range.size() - most,
                "%,d ports − %,d reserved".formatted(range.size(), range.size() - most),
                "EADDRNOTAVAIL"));
    }

    /** The ports of one parity: beyond it each connect() walks over all of them. */
    private static void knee(DiagnosisBuilder diagnosis, PortRange range, PortSet reserved) {
        int knee = PortCapacity.perPair(range, reserved);
        diagnosis.add(assessment(
                diagnosis,
                RANGE + " (half)",
                LimitEffect.SLOWS,
                range,
                reserved,
                knee,
                0,
                "half of %,d ports, without the reserved ones; at most %,d".formatted(range.size(), PortCapacity.CAP),
                "other_parity_scan"));
    }

    private static LimitAssessment assessment(
            DiagnosisBuilder diagnosis,
            String name,
            LimitEffect effect,
            PortRange range,
            PortSet reserved,
            long ports,
            long used,
            String formula,
            String response) {
        SortedSet<Integer> listening = diagnosis.snapshot().sockets().listening();
        return new LimitAssessment(
                name,
                LimitScope.ADDRESS_PAIR,
                effect,
                OptionalLong.of(ports),
                used,
                1,
                formula,
                "net/ipv4/inet_hashtables.c __inet_hash_connect",
                response,
                diagnosis.setAt(RANGE, range.toString()),
                new PortRangeSetting(
                        range,
                        reserved,
                        listening == null ? new TreeSet<>() : listening,
                        effect == LimitEffect.SLOWS,
                        diagnosis.sysctls()));
    }

    /**
     * Listeners inside the range whose ports are not reserved. They stop no connection. But while such a server is down an
     * outgoing connection may get its port, and then the server cannot restart (EADDRINUSE).
     */
    private static void listeners(DiagnosisBuilder diagnosis, PortRange range, PortSet reserved) {
        SortedSet<Integer> listening = diagnosis.snapshot().sockets().listening();
        if (!diagnosis.readable("listening ports", "/proc/net/tcp", listening)) {
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
        diagnosis.add(new LimitAssessment(
                RESERVED,
                LimitScope.NETWORK_NAMESPACE,
                LimitEffect.SLOWS,
                OptionalLong.empty(),
                0,
                1,
                "the listener on %s, inside %s, may lose its port when it restarts: sysctl -w %s=%s"
                        .formatted(
                                exposed.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                                range.toString().replace(' ', '–'),
                                RESERVED,
                                all),
                "Documentation/networking/ip-sysctl.rst",
                "EADDRINUSE at bind",
                diagnosis.setAt(RESERVED, reserved.toString()),
                new Setting.Fixed("reserve the port, or listen outside the range")));
    }
}
