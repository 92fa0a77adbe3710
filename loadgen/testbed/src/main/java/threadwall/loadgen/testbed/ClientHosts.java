package threadwall.loadgen.testbed;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import threadwall.limits.PortCapacity;
import threadwall.limits.PortRange;
import threadwall.limits.PortSet;
import threadwall.process.PreconditionException;
import threadwall.process.RemoteHost;
import threadwall.record.ClientHost;
import threadwall.record.StepPlan;

/**
 * Hosts that are to make load, checked before anything starts: each is reached by ssh, has the same Tsung and Erlang as this
 * machine, and a clock that agrees.
 */
public final class ClientHosts {

    /** Descriptors of a process of Erlang besides its connections. */
    private static final int RESERVE = 40;

    /** The last tenth of the ports before the knee is slower already; see {@link PortCapacity}. */
    private static final double BEFORE_THE_KNEE = 0.9;

    /** Lines of different hosts are put on one time line. */
    private static final Duration MOST_OFFSET = Duration.ofSeconds(1);

    /** Discard: a datagram socket sends nothing when it connects. */
    private static final int ANY_PORT = 9;

    private final Path home;

    private ClientHosts(Path home) {
        this.home = home;
    }

    /**
     * What a host says of itself.
     *
     * @param facts by the names of {@code loadgen/tsung/host.sh}
     * @param offset of its clock from this machine's
     * @param roundTrip in milliseconds; empty if it was not measured
     */
    record Facts(String name, String address, Map<String, String> facts, Duration offset, OptionalDouble roundTrip) {

        String get(String fact) {
            return facts.getOrDefault(fact, "");
        }

        Facts at(OptionalDouble millis) {
            return new Facts(name, address, facts, offset, millis);
        }

        ClientHost.Readings readings() {
            return new ClientHost.Readings(
                    text("kernel"),
                    number("processors").map(Long::intValue).orElse(null),
                    number("nofile").orElse(null),
                    text("ports"),
                    text("reserved"),
                    text("congestion"),
                    text("tsung"),
                    text("erlang"),
                    offset.toNanos() / 1e6,
                    roundTrip.isPresent() ? Double.valueOf(roundTrip.getAsDouble()) : null);
        }

        private String text(String fact) {
            return get(fact).isEmpty() ? null : get(fact);
        }

        private Optional<Long> number(String fact) {
            return get(fact).matches("\\d+") ? Optional.of(Long.valueOf(get(fact))) : Optional.empty();
        }
    }

    /**
     * Reads and checks the hosts.
     *
     * @param names as ssh knows them, or {@code localhost}
     * @throws PreconditionException (environment) with the first host that cannot be used, and why
     */
    public static List<ClientHost> read(Path home, List<String> names)
            throws PreconditionException, IOException, InterruptedException {
        var reader = new ClientHosts(home);
        var here = reader.facts(ClientHost.THIS_MACHINE);
        if (here.get("tsung").isEmpty()) {
            throw PreconditionException.environment("tsung is missing; install it: apt-get install tsung");
        }
        var hosts = new ArrayList<ClientHost>();
        for (var name : names) {
            hosts.add(checked(name.equals(ClientHost.THIS_MACHINE) ? here : reader.facts(name), here));
        }
        return List.copyOf(hosts);
    }

    /** From where to where the load of these steps goes; empty if it does not leave this machine. */
    public static Optional<String> destination(List<StepPlan> steps) {
        var loads = steps.stream()
                .flatMap(step -> step.clients().stream())
                .map(client -> client.measured().load())
                .filter(load -> load.hosts().stream().anyMatch(host -> !host.isThisMachine()))
                .toList();
        return loads.isEmpty()
                ? Optional.empty()
                : Optional.of("the load goes from %s to %s, and nowhere else"
                        .formatted(
                                loads.stream()
                                        .flatMap(load -> load.hosts().stream())
                                        .map(host -> "%s (%s)".formatted(host.name(), host.address()))
                                        .distinct()
                                        .collect(Collectors.joining(", ")),
                                loads.stream()
                                        .map(load -> URI.create(load.url()).getHost())
                                        .distinct()
                                        .collect(Collectors.joining(", "))));
    }

