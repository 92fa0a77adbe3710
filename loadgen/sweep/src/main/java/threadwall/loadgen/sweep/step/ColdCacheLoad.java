package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.util.List;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.DatabaseCache;
import threadwall.process.Progress;
import threadwall.record.StepPlan;

/**
 * What goes before the measured load where a database's memory is bounded: the same load on data of which nothing is in the
 * page cache; then one scan of all rows that are asked for, so that what fits is there, as it is after a long time.
 */
final class ColdCacheLoad {

    private final StepPlan step;
    private final DatabaseCache cache;
    private final WarmUp warmUp;
    private final Progress progress;

    ColdCacheLoad(StepPlan step, DatabaseCache cache, WarmUp warmUp, Progress progress) {
        this.step = step;
        this.cache = cache;
        this.warmUp = warmUp;
        this.progress = progress;
    }

    /**
     * @param requestsPerSecond of the load on data of which nothing was in memory
     * @param scanSeconds that reading all rows once took
     * @param dataBytes table and index of the rows asked for
     */
    record Result(double requestsPerSecond, double scanSeconds, long dataBytes) {}

    Result run(ServerShards shards) throws StepFailedException, IOException, InterruptedException {
        progress.phase("dropping the page cache of the data");
        cache.drop();
        var loading = LoadProgress.measured(step, progress);
        var loads = step.clients().stream().map(StepPlan.Client::cold).toList();
        double rate = rate(warmUp.load(shards, loads, loading::tell));
        progress.phase("scanning");
        int rows = step.dataSize().rows();
        return new Result(rate, cache.scan(rows), cache.bytes(rows));
    }

    private static double rate(List<ClientProcesses.Result> clients) throws StepFailedException {
        var reports =
                clients.stream().flatMap(client -> client.report().stream()).toList();
        long failed = reports.stream().mapToLong(LoadReport::failed).sum();
        if (failed > 0) {
            throw new StepFailedException("%,d requests of the cold load failed".formatted(failed));
        }
        double seconds = reports.stream().mapToDouble(LoadReport::seconds).max().orElse(0);
        if (seconds == 0) {
            throw new StepFailedException(
                    "the cold load ended without figures, or too soon to be timed: ask for more --requests");
        }
        return reports.stream().mapToLong(LoadReport::complete).sum() / seconds;
    }
}
