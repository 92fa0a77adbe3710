package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.DatabaseCache;
import threadwall.process.Progress;
import threadwall.record.StepPlan;

/**
 * Runs before the measured load if the database's memory is limited. First it runs the same load with nothing of the
 * data in memory. Then, again from nothing, it scans all rows that the load reads several times, so that the
 * cache is as full as after a long time.
 */
record ColdCacheLoad(StepPlan step, DatabaseCache cache, WarmUp warmUp, Progress progress) {

    /**
     * @param requestsPerSecond of the load with nothing of the data in memory
     * @param scanSeconds time to read all rows once, of each scan
     * @param dataBytes size of table and index of these rows
     */
    record Result(double requestsPerSecond, List<Double> scanSeconds, long dataBytes) {}

    /** As many as the recipe has (docs/claims, text 002): data that fit are read faster by the last than by the first. */
    private static final int SCANS = 4;

    Result run(ServerShards shards) throws StepFailedException, IOException, InterruptedException {
        drop();
        var loadProgress = LoadProgress.measured(step, progress);
        var loads = step.clients().stream().map(StepPlan.Client::cold).toList();
        double rate = rate(warmUp.load(shards, LoadEngine.of(step), loads, loadProgress::update));
        drop();
        int rows = step.data().dataSize().rows();
        var seconds = new ArrayList<Double>();
        while (seconds.size() < SCANS) {
            progress.phase("reading all requested rows, scan %d of %d".formatted(seconds.size() + 1, SCANS));
            seconds.add(cache.scan(rows));
        }
        return new Result(rate, seconds, cache.bytes(rows));
    }

    private void drop() throws StepFailedException, IOException, InterruptedException {
        progress.phase("dropping the data from memory");
        cache.drop();
    }

    private static double rate(List<ClientProcesses.Result> clients) throws StepFailedException {
        var reports =
                clients.stream().flatMap(client -> client.report().stream()).toList();
        long failed = reports.stream().mapToLong(LoadReport::failed).sum();
        if (failed > 0) {
            throw new StepFailedException("%,d requests of the load with a cold cache failed".formatted(failed));
        }
        double seconds = reports.stream().mapToDouble(LoadReport::seconds).max().orElse(0);
        if (seconds == 0) {
            throw new StepFailedException(
                    "the load with a cold cache printed no figures, or was too short to time: ask for more --requests");
        }
        return reports.stream().mapToLong(LoadReport::complete).sum() / seconds;
    }
}
