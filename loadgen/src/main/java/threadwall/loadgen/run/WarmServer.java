package threadwall.loadgen.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import threadwall.loadgen.engine.Engine;
import threadwall.loadgen.plan.Route;
import threadwall.loadgen.proc.SockDiag;
import threadwall.loadgen.proc.SocketFilter;
import threadwall.loadgen.verify.Verifier;
import threadwall.loadgen.verify.Version;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;

/** The one server of a step: started, its answers verified, warmed up, and left without a connection. Ended when closed. */
public final class WarmServer implements AutoCloseable {

    private final Path home;
    private final StepPlan step;
    private final Optional<Database> database;
    private final Progress progress;
    private final Shards shards;
    private final WarmUp warmUp;
    private final URI url;

    private WarmServer(
            Path home,
            StepPlan step,
            Optional<Database> database,
            Progress progress,
            Shards shards,
            WarmUp warmUp,
            URI url) {
        this.home = home;
        this.step = step;
        this.database = database;
        this.progress = progress;
        this.shards = shards;
        this.warmUp = warmUp;
        this.url = url;
    }

    /**
     * @param folder the run's, in which the step gets one of its own
     * @param postgres the one that the server may need; empty when it needs none
     * @throws StepFailed when it does not come so far; nothing is left then
     */
    public static WarmServer start(
            Path home, Path folder, StepPlan step, Optional<Postgres> postgres, Progress progress)
            throws StepFailed, IOException, InterruptedException {
        var database = postgres.map(running -> new Database(running.url(), Optional.of(running.processes())));
        var stepFolder = StepRunner.createFolder(folder, step);
        var shards = new Shards(home, stepFolder, step, database);
        var warmUp = new WarmUp(home, stepFolder, step, progress, pids -> {});
        var server = new WarmServer(
                home,
                step,
                database,
                progress,
                shards,
                warmUp,
                URI.create(step.shards().getFirst().url()));
        try {
            TimeWait.awaitRoomFor(TimeWait.leftByWarmUp(step), progress);
            progress.phase("starting");
            shards.start();
            shards.checkIdentity();
            server.verify();
            warmUp.run(shards);
            return server;
        } catch (StepFailed e) {
            var death = shards.death();
            server.close();
            throw death.isPresent() ? new StepFailed(death.get()) : e;
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private Verifier verifier() throws IOException {
        return new Verifier(
                List.of(url),
                new Route(step.route()),
                step.keepAlive(),
                Version.of(Engine.of(step)),
                step.timeoutSeconds() * 1_000);
    }

    private void verify() throws StepFailed, IOException {
        try (var verifier = verifier()) {
            var fault = verifier.checkBeforeLoad();
            if (fault.isPresent()) {
                throw new StepFailed("wrong answer: " + fault.get());
            }
        }
    }

    /** Runs the load that its step would measure, once, until the connections are gone. */
    public void load() throws StepFailed, IOException, InterruptedException {
        var commands = step.clients().stream().map(StepPlan.Client::command).toList();
        warmUp.load(shards, commands, clients -> {});
    }

    /** Its step's load once and unmeasured, answers checked beside it: a JVM compiles for that mix of requests, too. */
    void rehearse() throws StepFailed, IOException, InterruptedException {
        TimeWait.awaitRoomFor(TimeWait.leftByLoad(step), progress);
        progress.phase("rehearsing");
        try (var verifier = verifier()) {
            verifier.start(step.verifiers());
            load();
        }
    }

    /**
     * Measures the load of a step as a sweep does.
     *
     * @param folder the run's, in which the step gets one of its own
     * @param step one for this server: the command that starts it is this one's
     */
    StepRecord measure(Path folder, StepPlan step) throws IOException, InterruptedException {
        return new StepRunner(home, StepRunner.createFolder(folder, step), step, database, false, progress)
                .runOn(shards);
    }

    public URI url() {
        return url;
    }

    public long pid() {
        return shards.pids().getFirst();
    }

    /**
     * VmRSS of all its processes.
     *
     * @throws StepFailed when it is gone
     */
    public long rssBytes() throws StepFailed {
        shards.throwIfDead();
        return shards.reading().rssBytes();
    }

    /** PSS of all its processes; {@code null} where they are not ours to read. */
    public Long pssBytes() {
        return shards.pssBytes();
    }

    /** Connections to it from these addresses that neither side has closed. */
    public int open(List<String> sources) throws IOException {
        try (var sockets = SockDiag.open()) {
            return sockets.count(url.getPort(), SocketFilter.ESTABLISHED.from(addresses(sources)))
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
        shards.close();
    }
}
