package threadwall.loadgen.testbed;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
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
import java.util.stream.Collectors;
import threadwall.limits.PortCapacity;
import threadwall.limits.PortRange;
import threadwall.limits.PortSet;
import threadwall.process.PreconditionException;
import threadwall.process.RemoteHost;
import threadwall.record.ClientHost;
import threadwall.record.ClientLoad;
import threadwall.record.StepPlan;

/**
 * Hosts that are to make load, checked before anything starts: each is reached by ssh, has the same Tsung and Erlang as this
 * machine, and a clock that agrees.
 */
public final class ClientHosts {

    /** Descriptors of a process of Erlang besides its connections: an upper bound from a trial, without a record. */
    private static final int RESERVE = 40;

    /** Processes of Erlang on a host: each takes memory, and some seconds to start. */
    private static final int MOST_PROCESSES = 16;

    /** The last tenth of the ports before the knee is slower already; see {@link PortCapacity}. */
    private static final double BEFORE_THE_KNEE = 0.9;

    /** @param packaged by which package of Debian */
    private record Program(String name, String packaged) {}

    /** What a load needs on each host and on this machine. */
    private static final List<Program> PROGRAMS = List.of(
            new Program("tsung", "tsung"),
            new Program("ip", "iproute2"),
            new Program("tc", "iproute2"),
            new Program("pgrep", "procps"));

    /** What a clock is off is subtracted from the times of its host; it is read less exactly, the slower ssh is. */
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
     * @param link to the host
     */
    record Facts(String name, String address, Map<String, String> facts, Duration offset, Link link) {

        String get(String fact) {
            return facts.getOrDefault(fact, "");
        }

        Facts over(Link measured) {
            return new Facts(name, address, facts, offset, measured);
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
                    text("queue"),
                    link.roundTripMillis(),
                    link.loss());
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
        requirePrograms(here);
        var hosts = new ArrayList<ClientHost>();
        for (var name : names) {
            hosts.add(checked(name.equals(ClientHost.THIS_MACHINE) ? here : reader.facts(name), here));
        }
        requireDistinct(hosts);
        return List.copyOf(hosts);
    }

    /**
     * @throws PreconditionException (usage) for two names of one host, whose limits would count twice; and for this machine
     *     beside other hosts, since its connections have the address of each interface
     */
    static void requireDistinct(List<ClientHost> hosts) throws PreconditionException {
        if (hosts.size() > 1 && hosts.stream().anyMatch(ClientHost::isThisMachine)) {
            throw PreconditionException.usage("--clients: localhost is this machine, which other hosts do not reach by"
                    + " that address: leave it or the other hosts out");
        }
        var names = new HashMap<String, String>();
        for (var host : hosts) {
            var other = names.putIfAbsent(host.address(), host.name());
            if (other != null) {
                throw PreconditionException.usage(
                        "--clients: %s and %s are the same host (%s): name it once",
                        other, host.name(), host.address());
            }
        }
    }

