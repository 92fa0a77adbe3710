package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.Progress;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.PlannedLoad;

/**
 * Runs the loads before the measured one, with a rest after each, until the cost of a request has settled.
 *
 * @param clientPids receives the clients' PIDs at the start of each load, and an empty list at its end
 */
public record WarmUp(Path home, Path folder, StepPlan step, Progress progress, Consumer<List<Long>> clientPids) {

    /** A server below this share of a core has finished compiling. */
    private static final double RESTING_SHARE_OF_CORE = 0.1;

    private static final Duration REST_INTERVAL = Duration.ofMillis(200);
    private static final int MAX_REST_INTERVALS = 10;

    /** Runs one round after the other; {@link StepPlan.WarmUpSettings} says when there are enough. */
    public WarmUpRounds run(ServerShards shards) throws StepFailedException, IOException, InterruptedException {
        var settings = step.warmUp();
        var loadProgress = LoadProgress.warmUp(step, progress);
        var loads = step.clients().stream().map(StepPlan.Client::warmUp).toList();
        var rounds = new ArrayList<WarmUpRounds.Round>();
        long start = System.nanoTime();
        var soFar = new WarmUpRounds(rounds, 0);
        double lastRound = 0;
        while (rounds.size() < settings.warmUpRounds() && !isEnough(soFar, lastRound)) {
            loadProgress.round(rounds.size() + 1);
            rounds.add(round(shards, loads, loadProgress));
            awaitRest(shards);
            double seconds = (System.nanoTime() - start) / 1e9;
            lastRound = seconds - soFar.seconds();
            soFar = new WarmUpRounds(rounds, seconds);
        }
        return soFar;
    }

    /** A round that would end after the limit, if it took as long as the one before, is not begun. */
    private boolean isEnough(WarmUpRounds soFar, double lastRoundSeconds) {
        var limit = step.warmUp().warmUpLimitSeconds();
        return limit != null && (soFar.seconds() + lastRoundSeconds > limit || soFar.isSettled());
    }

    private WarmUpRounds.Round round(ServerShards shards, List<PlannedLoad> loads, LoadProgress loadProgress)
            throws StepFailedException, IOException, InterruptedException {
        var cpu = shards.cpu();
        var compiled = shards.compilationSeconds();
        var completed = new CompletedRequests(() -> System.nanoTime() / 1_000_000);
        var results = load(shards, LoadEngine.ofWarmUp(step), loads, clients -> {
            loadProgress.update(clients);
            completed.update(clients.completed());
        });
        var used = shards.cpu().since(cpu);
        var now = shards.compilationSeconds();
        long requests = LoadMetrics.completed(results);
        var perSecond = completed.perSecond();
        return new WarmUpRounds.Round(
                new RequestCost(requests, used.userSeconds(), used.seconds()),
                LoadMetrics.failed(results),
                ClientProcesses.windowSeconds(results),
                perSecond == null ? null : Double.valueOf(requests / perSecond),
                compiled == null || now == null ? null : Double.valueOf(now - compiled),
                ClientProcesses.cpuSeconds(results));
    }

    /**
     * Runs one load and waits until its connections are closed.
     *
     * @param engine that makes it
     * @param loads one for each client
     * @param meanwhile called repeatedly while the clients run
     * @return the results of the clients
     */
    public List<ClientProcesses.Result> load(
            ServerShards shards, LoadEngine engine, List<PlannedLoad> loads, Consumer<ClientProcesses> meanwhile)
            throws StepFailedException, IOException, InterruptedException {
        try (var clients = ClientProcesses.start(home, folder.resolve("warm-up"), engine, loads)) {
            clientPids.accept(clients.pids());
            var results = clients.await(() -> {
                meanwhile.accept(clients);
                return shards.death().isEmpty();
            });
            shards.throwIfDead();
            ConnectionDrain.await(step);
            return results;
        } finally {
            clientPids.accept(List.of());
        }
    }

    /** Under load the compiler shares its cores with requests; during the rest it works off its queue. */
    private static void awaitRest(ServerShards shards) throws InterruptedException {
        double busy = Double.MAX_VALUE;
        for (int i = 0; i < MAX_REST_INTERVALS && busy > RESTING_SHARE_OF_CORE; i++) {
            var before = shards.cpu();
            Thread.sleep(REST_INTERVAL);
            busy = shards.cpu().since(before).seconds() / (REST_INTERVAL.toMillis() / 1e3);
        }
    }
}
