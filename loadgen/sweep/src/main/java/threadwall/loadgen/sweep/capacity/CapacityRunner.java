package threadwall.loadgen.sweep.capacity;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import threadwall.loadgen.sweep.bench.ServerPool;
import threadwall.loadgen.testbed.HostLimits;
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
 * Runs a {@link CapacityPlan} load by load and appends a record after each. A server process runs until the plan asks for
 * a fresh one, or it has failed.
 *
 * @param folder the run's own, which already has its run record
 * @param shown the folder as command lines name it
 */
public record CapacityRunner(
        Path home, Path folder, String shown, CapacityPlan plan, HostLimits host, Progress progress) {

    /**
     * @param each receives all records of the run so far, after each load
     * @return all records of the run
     */
    public List<StepRecord> run(Consumer<List<StepRecord>> each)
            throws PreconditionException, IOException, InterruptedException {
        var records = new ArrayList<>(RunFile.in(folder).read().steps());
        var pace = new Pace(System.nanoTime(), records.size());
        boolean database = plan.firstSteps(host, shown).stream().anyMatch(ServerCatalog::usesPostgres);
        try (var postgres = database ? PostgresServer.start(home, folder) : null) {
            var next = plan.next(records);
            while (next.isPresent()) {
                next = onFreshServer(next.get(), records, pace, Optional.ofNullable(postgres), each);
            }
        }
        return records;
    }

    /** Runs this load, and all that follow it on the same server; returns the first that does not. */
    private Optional<CapacityTrial> onFreshServer(
            CapacityTrial first,
            List<StepRecord> records,
            Pace pace,
            Optional<PostgresServer> postgres,
            Consumer<List<StepRecord>> each)
            throws PreconditionException, IOException, InterruptedException {
        try (var servers = new ServerPool(home, folder, progress)) {
            var next = Optional.of(first);
            StepPlan started = null;
            boolean failed = false;
            while (!failed && next.isPresent() && next.get().process().equals(first.process())) {
                var planned = plan.step(next.get(), records.size() + 1, host, shown);
                int number = planned.number();
                progress.step(
                        number,
                        Math.max(number, plan.expectedLoads()),
                        next.get().title(),
                        pace.secondsLeft(records.size(), plan.expectedLoads()));
                if (started == null) {
                    started = planned;
                    servers.start(planned, postgres.filter(any -> ServerCatalog.usesPostgres(planned)));
                }
                var step = started == planned ? planned : planned.onServersOf(started);
                var record = servers.measure(step);
                if (ChildProcess.shuttingDown()) {
                    throw new InterruptedException();
                }
                RunFile.in(folder).append(record);
                records.add(record);
                progress.done(summary(record));
                each.accept(records);
                failed = record.outcome() == Outcome.FAILED;
                next = plan.next(records);
            }
            return next;
        }
    }

    /**
     * How fast the loads of this process go.
     *
     * @param before loads of earlier processes, which the run had when this one began
     */
    private record Pace(long startedNanos, int before) {

        /** {@code null} before the first load has ended. */
        Double secondsLeft(int done, int expected) {
            return Progress.secondsLeft(startedNanos, done - before, Math.max(expected, done + 1) - before);
        }
    }

    private static String summary(StepRecord record) {
        return record.arrivals() == null || record.outcome() != Outcome.OK
                ? "%s: %s".formatted(record.outcome().name().toLowerCase().replace('_', ' '), record.reason())
                : "answered %.1f %%, planned p99 %,.0f ms"
                        .formatted(
                                100.0
                                        * record.arrivals().answeredInTime()
                                        / record.arrivals().due(),
                                record.arrivals().planned().p99Millis());
    }
}
