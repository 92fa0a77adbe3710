package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.Progress;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.PlannedLoad;

/** The loads before the one that is measured, with a rest after each. */
public final class WarmUp {

    /** A server below this share of a core has nothing left to compile; it is given up to ten looks to get there. */
    private static final double RESTING_SHARE_OF_CORE = 0.1;

    private static final Duration REST_LOOK = Duration.ofMillis(200);
    private static final int REST_LOOKS = 10;

    private final Path home;
    private final Path folder;
    private final StepPlan step;
    private final Progress progress;
    private final Consumer<List<Long>> observer;

    /** @param observer told the clients' pids, at the start of each load */
    public WarmUp(Path home, Path folder, StepPlan step, Progress progress, Consumer<List<Long>> observer) {
        this.home = home;
        this.folder = folder;
        this.step = step;
        this.progress = progress;
        this.observer = observer;
    }

    public void run(ServerShards shards) throws StepFailedException, IOException, InterruptedException {
        var loading = LoadProgress.warmUp(step, progress);
        var loads = step.clients().stream().map(StepPlan.Client::warmUp).toList();
        for (int round = 1; round <= step.warmUpRounds(); round++) {
            loading.round(round);
            load(shards, loads, loading::tell);
            awaitRest(shards);
        }
    }

    /**
     * One load, until its connections are gone; how its clients ended.
     *
     * @param loads of the clients
     * @param meanwhile told the clients now and then while they run
     */
    public List<ClientProcesses.Result> load(
            ServerShards shards, List<PlannedLoad> loads, Consumer<ClientProcesses> meanwhile)
            throws StepFailedException, IOException, InterruptedException {
        try (var clients = ClientProcesses.start(home, folder.resolve("warm-up"), LoadEngine.of(step), loads)) {
            observer.accept(clients.pids());
            var results = clients.await(() -> {
                meanwhile.accept(clients);
                return shards.death().isEmpty();
            });
            shards.throwIfDead();
            ConnectionDrain.await(step);
            return results;
        } finally {
            observer.accept(List.of());
        }
    }

    /** Under load a compiler has to share its cores; while the server rests it works off what the load left it to do. */
    private static void awaitRest(ServerShards shards) throws InterruptedException {
        double busy = Double.MAX_VALUE;
        for (int look = 0; look < REST_LOOKS && busy > RESTING_SHARE_OF_CORE; look++) {
            var before = shards.cpu();
            Thread.sleep(REST_LOOK);
            busy = shards.cpu().since(before).seconds() / (REST_LOOK.toMillis() / 1e3);
        }
    }
}
