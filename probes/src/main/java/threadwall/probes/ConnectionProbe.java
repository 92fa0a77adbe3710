package threadwall.probes;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitScope;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.process.proc.ProcStat;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketFilter;

/** Opens connections over loopback from one child JVM to another until one more fails. */
public final class ConnectionProbe {

    private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(100);
    private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

    private static final String LOOPBACK = "127.0.0.1";
    private static final String FILE_MAX = "fs.file-max";
    private static final int LOOPBACK_MILLIS = 5_000;

    private final ProbeChild server;
    private final ProbeChild client;
    private final OpenFileReserve reserve;
    private final LongFunction<Diagnosis> diagnose;
    private final List<KneeDetection.Open> opened = new ArrayList<>();
    private long ownDescriptors;
    private int port;

    private ConnectionProbe(
            ProbeChild server, ProbeChild client, OpenFileReserve reserve, LongFunction<Diagnosis> diagnose) {
        this.server = server;
        this.client = client;
        this.reserve = reserve;
        this.diagnose = diagnose;
    }

    /** @param diagnose reads the limits on connections now and assesses them, for a server with so many descriptors of its own */
    public static ProbeFindings run(
            Path home, ProbeUser user, LongFunction<Diagnosis> diagnose, Duration timeLimit, Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        requireLoopback();
        try (var server = ProbeChild.start(home, user, ConnectionServerMain.class);
                var client = ProbeChild.start(home, user, ConnectionClientMain.class);
                var reserve = OpenFileReserve.hold()) {
            return new ConnectionProbe(server, client, reserve, diagnose).countUp(timeLimit, progress);
        }
    }

    /** In a new network namespace the loopback is down; a failure there is not the effect of a limit. */
    private static void requireLoopback() throws PreconditionException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK));
                var socket = new Socket()) {
            socket.setSoLinger(true, 0);
            socket.connect(listener.getLocalSocketAddress(), LOOPBACK_MILLIS);
        } catch (IOException unreachable) {
            throw PreconditionException.environment(
                    "cannot connect to %s (%s); if the loopback is down: ip link set lo up",
                    LOOPBACK, unreachable.getMessage());
        }
    }

    private ProbeFindings countUp(Duration timeLimit, Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        port = server.receive(START_TIMEOUT)
                .map(line -> Integer.parseInt(line.split(" ")[1]))
                .orElseThrow(() -> PreconditionException.environment(
                        "the probe's server does not listen: %s",
                        server.printed().firstLine()));
        ownDescriptors = Math.max(descriptors(server), descriptors(client));
        var prediction = diagnose.apply(ownDescriptors);
        var before = usage(prediction, reserve.openFiles());
        var counting = new ProbeProgress("connections", prediction, timeLimit, progress);
        client.send("CONNECT " + port);
        var failure = Optional.<ProbeFailure>empty();
        while (failure.isEmpty()) {
            failure = failure();
            if (failure.isEmpty() && counting.isOver()) {
                failure = Optional.of(counting.outOfTime(count()));
            }
            counting.count(count());
        }
        var atLimit = readAtLimit(before);
        return new ProbeFindings(
                prediction,
                count(),
                failure.get(),
                LimitUsage.between(prediction, before, atLimit),
                KneeDetection.of(opened),
                counting.seconds());
    }

    /**
     * Of children that are gone, only the kernel's counts are read. When the machine has no more open files, the reserve is
     * released for this reading. If other processes take the reserve first, the number of open files is used instead.
     */
    private LimitUsage readAtLimit(LimitUsage before) throws IOException {
        long files = reserve.openFiles();
        reserve.release();
        try {
            return usage(diagnose.apply(ownDescriptors), files);
        } catch (PreconditionException | IOException unreadable) {
            return before.withRefusalsOf(LimitUsage.of(diagnose.apply(ownDescriptors), Map.of()))
                    .withUsed(FILE_MAX, files);
        }
    }

    /** Reads the server first: the client waits in vain for a connection that the server cannot accept. */
    private Optional<ProbeFailure> failure() throws IOException {
        var line = server.receive(Duration.ZERO);
        var failure = line.isPresent()
                ? line.flatMap(text -> parse("the server", text))
                : client.receive(SAMPLE_INTERVAL).flatMap(text -> parse("the client", text));
        return failure.or(() -> ended("the client", client)).or(() -> ended("the server", server));
    }

    private long count() {
        return opened.isEmpty() ? 0 : opened.getLast().count();
    }

    /** "OPEN N NANOS" or "FAILED N MESSAGE", whose N is the exact count. */
    private Optional<ProbeFailure> parse(String process, String line) {
        var words = line.split(" ", 3);
        long count = Long.parseLong(words[1]);
        if (words[0].equals("OPEN")) {
            opened.add(new KneeDetection.Open(count, Long.parseLong(words[2]) / 1e9));
            return Optional.empty();
        }
        double last = opened.isEmpty() ? 0 : opened.getLast().seconds();
        opened.add(new KneeDetection.Open(count, last));
        var errno = SocketErrno.of(words[2]);
        return Optional.of(
                errno == null
                        ? new ProbeFailure(ProbeFailure.Kind.SILENT, null, "%s: %s".formatted(process, words[2]))
                        : new ProbeFailure(
                                ProbeFailure.Kind.REFUSED,
                                errno,
                                "%s got %s (%s)".formatted(process, errno, words[2])));
    }

    private static Optional<ProbeFailure> ended(String process, ProbeChild child) {
        return child.isAlive()
                ? Optional.empty()
                : Optional.of(ProbeFailure.ofEnd(
                        process, child.exitCode(), child.printed().lines()));
    }

    private static long descriptors(ProbeChild child) throws PreconditionException {
        return ProcStat.openDescriptors(child.pid())
                .orElseThrow(() ->
                        PreconditionException.environment("cannot read the descriptors of the child JVM in /proc"));
    }

    private LimitUsage usage(Diagnosis now, long openFiles) throws IOException, PreconditionException {
        var own = new HashMap<String, Long>();
        long descriptors = Math.max(descriptors(server), descriptors(client));
        long connections = connections();
        own.put(FILE_MAX, openFiles);
        for (var limit : now.limits()) {
            if (limit.scope() == LimitScope.ADDRESS_PAIR) {
                own.put(limit.name(), limit.used() + connections);
            } else if (limit.name().startsWith("RLIMIT_NOFILE")) {
                own.put(limit.name(), descriptors);
            }
        }
        return LimitUsage.of(now, own);
    }

    /** As the kernel counts them at the server. */
    private long connections() throws IOException {
        try (var sockets = SockDiag.open()) {
            var local = SocketFilter.ESTABLISHED.at(InetAddress.getByName(LOOPBACK));
            return sockets.count(port, local).established();
        }
    }
}
