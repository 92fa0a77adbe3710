package threadwall.loadgen.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.ab.LoadReport;
import threadwall.loadgen.ab.RequestLog;
import threadwall.loadgen.plan.Planner;
import threadwall.loadgen.proc.KernelCounters;
import threadwall.loadgen.proc.NetCounters;
import threadwall.loadgen.proc.SocketMemory;
import threadwall.loadgen.verify.Verifier;
import threadwall.loadgen.wrk.Wrk;
import threadwall.record.Sample.Phase;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.Latency;

/** The load of a step that is measured: counters are read before and after, answers checked beside it. */
final class MeasuredLoad {

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

    /** @param round seconds of the last round of the warm-up */
    void run(Shards shards, Verifier verifier, Sampler sampler, double round)
            throws StepFailed, IOException, InterruptedException {
        var commands = step.clients().stream().map(StepPlan.Client::command).toList();
        var countdown = Countdown.about(progress, foretold(round));
        var what = step.requests() == null ? "loading" : "loading: %,d requests".formatted(step.requests());
        sampler.enter(Phase.LOAD);
        measured.loadedFrom = sampler.millis();
        measured.timeWaitBefore = SocketMemory.read().timeWait();
        var net = NetCounters.read();
        var kernel = KernelCounters.read();
        double cpu = shards.cpuSeconds();
        var processes = database.flatMap(Database::processes);
        var databaseCpu = processes.map(ProcessTree::cpuSeconds);
        long underLoad = 0;
        try (var clients = Clients.start(home, folder.resolve("ab"), commands)) {
            verifier.start(step.verifiers());
            sampler.clients(clients.pids());
            measured.clients = clients.await(() -> {
                countdown.tell(what);
                return shards.death().isEmpty();
            });
            measured.loadedTo = sampler.millis();
            shards.throwIfDead();
            measured.serverCpuSeconds = shards.cpuSeconds() - cpu;
            underLoad = verifier.checked();
            databaseCpu.ifPresent(
                    before -> measured.databaseCpuSeconds = processes.get().cpuSeconds() - before);
            measured.databasePssBytes = processes.map(ProcessTree::pssBytes).orElse(null);
            measured.net = NetCounters.read().minus(net);
            measured.contextSwitches = KernelCounters.read().contextSwitchesSince(kernel);
            measured.timeWaitAfter = SocketMemory.read().timeWait();
        } catch (StepFailed e) {
            // ab cannot say why it waited in vain; who reads answers in full may know
            var seen = verifier.firstWrong();
            throw seen.isEmpty() ? e : new StepFailed(e.getMessage() + "; an answer checked: " + seen.get());
        } finally {
            sampler.clients(List.of());
            sampler.enter(Phase.IDLE);
            measured.peaks = sampler.peaks();
        }
        progress.phase("verifying answers");
        measured.verified = verifier.finish(Planner.ANSWERS_CHECKED, underLoad);
        measured.unreachable = verifier.unreachable().orElse(null);
        measured.latency = latency();
    }

    /** Seconds that the load may take: as wrk is told, or request for request as the last round of the warm-up. */
    private Double foretold(double round) {
        if (step.requests() != null) {
            return round * step.requests() / step.warmUpRequests();
        }
        var seconds = Wrk.seconds(step.clients().getFirst().command());
        return seconds == null ? null : seconds.doubleValue();
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
}