    /** From where to where the load of these steps goes; empty if it does not leave this machine. */
    public static Optional<String> destination(List<StepPlan> steps) {
        var loads = steps.stream()
                .flatMap(step -> step.clients().stream())
                .map(client -> client.measured().load())
                .filter(ClientLoad::leavesThisMachine)
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

    /**
     * The address of this machine by which the hosts reach it.
     *
     * @param asked {@code null} for the one that faces the first other host
     * @throws PreconditionException (usage) for one that is not this machine's, or that other hosts cannot reach
     */
    public static String listenAddress(List<ClientHost> hosts, String asked) throws PreconditionException, IOException {
        var first = hosts.stream().filter(host -> !host.isThisMachine()).findFirst();
        if (asked == null) {
            try (var socket = new DatagramSocket()) {
                socket.connect(
                        new InetSocketAddress(first.orElse(hosts.getFirst()).address(), ANY_PORT));
                return socket.getLocalAddress().getHostAddress();
            }
        }
        if (!isOwn(asked)) {
            throw PreconditionException.usage(
                    "--listen %s is no IPv4 address of this machine; ip -4 address lists them", asked);
        }
        if (first.isPresent() && Inet4Address.ofLiteral(asked).isLoopbackAddress()) {
            throw PreconditionException.usage(
                    "--listen %s is this machine's own loopback, which %s does not reach",
                    asked, first.get().name());
        }
        return asked;
    }

    private static boolean isOwn(String address) throws IOException {
        try {
            return NetworkInterface.getByInetAddress(Inet4Address.ofLiteral(address)) != null;
        } catch (IllegalArgumentException noLiteral) {
            return false;
        }
    }

    /** @param here this machine */
    static ClientHost checked(Facts host, Facts here) throws PreconditionException {
        requirePrograms(host);
        for (var program : List.of("tsung", "erlang")) {
            if (!host.get(program).equals(here.get(program))) {
                throw PreconditionException.environment(
                        "%s has %s %s, this machine %s: install the same version on both",
                        host.name(), program, shown(host, program), shown(here, program));
            }
        }
        if (host.offset().abs().compareTo(MOST_OFFSET) > 0) {
            throw PreconditionException.environment(
                    "the clock of %s differs from this machine's by %.1f s; the limit is 1 s: set it (timedatectl set-ntp"
                            + " true)",
                    host.name(), host.offset().toMillis() / 1e3);
        }
        if (!List.of(host.get("addresses").split(" ")).contains(host.address())) {
            throw PreconditionException.environment(
                    "%s is reached by %s, which is none of its own addresses (%s): its connections would not be recognized,"
                            + " and Erlang could not listen there; give ssh an address of the host itself (HostName)",
                    host.name(), host.address(), host.get("addresses"));
        }
        long ofProcess = nofile(host) - RESERVE;
        long ports = ports(host);
        if (ofProcess < 1 || ports < 1) {
            throw PreconditionException.environment(
                    "%s has a hard nofile of %,d and ports %s, too few for a client: raise them (./threadwall doctor --host %s"
                            + " --connections 1k shows how)",
                    host.name(), nofile(host), host.get("ports"), host.name());
        }
        // on this machine it is the controller
        boolean isOne = host.name().equals(ClientHost.THIS_MACHINE);
        long processes = isOne ? 1 : Math.clamp(ports / ofProcess, 1, MOST_PROCESSES);
        long connections = Math.min(ofProcess, ports / processes);
        return new ClientHost(host.name(), host.address(), (int) processes, (int) connections, host.readings());
    }

    private static void requirePrograms(Facts host) throws PreconditionException {
        for (var program : PROGRAMS) {
            if (host.get(program.name()).isEmpty()) {
                throw PreconditionException.environment(
                        "%s has no %s; install it there: apt-get install %s",
                        host.name(), program.name(), program.packaged());
            }
        }
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
        var host = new RemoteHost(home, name);
        var sshd = host.sshd();
        if (sshd.isUnresolved()) {
            throw PreconditionException.environment(
                    "%s is not reached: the name %s is unknown%s",
                    name, sshd.getHostString(), RemoteHost.configurationHint());
        }
        if (!(sshd.getAddress() instanceof Inet4Address)) {
            throw PreconditionException.environment(
                    "%s has the IPv6 address %s, and Tsung's controller listens on IPv4: give ssh an IPv4 address"
                            + " (HostName)",
                    name, sshd.getAddress().getHostAddress());
        }
        var output = host.runTimed(home.resolve("loadgen/tsung/host.sh"));
        var said = new String(output.bytes(), StandardCharsets.UTF_8);
        var link = host.isThisMachine() ? Link.NONE : Link.measured(sshd);
        return parsed(
                        name,
                        sshd.getAddress().getHostAddress(),
                        said,
                        output.lastRead().minus(link.oneWay()))
                .over(link);
    }

    /** @param at when the last line was sent, by this machine's clock */
    static Facts parsed(String name, String address, String said, Instant at) throws PreconditionException {
        var facts = new HashMap<String, String>();
        said.lines()
                .filter(line -> line.contains("="))
                .forEach(line -> facts.put(
                        line.substring(0, line.indexOf('=')),
                        line.substring(line.indexOf('=') + 1).strip()));
        var time = facts.getOrDefault("time", "");
        if (!time.matches("\\d+\\.\\d{9}")) {
            throw PreconditionException.environment(
                    "the clock of %s cannot be read: date +%%s.%%N prints '%s' there; install coreutils", name, time);
        }
        int point = time.indexOf('.');
        var offset = Duration.between(
                at,
                Instant.ofEpochSecond(
                        Long.parseLong(time.substring(0, point)), Long.parseLong(time.substring(point + 1))));
        return new Facts(name, address, Map.copyOf(facts), offset, Link.NONE);
    }
}
