package threadwall.loadgen.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import threadwall.loadgen.ab.RequestLog;
import threadwall.loadgen.plan.Planner;
import threadwall.loadgen.plan.Route;
import threadwall.loadgen.proc.KernelCounters;
import threadwall.loadgen.proc.NetCounters;
import threadwall.loadgen.proc.SockDiag;
import threadwall.loadgen.proc.SocketFilter;
import threadwall.loadgen.proc.SocketMemory;
import threadwall.loadgen.verify.Verifier;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Verified;

/**
 * Runs one step: wait for room · start the servers · verify answers · warm up · load, sample and verify · stop. Whatever
 * happens on the way becomes the step's record; nothing that it started is left.
 */
final class StepRunner {

    private static final Duration DRAIN = Duration.ofSeconds(30);

    /** A server below this share of a core has nothing left to compile; it is given up to ten looks to get there. */
    private static final double RESTING_SHARE_OF_CORE = 0.1;

    private static final Duration REST_LOOK = Duration.ofMillis(200);
    private static final int REST_LOOKS = 10;

    private final Path home;
    private final Path folder;
    private final StepPlan step;
    private final Progress progress;
    private final Optional<Database> database;
    private final Instant at = Instant.now();
    private final long started = System.nanoTime();
    private final Measured measured = new Measured();

    /**
     * @param folder the step's own, which must exist
     * @param database what {@link threadwall.loadgen.plan.Servers#POSTGRES_URL} stands for; empty when no server needs one
     */
    StepRunner(Path home, Path folder, StepPlan step, Optional<Database> database, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.step = step;
        this.database = database;
        this.progress = progress;
    }

    StepRecord run() throws InterruptedException {
        String failure = null;
        try (var shards = new Shards(home, folder, step, database)) {
            try {
                measured.waitedForTimeWait = TimeWait.awaitRoomFor(
                        step,
                        sockets -> progress.phase("waiting for room: %,d sockets in TIME_WAIT, this step adds %,d"
                                .formatted(sockets, TimeWait.leftBy(step))));
                progress.phase("starting");
                shards.start();
                measure(shards);
            } catch (StepFailed e) {
                failure = shards.death().orElse(e.getMessage());
            }
            progress.phase("stopping");
            measured.handlerPeak = shards.stop();
        } catch (IOException e) {
            failure = "%s: %s".formatted(e.getClass().getSimpleName(), e.getMessage());
        }
        return measured.record(at, (System.nanoTime() - started) / 1e9, step, failure);
    }

    private void measure(Shards shards) throws StepFailed, IOException, InterruptedException {
        var servers =
                step.shards().stream().map(shard -> URI.create(shard.url())).toList();
        var route = new Route(step.route());
        try (var verifier = new Verifier(servers, route, step.keepAlive(), step.timeoutSeconds() * 1_000)) {
            progress.phase("verifying answers");
            shards.checkIdentity();
            var fault = verifier.checkBeforeLoad();
            if (fault.isPresent()) {
                measured.verified = new Verified(1, 0, 1, fault.get());
                return;
            }
            measured.idle = shards.reading();
            measured.limitsBefore = shards.limits();
            warmUp(shards);
            progress.phase("loading: %,d requests".formatted(step.requests()));
            load(shards, verifier);
            measured.limitsAfter = shards.limits();
            measured.pssAfterLoadBytes = shards.pssBytes();
            awaitDrained();
        }
    }

    private void warmUp(Shards shards) throws StepFailed, IOException, InterruptedException {
        var commands = step.clients().stream().map(StepPlan.Client::warmUp).toList();
        for (int round = 1; round <= step.warmUpRounds(); round++) {
            progress.phase("warming up: %,d requests, round %d of %d"
                    .formatted(step.warmUpRequests(), round, step.warmUpRounds()));
            try (var clients = Clients.start(home, folder.resolve("warm-up"), commands)) {
                clients.await(() -> shards.death().isEmpty());
            }
            shards.throwIfDead();
            awaitDrained();
            awaitRest(shards);
        }
    }