    /** The address of this machine by which it is reached from a host. */
    public static String addressTowards(ClientHost host) throws IOException {
        try (var socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(host.address(), ANY_PORT));
            return socket.getLocalAddress().getHostAddress();
        }
    }

    /** @param here this machine */
    static ClientHost checked(Facts host, Facts here) throws PreconditionException {
        if (host.get("tsung").isEmpty()) {
            throw PreconditionException.environment(
                    "%s has no Tsung; install it there: apt-get install tsung", host.name());
        }
        if (host.get("tc").isEmpty()) {
            throw PreconditionException.environment(
                    "%s has no tc, which counts lost packets; install it there: apt-get install iproute2", host.name());
        }
        for (var program : List.of("tsung", "erlang")) {
            if (!host.get(program).equals(here.get(program))) {
                throw PreconditionException.environment(
                        "%s has %s %s, this machine %s: install the same version on both",
                        host.name(), program, shown(host, program), shown(here, program));
            }
        }
        if (host.offset().abs().compareTo(MOST_OFFSET) > 0) {
            throw PreconditionException.environment(
                    "the clock of %s is %.1f s off this machine's, and may be 1 s off: set it (timedatectl set-ntp true)",
                    host.name(), host.offset().toMillis() / 1e3);
        }
        long connections = Math.min(nofile(host) - RESERVE, ports(host));
        if (connections < 1) {
            throw PreconditionException.environment(
                    "%s has a hard nofile of %,d and ports %s, too few for a client: raise them there (ops/limits.sh)",
                    host.name(), nofile(host), host.get("ports"));
        }
        return new ClientHost(host.name(), host.address(), 1, (int) connections, host.readings());
    }

    private static String shown(Facts host, String program) {
        var version = host.get(program).replaceFirst("(?i)^tsung version ", "");
        return version.isEmpty() ? "of unknown version" : version;
    }

    private static long nofile(Facts host) {
        return host.number("nofile").orElse((long) PortCapacity.CAP);
    }

    private static long ports(Facts host) {
        if (host.get("ports").isEmpty()) {
            return PortCapacity.CAP;
        }
        var range = PortRange.parse(host.get("ports"));
        return (long) (BEFORE_THE_KNEE * PortCapacity.perPair(range, PortSet.parse(host.get("reserved"))));
    }

    private Facts facts(String name) throws PreconditionException, IOException, InterruptedException {
        var host = new RemoteHost(name);
        var sshd = host.sshd();
        if (sshd.isUnresolved()) {
            throw PreconditionException.environment(
                    "%s is not reached: the name %s is unknown", name, sshd.getHostString());
        }
        var said = new String(host.run(home.resolve("loadgen/tsung/host.sh")), StandardCharsets.UTF_8);
        return parsed(name, sshd.getAddress().getHostAddress(), said, Instant.now())
                .at(host.isThisMachine() ? OptionalDouble.empty() : RoundTrip.millis(sshd));
    }

    /** @param at when the last line had been read */
    static Facts parsed(String name, String address, String said, Instant at) {
        var facts = new HashMap<String, String>();
        said.lines()
                .filter(line -> line.contains("="))
                .forEach(line -> facts.put(
                        line.substring(0, line.indexOf('=')),
                        line.substring(line.indexOf('=') + 1).strip()));
        var time = facts.getOrDefault("time", "").split("\\.");
        var offset = time.length == 2
                ? Duration.between(at, Instant.ofEpochSecond(Long.parseLong(time[0]), Long.parseLong(time[1])))
                : Duration.ZERO;
        return new Facts(name, address, Map.copyOf(facts), offset, OptionalDouble.empty());
    }
}
