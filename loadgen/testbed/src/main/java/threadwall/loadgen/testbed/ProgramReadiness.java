package threadwall.loadgen.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import threadwall.loadgen.http.HttpConnection;
import threadwall.loadgen.http.SingleRequest;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;
import threadwall.process.ProcessTree;
import threadwall.process.socket.ListeningSocket;
import threadwall.process.socket.PortOwner;
import threadwall.process.socket.SockDiag;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Program;

/**
 * Finds out when a user's program can answer: when a path of its own has status 200, or any path a status, at the address
 * where the program is to listen.
 *
 * @param url at which it is to listen
 * @param path and query of the requests
 * @param ok whether the status has to be 200; otherwise only 503 says that it is not ready
 * @param timeout how long that may take
 * @param requestTimeout how long a response may take
 */
record ProgramReadiness(URI url, String path, boolean ok, Duration timeout, Duration requestTimeout) {

    private static final Duration READY_TIMEOUT = Duration.ofSeconds(2);

    /** To look at what it does instead. */
    private static final Duration LOOK = Duration.ofSeconds(10);

    private static final long PAUSE_MILLIS = 50;
    private static final int UNAVAILABLE = 503;

    /** Listening sockets are older than connections, so they have low numbers; a program may open its files before. */
    private static final int DESCRIPTORS = 1_000;

    /** Of one process of a step. */
    static ProgramReadiness of(StepPlan step, StepPlan.Shard shard, Program program) {
        return new ProgramReadiness(
                URI.create(shard.url()),
                program.ready() == null ? step.load().route() : program.ready(),
                program.ready() != null,
                Duration.ofSeconds(program.readySeconds()),
                program.ready() == null ? Duration.ofSeconds(step.load().timeoutSeconds()) : READY_TIMEOUT);
    }

    /** How long {@link #await} takes at most. */
    Duration longest() {
        return timeout.plus(requestTimeout.multipliedBy(2)).plus(LOOK);
    }

    /**
     * Waits until it can answer.
     *
     * @param root the process that was started
     * @return PID of the process that listens: {@code root} or a descendant
     * @throws StartFailed when it has ended, is not ready in time, or another process listens there, in words that follow
     *     the program's name
     */
    long await(long root, BooleanSupplier alive) throws StartFailed, IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            if (!alive.getAsBoolean() || !isAlive(root)) {
                throw new StartFailed(
                        "has ended before it answered at %s; its command has to stay in the foreground".formatted(url));
            }
            var missing = missing();
            var listening = missing.isEmpty() ? listening() : List.<Long>of();
            var own = new ProcessTree(root).pids();
            var answering = listening.stream().filter(own::contains).findFirst();
            if (answering.isPresent()) {
                return answering.get();
            }
            if (!listening.isEmpty() && isAlive(root)) {
                throw new StartFailed(
                        "does not listen at %s, but process %s does, which is none of its children: end that process, or load it by its URL"
                                .formatted(url, listening.getFirst()));
            }
            if (System.nanoTime() > deadline) {
                throw new StartFailed("was not ready within %d s: %s%s"
                        .formatted(
                                timeout.toSeconds(),
                                missing.orElse("its process has stopped listening"),
                                elsewhere(root)));
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** What it lacks, in words; empty when it is ready. */
    private Optional<String> missing() {
        try {
            var response = SingleRequest.get(url, path, requestTimeout);
            int status = response.status();
            var location = response.headers().get("location");
            return (ok ? status == 200 : status != UNAVAILABLE)
                    ? Optional.empty()
                    : Optional.of("%s%s has status %d%s"
                            .formatted(url, path, status, location == null ? "" : ", which leads to " + location));
        } catch (HttpConnection.Unreachable e) {
            return Optional.of("nothing listens at %s".formatted(url));
        } catch (IOException e) {
            return Optional.of("%s%s: %s".formatted(url, path, e.getMessage()));
        }
    }

    private List<Long> listening() throws StartFailed, IOException {
        try {
            return PortOwner.listening(InetAddress.getByName(url.getHost()), url.getPort());
        } catch (AccessDeniedException e) {
            throw new StartFailed(
                    "does not listen at %s, but another user's process does: run threadwall as that user, or as root"
                            .formatted(url));
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    /** Where it listens instead; empty if it listens at the port that it was given. */
    private String elsewhere(long root) throws IOException {
        List<ListeningSocket> listeners;
        try (var sockets = SockDiag.open()) {
            listeners = sockets.listeners(SockDiag.EVERY_PORT);
        }
        var inodes = listeners.stream().map(ListeningSocket::inode).collect(Collectors.toSet());
        var held = new ProcessTree(root)
                .pids().stream()
                        .flatMap(pid -> PortOwner.held(pid, inodes, DESCRIPTORS).stream())
                        .collect(Collectors.toSet());
        var own = listeners.stream()
                .filter(listener -> held.contains(listener.inode()))
                .toList();
        if (own.stream().anyMatch(listener -> listener.port() == url.getPort())) {
            return "";
        }
        var places = own.stream()
                .map(listener -> listener.address().getHostAddress() + ":" + listener.port())
                .sorted()
                .collect(Collectors.joining(", "));
        return places.isEmpty() ? "" : ", but it listens at %s: use {host} and {port} in its command".formatted(places);
    }
}
