package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import threadwall.loadgen.engine.LoadEngine;
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

    private final Path home;
    private final StepPlan step;
    private final Optional<SharedDatabase> database;
    private final Progress progress;
    private final ServerShards shards;
    private final WarmUp warmUp;

    /** @param folder the step's own */
    private WarmServer(Path home, Path folder, StepPlan step, Optional<SharedDatabase> database, Progress progress) {
        this.home = home;
        this.step = step;
        this.database = database;
        this.progress = progress;
        this.shards = new ServerShards(home, folder, step, database);
        this.warmUp = new WarmUp(home, folder, step, progress, pids -> {});
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
            shards.checkIdentity();
            server.verify();
            server.warmUp.run(shards);
            return server;
        } catch (StepFailedException e) {
            var death = shards.death();
            server.close();
            throw death.isPresent() ? new StepFailedException(death.get()) : e;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private void verify() throws StepFailedException, IOException, InterruptedException {
        try (var verifier = StepRunner.verifier(step, home)) {
            var fault = verifier.checkBeforeLoad();
            if (fault.isPresent()) {
                throw new StepFailedException("wrong answer: " + fault.get());
            }
        }
    }

    /** Runs the measured load of its step once without measuring it, and waits until its connections are closed. */
    public void load() throws StepFailedException, IOException, InterruptedException {
        var loads = step.clients().stream().map(StepPlan.Client::measured).toList();
        warmUp.load(shards, LoadEngine.of(step), loads, clients -> {});
    }

    /** The same with answers verified meanwhile, so that a JVM compiles for that mix of requests. */
    void rehearse() throws StepFailedException, IOException, InterruptedException {
        TimeWaitRoom.awaitRoomFor(TimeWaitRoom.leftByLoad(step), progress);
        progress.phase("loading without measuring");
        try (var verifier = StepRunner.verifier(step, home)) {
            verifier.start(step.load().verifiers());
            load();
        }
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