    /** Under load a compiler has to share its cores; while the server rests it works off what the load left it to do. */
    private static void awaitRest(Shards shards) throws InterruptedException {
        double busy = Double.MAX_VALUE;
        for (int look = 0; look < REST_LOOKS && busy > RESTING_SHARE_OF_CORE; look++) {
            double before = shards.cpuSeconds();
            Thread.sleep(REST_LOOK);
            busy = (shards.cpuSeconds() - before) / (REST_LOOK.toMillis() / 1e3);
        }
    }

    private void load(Shards shards, Verifier verifier) throws StepFailed, IOException, InterruptedException {
        var sources = step.clients().stream().map(StepPlan.Client::source).collect(Collectors.toSet());
        var commands = step.clients().stream().map(StepPlan.Client::command).toList();
        measured.timeWaitBefore = SocketMemory.read().timeWait();
        var net = NetCounters.read();
        var kernel = KernelCounters.read();
        double cpu = shards.cpuSeconds();
        var processes = database.flatMap(Database::processes);
        var databaseCpu = processes.map(ProcessTree::cpuSeconds);
        try (var sampler = new Sampler(folder, shards.port(), shards.pids(), sources)) {
            try (var clients = Clients.start(home, folder.resolve("ab"), commands)) {
                verifier.start(step.verifiers());
                measured.clients = clients.await(() -> shards.death().isEmpty());
            } catch (StepFailed e) {
                // ab cannot say why it waited in vain; who reads answers in full may know
                var seen = verifier.firstWrong();
                throw seen.isEmpty() ? e : new StepFailed(e.getMessage() + "; an answer checked: " + seen.get());
            } finally {
                measured.peaks = sampler.finish();
            }
            shards.throwIfDead();
            measured.serverCpuSeconds = shards.cpuSeconds() - cpu;
            long underLoad = verifier.checked();
            databaseCpu.ifPresent(
                    before -> measured.databaseCpuSeconds = processes.get().cpuSeconds() - before);
            measured.databasePssBytes = processes.map(ProcessTree::pssBytes).orElse(null);
            measured.net = NetCounters.read().minus(net);
            measured.contextSwitches = KernelCounters.read().contextSwitchesSince(kernel);
            measured.timeWaitAfter = SocketMemory.read().timeWait();
            progress.phase("verifying answers");
            measured.verified = verifier.finish(Planner.ANSWERS_CHECKED, underLoad);
            measured.unreachable = verifier.unreachable().orElse(null);
        }
        measured.latency = RequestLog.merge(logs()).orElse(null);
    }

    private List<Path> logs() {
        var logs = new ArrayList<Path>();
        for (var client : step.clients()) {
            var command = client.command();
            logs.add(home.resolve(command.get(command.indexOf("-g") + 1)));
        }
        return logs;
    }

    /** A server whose earlier connections are still closing is not loaded again. */
    private void awaitDrained() throws StepFailed, IOException, InterruptedException {
        long deadline = System.nanoTime() + DRAIN.toNanos();
        try (var sockets = SockDiag.open()) {
            for (int open = connections(sockets); open > 0; open = connections(sockets)) {
                if (System.nanoTime() > deadline) {
                    throw new StepFailed("%,d connections were still not closed %d s after the load"
                            .formatted(open, DRAIN.toSeconds()));
                }
                Thread.sleep(50);
            }
        }
    }

    /** Connections at the servers from our {@code ab}s: those of others may stay as long as they like. */
    private int connections(SockDiag sockets) throws IOException {
        var ours = SocketFilter.CONNECTIONS.from(sources());
        int open = 0;
        for (var shard : step.shards()) {
            var url = URI.create(shard.url());
            // by address too: a stranger may have the port as its source port
            open += sockets.count(url.getPort(), ours.at(InetAddress.getByName(url.getHost())))
                    .total();
        }
        return open;
    }

    /** Where the clients connect from, while warming up and while loading. */
    private Set<InetAddress> sources() throws IOException {
        var sources = new HashSet<InetAddress>();
        for (var client : step.clients()) {
            for (var command : List.of(client.warmUp(), client.command())) {
                sources.add(InetAddress.getByName(command.get(command.indexOf("-B") + 1)));
            }
        }
        return sources;
    }

    static Path createFolder(Path run, StepPlan step) throws IOException {
        return Files.createDirectories(
                run.resolve("steps").resolve(Planner.folderName(step.number(), step.server(), step.concurrency())));
    }
}
