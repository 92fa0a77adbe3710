package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.loadgen.sweep.plan.LoadLength;
import threadwall.loadgen.sweep.step.ScarcePorts;
import threadwall.loadgen.sweep.step.StepRunner;
import threadwall.loadgen.sweep.step.TimeWaitRoom;
import threadwall.loadgen.sweep.step.WarmUp;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.loadgen.testbed.database.SharedDatabase;
import threadwall.process.Progress;
import threadwall.process.proc.ProcStat;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketFilter;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;

/** The server of a step after start, check of its answers and warm-up, without connections. Closing stops it. */
public final class WarmServer implements AutoCloseable {

    /**
     * Of a server's CPU time, what its JVM may take for compiling in the last load before the measured ones. After one
     * load with a connection for each request, kilim took 7.8 µs of user time for a request, and after four 4.1 to 4.7.
     */
    private static final double COMPILING_SHARE = 0.01;

    private static final int MAX_REHEARSALS = 6;

    /** How long a process may take to exit after it was killed: for itself, and for each of its connections. */
    private static final Duration EXIT = Duration.ofSeconds(1);

    private static final Duration EXIT_OF_A_CONNECTION = Duration.ofNanos(20_000);

    private final Path home;
    private final Path folder;
    private final StepPlan step;
    private final Optional<SharedDatabase> database;
    private final Progress progress;
    private final ServerShards shards;

    /** @param folder the step's own */
    private WarmServer(Path home, Path folder, StepPlan step, Optional<SharedDatabase> database, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.step = step;
        this.database = database;
        this.progress = progress;
        this.shards = new ServerShards(home, folder, step, database);
    }

