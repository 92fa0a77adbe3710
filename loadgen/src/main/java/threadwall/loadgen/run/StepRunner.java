package threadwall.loadgen.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Collectors;
import threadwall.loadgen.ab.LoadReport;
import threadwall.loadgen.ab.RequestLog;
import threadwall.loadgen.plan.Planner;
import threadwall.loadgen.plan.Route;
import threadwall.loadgen.proc.KernelCounters;
import threadwall.loadgen.proc.NetCounters;
import threadwall.loadgen.proc.SocketMemory;
import threadwall.loadgen.verify.Verifier;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Verified;

/**
 * Runs one step: wait for room · start the servers · verify answers · warm up · load, sample and verify · stop. Whatever
 * happens on the way becomes the step's record; nothing that it started is left.
 */
final class StepRunner {

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
            new WarmUp(home, folder, step, progress).run(shards);
            progress.phase(step.requests() == null ? "loading" : "loading: %,d requests".formatted(step.requests()));
            load(shards, verifier);
            measured.limitsAfter = shards.limits();
            measured.pssAfterLoadBytes = shards.pssBytes();
            Drain.await(step);
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
        measured.latency = latency();
    }

    /** Of every request of every {@code ab}, or what the one {@code wrk} says of its own. */
    private Latency latency() throws IOException {
        var logs = new ArrayList<Path>();
        for (var client : step.clients()) {
            var command = client.command();
            if (command.contains("-g")) {
                logs.add(home.resolve(command.get(command.indexOf("-g") + 1)));
            }
        }
        var told = measured.clients.stream()
                .flatMap(client -> client.report().flatMap(LoadReport::latency).stream())
                .findFirst();
        return told.isPresent() ? told.get() : RequestLog.merge(logs).orElse(null);
    }

    static Path createFolder(Path run, StepPlan step) throws IOException {
        return Files.createDirectories(run.resolve(step.folder()));
    }
}
