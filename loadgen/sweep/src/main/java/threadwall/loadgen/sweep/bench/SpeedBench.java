package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.sweep.bench.SpeedPlan.Start;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.RunFile;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/**
 * Runs a {@link SpeedPlan}. The servers of a start run until all of its steps are done.
 *
 * @param folder the run's own, which already has its run record
 */
public record SpeedBench(Path home, Path folder, Progress progress) {

    /** @return the records, in the order of the steps */
    public List<StepRecord> run(List<Start> starts) throws PreconditionException, IOException, InterruptedException {
        var records = new ArrayList<StepRecord>();
        var steps = starts.stream().mapToInt(start -> start.steps().size()).sum();
        boolean database =
                starts.stream().flatMap(start -> start.steps().stream()).anyMatch(ServerCatalog::usesPostgres);
        try (var postgres = database ? PostgresServer.start(home, folder) : null) {
            long began = System.nanoTime();
            for (int i = 0; i < starts.size(); i++) {
                var left = Progress.secondsLeft(began, i, starts.size());
                try (var servers = new ServerPool(home, folder, progress)) {
                    for (var step : starts.get(i).warmUps()) {
                        progress.step(step.number(), steps, step.server() + ", warm-up", left);
                        var failure = servers.start(
                                step, Optional.ofNullable(postgres).filter(any -> ServerCatalog.usesPostgres(step)));
                        progress.done(failure.map("failed: "::concat).orElse("warmed up"));
                    }
                    for (var step : starts.get(i).warmUps()) {
                        progress.step(step.number(), steps, step.server() + ", unmeasured loads", left);
                        progress.done(
                                servers.rehearse(step).map("failed: "::concat).orElse("done"));
                    }
                    for (var step : starts.get(i).steps()) {
                        progress.step(step.number(), steps, title(step), left);
                        var record = servers.measure(step);
                        if (ChildProcess.shuttingDown()) {
                            throw new InterruptedException();
                        }
                        records.add(record);
                        RunFile.in(folder).append(record);
                        progress.done(summary(record));
                    }
                }
            }
        }
        return records;
    }

    private static String title(StepPlan step) {
        return "%s, %,d connections, round %d"
                .formatted(step.server(), step.load().concurrency(), step.repeat());
    }

    private static String summary(StepRecord record) {
        return record.outcome() == Outcome.OK && record.server().requestsPerCpuSecond() != null
                ? "%,.0f requests per CPU second".formatted(record.server().requestsPerCpuSecond())
                : "%s: %s".formatted(record.outcome().name().toLowerCase().replace('_', ' '), record.reason());
    }
}
