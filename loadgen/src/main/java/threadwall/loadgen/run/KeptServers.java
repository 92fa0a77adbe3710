package threadwall.loadgen.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;

/** Servers that are up together, to be loaded in turn. All are ended when closed. */
public final class KeptServers implements AutoCloseable {

    private final Path home;
    private final Path folder;
    private final Progress progress;
    private final Map<String, WarmServer> up = new HashMap<>();
    private final Map<String, String> failures = new HashMap<>();

    /** @param folder the run's own, which must exist */
    public KeptServers(Path home, Path folder, Progress progress) {
        this.home = home;
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Starts the server of a step and warms it up. One that does not come so far fails its steps, and no others.
     *
     * @param postgres the one that it may need; empty when it needs none
     * @return why it failed; empty when it did not
     */
    public Optional<String> start(StepPlan step, Optional<Postgres> postgres) throws IOException, InterruptedException {
        try {
            up.put(step.server(), WarmServer.start(home, folder, step, postgres, progress));
            return Optional.empty();
        } catch (StepFailed e) {
            failures.put(step.server(), e.getMessage());
            return Optional.of(e.getMessage());
        }
    }

    /** Measures the load of a step on its server, which was started before. */
    public StepRecord measure(StepPlan step) throws IOException, InterruptedException {
        var failure = failures.get(step.server());
        return failure != null
                ? new Measured().record(Instant.now(), 0, step, failure)
                : up.get(step.server()).measure(folder, step);
    }

    @Override
    public void close() {
        up.values().forEach(WarmServer::close);
    }
}
