package threadwall.doctor;

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

/** Opens connections over loopback from one child to another until there can be no more. */
final class ConnectionProbe {

    private static final Duration LOOK = Duration.ofMillis(100);
    private static final Duration START_BOUND = Duration.ofSeconds(30);

    private static final String LOOPBACK = "127.0.0.1";
    private static final String FILE_MAX = "fs.file-max";
    private static final int LOOPBACK_MILLIS = 5_000;

    private final ProbeChild server;
    private final ProbeChild client;
    private final OpenFileReserve reserve;
    private final LongFunction<Diagnosis> doctor;
    private final List<KneeDetection.Open> opened = new ArrayList<>();
    private long own;
    private int port;

    private ConnectionProbe(
            ProbeChild server, ProbeChild client, OpenFileReserve reserve, LongFunction<Diagnosis> doctor) {
        this.server = server;
        this.client = client;
        this.reserve = reserve;
        this.doctor = doctor;
    }

    /** @param doctor reads and judges the limits on connections, for a server with so many descriptors of its own */
    static ProbeFindings run(
            Path home, ProbeUser user, LongFunction<Diagnosis> doctor, Duration bound, Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        requireLoopback();
        try (var server = ProbeChild.start(home, user, ConnectionServerMain.class);
                var client = ProbeChild.start(home, user, ConnectionClientMain.class);
                var reserve = OpenFileReserve.hold()) {
            return new ConnectionProbe(server, client, reserve, doctor).countUp(bound, progress);
        }
    }

    /** A network namespace begins with a loopback that is down: no connection there is no limit's doing. */
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

    private ProbeFindings countUp(Duration bound, Progress progress)
            throws IOException, InterruptedException, PreconditionException {
        port = server.next(START_BOUND)
                .map(line -> Integer.parseInt(line.split(" ")[1]))
                .orElseThrow(() -> PreconditionException.environment(
                        "the server does not listen: %s", server.printed().head()));
        own = Math.max(descriptors(server), descriptors(client));
        var foretold = doctor.apply(own);
        var before = read(foretold, reserve.openFiles());
        var counting = new ProbeProgress("connections", foretold, bound, progress);
        client.send("CONNECT " + port);
        var failure = Optional.<ProbeFailure>empty();
        while (failure.isEmpty()) {
            failure = look();
            if (failure.isEmpty() && counting.isOver()) {
                failure = Optional.of(counting.outOfTime(count()));
            }
            counting.tell(count());
        }
        var atWall = readAtWall(foretold, before);
        return new ProbeFindings(
                foretold,
                count(),
                failure.get(),
                LimitUsage.between(foretold, before, atWall),
                KneeDetection.of(opened),
                counting.seconds());
    }

    /**
     * Of children that are gone, only what the kernel counted. When the machine has no more files we have none for
     * reading either, but for those held back; where others were quicker to take these, too, their number has to do.
     */
    private LimitUsage readAtWall(Diagnosis foretold, LimitUsage before) throws IOException {
        long files = reserve.openFiles();
        reserve.release();
        try {
            return read(foretold, files);
        } catch (PreconditionException | IOException unreadable) {
            return before.withRefusalsOf(LimitUsage.of(doctor.apply(own), Map.of()))
                    .withUsed(FILE_MAX, files);
        }
    }

    /** Hears the server first: what it cannot accept, the client waits for in vain. */
    private Optional<ProbeFailure> look() throws IOException {
        var said = server.next(Duration.ZERO);
        var failure = said.isPresent()
                ? said.flatMap(line -> heard("the server", line))
                : client.next(LOOK).flatMap(line -> heard("the client", line));
        return failure.or(() -> gone("the client", client)).or(() -> gone("the server", server));
    }

    private long count() {
        return opened.isEmpty() ? 0 : opened.getLast().count();
    }

    /** "OPEN N NANOS" or "FAILED N MESSAGE", whose N is the exact count. */
    private Optional<ProbeFailure> heard(String who, String line) {
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
                        ? new ProbeFailure(ProbeFailure.Kind.SILENT, null, "%s: %s".formatted(who, words[2]))
                        : new ProbeFailure(
                                ProbeFailure.Kind.REFUSED, errno, "%s got %s (%s)".formatted(who, errno, words[2])));
    }

    private static Optional<ProbeFailure> gone(String who, ProbeChild child) {
        return child.isAlive()
                ? Optional.empty()
                : Optional.of(ProbeFailure.ofEnd(
                        who, child.exitCode(), child.printed().lines()));
    }

    private static long descriptors(ProbeChild child) throws PreconditionException {
        return ProcStat.openDescriptors(child.pid())
                .orElseThrow(() -> PreconditionException.environment("cannot count the descriptors of our own child"));
    }

    private LimitUsage read(Diagnosis foretold, long openFiles) throws IOException, PreconditionException {
        var mine = new HashMap<String, Long>();
        long descriptors = Math.max(descriptors(server), descriptors(client));
        long connections = connections();
        mine.put(FILE_MAX, openFiles);
        for (var wall : foretold.walls()) {
            if (wall.scope() == LimitScope.ADDRESS_PAIR) {
                mine.put(wall.limit(), wall.used() + connections);
            } else if (wall.limit().startsWith("RLIMIT_NOFILE")) {
                mine.put(wall.limit(), descriptors);
            }
        }
        return LimitUsage.of(doctor.apply(own), mine);
    }

    /** By the kernel's count, at the server. */
    private long connections() throws IOException {
        try (var sockets = SockDiag.open()) {
            var local = SocketFilter.ESTABLISHED.at(InetAddress.getByName(LOOPBACK));
            return sockets.count(port, local).established();
        }
    }
}
