package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import threadwall.loadgen.sweep.step.StepMetrics;
import threadwall.loadgen.sweep.step.StepRunner;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.PostgresServer;
import threadwall.process.Progress;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/** Servers that run at the same time and are loaded in turn. Closing the pool stops all of them. */
public final class ServerPool implements AutoCloseable {

    private final Path home;
    private final Path folder;
    private final Progress progress;
    private final Map<String, WarmServer> running = new HashMap<>();
    private final Map<String, String> failures = new HashMap<>();

    /** @param folder the run's own, which must exist */
    public ServerPool(Path home, Path folder, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.progress = progress;
    }

    /** An action on a server. */
    @FunctionalInterface
    private interface Work {
        void run() throws StepFailedException, IOException, InterruptedException;
    }

    /**
     * Starts the server of a step and warms it up. If that fails, only the steps of this server fail.
     *
     * @param postgres its database; empty when it needs none
     * @return why it failed; empty when it did not
     */
    public Optional<String> start(StepPlan step, Optional<PostgresServer> postgres) throws InterruptedException {
        return attempt(
                step, () -> running.put(step.server(), WarmServer.start(home, folder, step, postgres, progress)));
    }

    /** Runs a step's load without measuring it, see {@link WarmServer#rehearse}; otherwise as {@link #start}. */
    public Optional<String> rehearse(StepPlan step) throws InterruptedException {
        return attempt(step, () -> running.get(step.server()).rehearse());
    }

    private Optional<String> attempt(StepPlan step, Work work) throws InterruptedException {
        if (!failures.containsKey(step.server())) {
            try {
                work.run();
            } catch (StepFailedException e) {
                fail(step, e.getMessage());
            } catch (IOException e) {
                fail(step, StepRunner.failure(e));
            }
        }
        return Optional.ofNullable(failures.get(step.server()));
    }

    /**
     * Stops a server that failed, since it may still be busy with requests and would distort the results of the others.
     */
    private void fail(StepPlan step, String reason) {
        failures.put(step.server(), reason);
        var server = running.remove(step.server());
        if (server != null) {
            server.close();
        }
    }

    /** Measures the load of a step on its server, which was started before. */
    public StepRecord measure(StepPlan step) throws IOException, InterruptedException {
        var failure = failures.get(step.server());
        if (failure != null) {
            return StepMetrics.NONE.record(Instant.now(), 0, step, failure);
        }
        var record = running.get(step.server()).measure(folder, step);
        if (record.outcome() == Outcome.FAILED) {
            fail(step, "server stopped after step %d failed: %s".formatted(step.number(), record.reason()));
        }
        return record;
    }

    @Override
    public void close() {
        running.values().forEach(WarmServer::close);
    }
}
