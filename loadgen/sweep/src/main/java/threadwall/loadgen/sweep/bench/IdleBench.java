package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.IdleRecord;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;

/**
 * Measures the memory of idle keep-alive connections. For each number of connections, server and collector:
 *
 * <ol>
 *   <li>start the server with its usual flags, warm it up, and read its memory at rest;
 *   <li>open connections, make one request on each, hold them, load the server by others, and read its memory again;
 *   <li>run a full collection and read its memory once more;
 * <li>with {@code --ping} make requests on some connections, close every other one, open as many again, make a request
 * on each, and close all, with a reading of memory after each change.
 * </ol>
 *
 * <p>Before each of the first two readings a JVM is loaded until a young collection has run. Before the first
 * collection every object takes fresh memory, so connections would seem to cost all garbage since the start. Until the
 * next collection, objects of a connection may lie in memory that was already resident.
 *
 * @param folder the run's own, which already has its run record
 * @param ping whether to do the last of these steps
 */
public record IdleBench(Path home, Path folder, boolean ping, Progress progress) {

    /** Lost connections that a record names. */
    private static final int NAMED = 5;

    /** @return the records, in the order of the plans */
    public List<IdleRecord> run(List<HeldPlan> plans) throws PreconditionException, IOException, InterruptedException {
        var records = new ArrayList<IdleRecord>();
        boolean database = plans.stream().map(HeldPlan::step).anyMatch(ServerCatalog::usesPostgres);
        try (var postgres = database ? PostgresServer.start(home, folder) : null) {
            long started = System.nanoTime();
            for (var plan : plans) {
                var left = Progress.secondsLeft(started, records.size(), plans.size());
                progress.step(records.size() + 1, plans.size(), plan.idleTitle(), left);
                var record =
                        run(plan, Optional.ofNullable(postgres).filter(any -> ServerCatalog.usesPostgres(plan.step())));
                if (ChildProcess.shuttingDown()) {
                    throw new InterruptedException();
                }
                records.add(record);
                RunFile.in(folder).append(record);
                progress.done(summary(record));
            }
        }
        return records;
    }

    private IdleRecord run(HeldPlan plan, Optional<PostgresServer> postgres) throws IOException, InterruptedException {
        var at = Instant.now();
        long started = System.nanoTime();
        var files = folder.resolve("holder-" + plan.step().number());
        var measurement = new IdleMeasurement(home, files, plan, ping, progress);
        String failure = null;
        try (var server = WarmServer.start(home, folder, plan.step(), postgres, progress)) {
            measurement.of(server);
        } catch (StepFailedException e) {
            failure = e.getMessage();
        }
        return new IdleRecord(
                RecordLine.SCHEMA,
                at,
                (System.nanoTime() - started) / 1e9,
                plan.server().label(),
                plan.collector() == null ? null : plan.collector().label(),
                plan.step().shards().getFirst().command().words(),
                plan.step().clients().stream()
                        .map(client -> client.warmUp().command().words())
                        .toList(),
                plan.clients().getFirst().command("{classpath}"),
                plan.step().shards().size(),
                plan.clients().size(),
                plan.connections(),
                measurement.readings(),
                measurement.answers(),
                measurement.lost().stream().limit(NAMED).toList(),
                failure);
    }

    private static String summary(IdleRecord record) {
        return record.failure() != null
                ? "failed: " + record.failure()
                : "%,.0f bytes per connection".formatted(record.bytesPerConnection());
    }
}