    /**
     * @param folder the run's, in which the step gets one of its own
     * @param postgres the server's database; empty when it needs none
     * @throws StepFailedException when the start, the check or the warm-up failed; the server is stopped then
     */
    public static WarmServer start(
            Path home, Path folder, StepPlan step, Optional<PostgresServer> postgres, Progress progress)
            throws StepFailedException, IOException, InterruptedException {
        var database = postgres.map(running -> new SharedDatabase(running.url(), Optional.of(running.processes())));
        var server = new WarmServer(home, StepRunner.createFolder(folder, step), step, database, progress);
        var shards = server.shards;
        try {
            TimeWaitRoom.awaitRoomFor(TimeWaitRoom.leftByWarmUp(step), progress);
            progress.phase("starting");
            shards.start();
            try (var verifier = StepRunner.verifier(step, home)) {
                server.check(verifier);
            }
            new WarmUp(home, server.folder, step, progress, pids -> {}).run(shards);
            return server;
        } catch (StepFailedException e) {
            var explained = server.explained(e);
            server.close();
            throw explained;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** The same failure, or how the server ended. */
    private StepFailedException explained(StepFailedException failure) {
        return shards.death().map(StepFailedException::new).orElse(failure);
    }

    private void check(AnswerVerifier verifier) throws StepFailedException, IOException, InterruptedException {
        shards.checkIdentity();
        var fault = verifier.checkBeforeLoad();
        if (fault.isPresent()) {
            throw new StepFailedException("wrong answer: " + fault.get());
        }
    }

    /** Runs the measured load of its step once without measuring it, and waits until its connections are closed. */
    public void load() throws StepFailedException, IOException, InterruptedException {
        load(step);
    }

    private void load(StepPlan of) throws StepFailedException, IOException, InterruptedException {
        var loads = of.clients().stream().map(StepPlan.Client::measured).toList();
        new WarmUp(home, folder, of, progress, pids -> {}).load(shards, LoadEngine.of(of), loads, clients -> {});
    }

    /**
     * Checks answers and loads as {@link #measure} does, without measuring, and again until the JVM hardly compiles any
     * more. The checks before a load are a part of it: their requests have other routes and headers than those of the load, so a
     * JVM that did not compile for them discards its code when they come.
     */
    void rehearse() throws StepFailedException, IOException, InterruptedException {
        double compiling = 1;
        int loads = 0;
        while (compiling > COMPILING_SHARE && loads < MAX_REHEARSALS) {
            loads++;
            var rehearsal = LoadLength.rehearsal(step, loads);
            TimeWaitRoom.awaitRoomFor(TimeWaitRoom.leftByLoad(step), progress);
            ScarcePorts.await(rehearsal, progress);
            progress.phase("load %d without measuring".formatted(loads));
            try {
                compiling = compilingIn(rehearsal);
            } catch (StepFailedException e) {
                throw explained(e);
            }
        }
        if (compiling > COMPILING_SHARE) {
            progress.note("%s: after %d loads its JVM still compiles, for %.1f %% of its CPU time"
                    .formatted(step.server(), loads, 100 * compiling));
        }
    }

    /** @return what the JVM compiled under a load, as a share of the server's CPU time; 0 of a server that is no JVM */
    private double compilingIn(StepPlan rehearsal) throws StepFailedException, IOException, InterruptedException {
        var cpu = shards.cpu();
        var compiled = shards.compilationSeconds();
        try (var verifier = StepRunner.verifier(step, home)) {
            check(verifier);
            verifier.start(step.load().verifiers());
            load(rehearsal);
        }
        var now = shards.compilationSeconds();
        return compiled == null || now == null
                ? 0
                : (now - compiled) / shards.cpu().since(cpu).seconds();
    }

    /**
     * Measures the load of a step as a sweep does.
     *
     * @param folder the run's, in which the step gets one of its own
     * @param step whose server is this one
     */
    StepRecord measure(Path folder, StepPlan step) throws IOException, InterruptedException {
        return new StepRunner(home, StepRunner.createFolder(folder, step), step, database, false, progress)
                .runOn(shards);
    }

    /**
     * Stops it, so that nothing else can be done with it.
     *
     * @param extra time beyond the usual limit, after which it is killed and its counters are lost
     */
    ServerShards.Counted stop(Duration extra) throws IOException, InterruptedException {
        return shards.stop(extra);
    }

    /** PIDs of its processes that answer, one for each address. */
    public List<Long> pids() {
        return shards.answering();
    }

    /** Open descriptors of all its processes; {@code null} where they are not readable. */
    Long descriptors() {
        var counts = shards.pids().stream().map(ProcStat::openDescriptors).toList();
        return counts.stream().allMatch(OptionalLong::isPresent)
                ? Long.valueOf(
                        counts.stream().mapToLong(OptionalLong::getAsLong).sum())
                : null;
    }

    /**
     * VmRSS of all its processes.
     *
     * @throws StepFailedException when it has exited
     */
    public long rssBytes() throws StepFailedException {
        shards.throwIfDead();
        return shards.reading().rssBytes();
    }

    /**
     * Call this after a connection was lost: the kernel closes the connections of a process before its end can be seen.
     *
     * @param connections that it had
     * @throws StepFailedException when it has exited, or does so within a second or more
     */
    void requireAlive(int connections) throws StepFailedException, InterruptedException {
        shards.throwIfDeadWithin(EXIT.plus(EXIT_OF_A_CONNECTION.multipliedBy(connections)));
    }

    /** PSS of all its processes; {@code null} if not readable. */
    public Long pssBytes() {
        return shards.pssBytes();
    }

    /** Counts the connections to it from these addresses that are open at both ends. */
    public int open(List<String> sources) throws IOException {
        try (var sockets = SockDiag.open()) {
            return sockets.count(shards.port(), SocketFilter.ESTABLISHED.from(addresses(sources)))
                    .total();
        }
    }

    private static Set<InetAddress> addresses(List<String> sources) throws IOException {
        Set<InetAddress> addresses = new HashSet<>();
        for (var source : sources) {
            addresses.add(InetAddress.getByName(source));
        }
        return addresses;
    }

    @Override
    public void close() {
        try {
            shards.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
