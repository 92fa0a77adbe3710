package threadwall.loadgen.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.engine.Engine;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.engine.RequestLog;
import threadwall.loadgen.plan.Planner;
import threadwall.loadgen.plan.Route;
import threadwall.loadgen.proc.KernelCounters;
import threadwall.loadgen.proc.NetCounters;
import threadwall.loadgen.proc.SocketMemory;
import threadwall.loadgen.verify.Verifier;
import threadwall.record.Sample.Phase;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.Latency;

/** The load of a step that is measured: counters are read before and after, answers checked beside it. */
final class MeasuredLoad {

    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final Path home;
    private final Path folder;
    private final StepPlan step;
    private final Optional<Database> database;
    private final Progress progress;
    private final Measured measured;

    /** @param measured where the figures go */
    MeasuredLoad(
            Path home, Path folder, StepPlan step, Optional<Database> database, Progress progress, Measured measured) {
        this.home = home;
        this.folder = folder;
        this.step = step;
        this.database = database;
        this.progress = progress;
        this.measured = measured;
    }

    void run(Shards shards, Verifier verifier, Sampler sampler) throws StepFailed, IOException, InterruptedException {
        if (database.isEmpty() || step.databaseConnections() == null) {
            load(shards, verifier, sampler);
            return;
        }
        progress.phase("counting PostgreSQL's connections");
        try (var count = ConnectionCount.start(home, folder, database.get(), shards.answering())) {
            load(shards, verifier, sampler);
            measured.databaseConnections = count.finish();
        }
    }

    private void load(Shards shards, Verifier verifier, Sampler sampler)
            throws StepFailed, IOException, InterruptedException {
        var commands = step.clients().stream().map(StepPlan.Client::command).toList();
        var loading = Loading.measured(step, progress);
        var switches = shards.contextSwitches();
        sampler.enter(Phase.LOAD);
        measured.loadedFrom = sampler.millis();
        measured.timeWaitBefore = SocketMemory.read().timeWait();
        var net = NetCounters.read();
        var kernel = KernelCounters.read();
        var cpu = shards.cpu();
        var processes = database.flatMap(Database::processes);
        var databaseCpu = processes.map(ProcessTree::cpuSeconds);
        var cache = database.flatMap(Database::cache);
        var reads = cache.isPresent() ? cache.get().counters() : null;
        long underLoad = 0;
        var engine = Engine.of(step);
        // last, for whatever fails from now on it is ended
        var watch = database.filter(any -> new Route(step.route()).needsStore())
                .map(Database::url)
                .map(DatabaseWatch::start);
        try (var clients = Clients.start(home, folder.resolve(engine.name()), engine, commands)) {
            verifier.start(step.verifiers());
            sampler.clients(clients.pids());
            measured.clients = clients.await(() -> {
                loading.tell(clients);
                return shards.death().isEmpty();
            });
            measured.loadedTo = sampler.millis();
            shards.throwIfDead();
            measured.serverCpu = shards.cpu().since(cpu);
            underLoad = verifier.checked();
            measured.serverSwitches =
                    switches.flatMap(before -> shards.contextSwitches().flatMap(after -> after.since(before)));
            databaseCpu.ifPresent(
                    before -> measured.databaseCpuSeconds = processes.get().cpuSeconds() - before);
            measured.reads = cache.isPresent() ? cache.get().counters().since(reads) : null;
            measured.databasePssBytes = processes.map(ProcessTree::pssBytes).orElse(null);
            measured.net = NetCounters.read().minus(net);
            var kernelAfter = KernelCounters.read();
            measured.contextSwitches = kernelAfter.contextSwitchesSince(kernel);
            measured.stolenPercent = kernelAfter.stolenPercentSince(kernel);
            measured.timeWaitAfter = SocketMemory.read().timeWait();
        } catch (StepFailed e) {
            // a client cannot say why it waited in vain; who reads answers in full may know
            var seen = witness(verifier);
            throw seen.isEmpty() ? e : new StepFailed(e.getMessage() + "; an answer checked: " + seen.get());
        } finally {
            measured.outage = watch.isEmpty() ? null : watch.get().finish();
            sampler.clients(List.of());
            sampler.enter(Phase.IDLE);
            measured.peaks = sampler.peaks();
        }
        progress.phase("verifying answers");
        measured.verified = verifier.finish(Planner.ANSWERS_CHECKED, underLoad);
        measured.unreachable = verifier.unreachable().orElse(null);
        measured.latency = latency();
    }

    /** What the verifier found; it waits for an answer as long as a client does, and may have asked a moment later. */
    private static Optional<String> witness(Verifier verifier) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (verifier.firstWrong().isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(LOOK);
        }
        return verifier.firstWrong();
    }

    /** What the only client says of its requests, or of every request of every client. */
    private Latency latency() throws IOException {
        var told = measured.clients.stream()
                .flatMap(client -> client.report().flatMap(LoadReport::latency).stream())
                .findFirst();
        if (told.isPresent()) {
            return told.get();
        }
        var engine = Engine.of(step);
        var logs = step.clients().stream()
                .flatMap(client -> engine.requestLog(client.command()).stream())
                .map(home::resolve)
                .toList();
        return RequestLog.merge(logs).orElse(null);
    }
}
