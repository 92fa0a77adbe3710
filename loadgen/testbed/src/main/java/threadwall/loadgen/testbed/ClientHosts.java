package threadwall.loadgen.testbed;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import threadwall.limits.PortCapacity;
import threadwall.limits.PortRange;
import threadwall.limits.PortSet;
import threadwall.process.PreconditionException;
import threadwall.record.ClientHost;

/**
 * Hosts that are to make load, checked before anything starts: each is reached by ssh, has the same Tsung and Erlang as this
 * machine, and a clock that agrees. ssh takes names, keys and users from its own configuration, or from the file that
 * {@code THREADWALL_SSH_CONFIG} names.
 */
public final class ClientHosts {

    /** Descriptors of a process of Erlang besides its connections. */
    private static final int RESERVE = 40;

    /** The last tenth of the ports before the knee is slower already; see {@link PortCapacity}. */
    private static final double BEFORE_THE_KNEE = 0.9;

    /** Lines of different hosts are put on one time line. */
    private static final Duration MOST_OFFSET = Duration.ofSeconds(1);

    private static final int SSH_SECONDS = 15;

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
     */
    record Facts(String name, String address, Map<String, String> facts, Duration offset) {

        String get(String fact) {
            return facts.getOrDefault(fact, "");
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
        return new ClientHost(host.name(), host.address(), 1, (int) connections);
    }

    private static String shown(Facts host, String program) {
        var version = host.get(program).replaceFirst("(?i)^tsung version ", "");
        return version.isEmpty() ? "of unknown version" : version;
    }

    private static long nofile(Facts host) {
        return host.get("nofile").matches("\\d+") ? Long.parseLong(host.get("nofile")) : PortCapacity.CAP;
    }

    private static long ports(Facts host) {
        if (host.get("ports").isEmpty()) {
            return PortCapacity.CAP;
        }
        var range = PortRange.parse(host.get("ports"));
        return (long) (BEFORE_THE_KNEE * PortCapacity.perPair(range, PortSet.parse(host.get("reserved"))));
    }

    private Facts facts(String name) throws PreconditionException, IOException, InterruptedException {
        if (name.equals(ClientHost.THIS_MACHINE)) {
            return parsed(name, "127.0.0.1", run(List.of("bash", "-s"), name), Instant.now());
        }
        var settings = run(ssh(List.of("-G", name)), name);
        var address = settings.lines()
                .filter(line -> line.startsWith("hostname "))
                .map(line -> line.substring("hostname ".length()))
                .findFirst()
                .orElse(name);
        var said = run(ssh(List.of(name, "bash", "-s")), name);
        return parsed(name, InetAddress.getByName(address).getHostAddress(), said, Instant.now());
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
        return new Facts(name, address, Map.copyOf(facts), offset);
    }

    private static List<String> ssh(List<String> words) {
        var line = new ArrayList<>(List.of("ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=5"));
        line.addAll(List.of("-o", "ServerAliveInterval=2", "-o", "ServerAliveCountMax=3"));
        var config = System.getenv("THREADWALL_SSH_CONFIG");
        if (config != null) {
            line.addAll(List.of("-F", config));
        }
        line.addAll(words);
        return line;
    }

    /** Runs a command with {@code host.sh} as its standard input; returns what it prints. */
    private String run(List<String> command, String name)
            throws PreconditionException, IOException, InterruptedException {
        var process = new ProcessBuilder(command)
                .redirectInput(home.resolve("loadgen/tsung/host.sh").toFile())
                .redirectErrorStream(true)
                .start();
        try (var output = process.getInputStream()) {
            var said = new String(output.readAllBytes());
            if (!process.waitFor(SSH_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw PreconditionException.environment(
                        "%s is not reached by ssh: %s; see that `ssh %s true` works without a password",
                        name, said.strip().lines().reduce((first, last) -> last).orElse("no reason was given"), name);
            }
            return said;
        } catch (IOException e) {
            throw PreconditionException.environment("%s is not reached: ssh is missing (%s)", name, e.getMessage());
        } finally {
            process.destroyForcibly();
        }
    }
}
