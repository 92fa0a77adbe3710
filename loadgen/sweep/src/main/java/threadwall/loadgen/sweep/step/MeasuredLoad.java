package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.engine.AbRequestLog;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.ConnectionCount;
import threadwall.loadgen.testbed.database.OutageMonitor;
import threadwall.loadgen.testbed.database.SharedDatabase;
import threadwall.process.ProcessTree;
import threadwall.process.Progress;
import threadwall.process.proc.KernelCounters;
import threadwall.process.socket.SocketMemory;
import threadwall.process.socket.TcpCounters;
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
    private final Optional<SharedDatabase> database;
    private final Progress progress;
    private final StepMetrics measured;

    /** @param measured where the figures go */
    MeasuredLoad(
            Path home,
            Path folder,
            StepPlan step,
            Optional<SharedDatabase> database,
            Progress progress,
            StepMetrics measured) {
        this.home = home;
        this.folder = folder;
        this.step = step;
        this.database = database;
        this.progress = progress;
        this.measured = measured;
    }

    void run(ServerShards shards, AnswerVerifier verifier, StepSampler sampler)
            throws StepFailedException, IOException, InterruptedException {
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

    private void load(ServerShards shards, AnswerVerifier verifier, StepSampler sampler)
            throws StepFailedException, IOException, InterruptedException {
        var commands = step.clients().stream().map(StepPlan.Client::command).toList();
        var loading = LoadProgress.measured(step, progress);
        var switches = shards.contextSwitches();
        sampler.enter(Phase.LOAD);
        measured.loadedFrom = sampler.millis();
        measured.timeWaitBefore = SocketMemory.read().timeWait();
        var net = TcpCounters.read();
        var kernel = KernelCounters.read();
        var cpu = shards.cpu();
        var processes = database.flatMap(SharedDatabase::processes);
        var databaseCpu = processes.map(ProcessTree::cpuSeconds);
        var cache = database.flatMap(SharedDatabase::cache);
        var reads = cache.isPresent() ? cache.get().counters() : null;
        long underLoad = 0;
        var engine = LoadEngine.of(step);
        // last, for whatever fails from now on it is ended
        var watch = database.filter(any -> new RequestRoute(step.route()).needsStore())
                .map(SharedDatabase::url)
                .map(OutageMonitor::start);
        try (var clients = ClientProcesses.start(home, folder.resolve(engine.name()), engine, commands)) {
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
            measured.net = TcpCounters.read().minus(net);
            var kernelAfter = KernelCounters.read();
            measured.contextSwitches = kernelAfter.contextSwitchesSince(kernel);
            measured.stolenPercent = kernelAfter.stolenPercentSince(kernel);
            measured.timeWaitAfter = SocketMemory.read().timeWait();
        } catch (StepFailedException e) {
            // a client cannot say why it waited in vain; who reads answers in full may know
            var seen = witness(verifier);
            throw seen.isEmpty() ? e : new StepFailedException(e.getMessage() + "; an answer checked: " + seen.get());
        } finally {
            measured.outage = watch.isEmpty() ? null : watch.get().finish();
            sampler.clients(List.of());
            sampler.enter(Phase.IDLE);
            measured.peaks = sampler.peaks();
        }
        progress.phase("verifying answers");
        measured.verified = verifier.finish(AnswerVerifier.ANSWERS_CHECKED, underLoad);
        measured.unreachable = verifier.unreachable().orElse(null);
        measured.latency = latency();
    }

    /** What the verifier found; it waits for an answer as long as a client does, and may have asked a moment later. */
    private static Optional<String> witness(AnswerVerifier verifier) throws InterruptedException {
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
        var engine = LoadEngine.of(step);
        var logs = step.clients().stream()
                .flatMap(client -> engine.requestLog(client.command()).stream())
                .map(home::resolve)
                .toList();
        return AbRequestLog.merge(logs).orElse(null);
    }
}
