package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.loadgen.http.HttpVersion;
import threadwall.loadgen.http.RequestContent;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.http.TargetAnswer;
import threadwall.loadgen.sweep.plan.LoadLength;
import threadwall.loadgen.sweep.profile.PerfProfiler;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.QueryCounter;
import threadwall.loadgen.testbed.database.SharedDatabase;
import threadwall.process.Countdown;
import threadwall.process.Progress;
import threadwall.record.PauseFile;
import threadwall.record.Sample.Phase;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Gc;
import threadwall.record.StepRecord.Profile;
import threadwall.record.StepRecord.Sampling;
import threadwall.record.StepRecord.Steadiness;
import threadwall.record.StepRecord.WarmedUp;

/**
 * Runs one step: start the servers · wait for TIME_WAIT · verify answers · warm up · load and verify · linger · stop.
 * The step is sampled from READY on. Success and failure alike end in the step's record, and all processes of the step
 * are stopped. On servers that are already warm it skips start, warm-up and stop.
 */
public final class StepRunner {

    private static final Duration LINGER_INTERVAL = Duration.ofMillis(200);

    private final Path home;
    private final Path folder;
    private final Progress progress;
    private final Optional<SharedDatabase> database;
    private final boolean profile;
    private final Instant at = Instant.now();
    private final long started = System.nanoTime();

    private final StepPlan planned;

    /** As planned, but for its number of requests, which is known once the servers are warm. */
    private StepPlan step;

    private double waitedForTimeWait;
    private StepMetrics.BeforeLoad before;
    private WarmedUp warmedUp;
    private ColdCacheLoad.Result cold;
    private LoadMetrics load;
    private StepMetrics.AfterLoad after;
    private StepMetrics.Stopped stopped;
    private Gc gc;
    private Sampling sampling;
    private Profile profiled;

    /** The start of {@link StepSampler#millis}; {@code null} until the step is sampled. */
    private Instant sampledFrom;

    /**
     * @param folder the step's own, which must exist
     * @param database of the servers; empty when none of them needs one
     * @param profile whether to take the server's stacks under the load
     */
    public StepRunner(
            Path home,
            Path folder,
            StepPlan step,
            Optional<SharedDatabase> database,
            boolean profile,
            Progress progress) {
        this.home = home;
        this.folder = folder;
        this.planned = step;
        this.step = step;
        this.database = database;
        this.profile = profile;
        this.progress = progress;
    }

    StepRecord run() throws InterruptedException {
        String failure = null;
        var queries = Optional.<QueryCounter>empty();
        try (var shards = new ServerShards(home, folder, step, database)) {
            try {
                progress.phase("starting");
                queries = QueryCounter.start(home, folder, step, database);
                shards.start();
                awaitRoomFor(TimeWaitRoom.leftByWarmUp(step)
                        + TimeWaitRoom.leftByColdLoad(step)
                        + TimeWaitRoom.leftByLoad(step));
                sample(shards, this::warmUp);
            } catch (StepFailedException e) {
                failure = shards.death().orElse(e.getMessage());
            } catch (NoSuchFileException e) { // below /proc, of a server that has just died
                failure = shards.death().orElse(failure(e));
            }
            progress.phase("stopping");
            stopped = new StepMetrics.Stopped(shards.stop(), null, null);
            collectPauses();
            if (failure == null && queries.isPresent() && stopped.counted().requests() != null) {
                stopped = count(queries.get(), shards.answering());
            }
        } catch (IOException e) {
            failure = failure(e);
        }
        return record(failure);
    }

    private StepMetrics.Stopped count(QueryCounter queries, List<Long> servers)
            throws IOException, InterruptedException {
        var counted = stopped.counted();
        try {
            return new StepMetrics.Stopped(counted, queries.finish(counted.requests(), servers), null);
        } catch (StepFailedException e) {
            return new StepMetrics.Stopped(counted, null, e.getMessage());
        }
    }

    /** @param warm servers of this step, which keep running */
    public StepRecord runOn(ServerShards warm) throws InterruptedException {
        String failure = null;
        try {
            awaitRoomToRepeat();
            try {
                sample(warm, (shards, sampler) -> {});
            } catch (StepFailedException e) {
                failure = warm.death().orElse(e.getMessage());
            } catch (NoSuchFileException e) { // as in run()
                failure = warm.death().orElse(failure(e));
            }
            collectPauses();
        } catch (IOException e) {
            failure = failure(e);
        }
        return record(failure);
    }

    /** An earlier load from the same addresses may have left too few ports. */
    private void awaitRoomToRepeat() throws InterruptedException {
        awaitRoomFor(TimeWaitRoom.leftByLoad(step));
        waitedForTimeWait += ScarcePorts.await(step, progress);
    }

    private void awaitRoomFor(long timeWait) throws InterruptedException {
        waitedForTimeWait += TimeWaitRoom.awaitRoomFor(timeWait, progress);
    }

    public static String failure(IOException e) {
        return "%s: %s".formatted(e.getClass().getSimpleName(), e.getMessage());
    }

    private StepRecord record(String failure) {
        var metrics = new StepMetrics(
                waitedForTimeWait, before, warmedUp, cold, load, after, stopped, gc, sampling, profiled);
        return metrics.record(at, (System.nanoTime() - started) / 1e9, step, failure);
    }

    /** The phase before the load. */
    @FunctionalInterface
    private interface Before {
        void run(ServerShards shards, StepSampler sampler)
                throws StepFailedException, IOException, InterruptedException;
    }

    private void warmUp(ServerShards shards, StepSampler sampler)
            throws StepFailedException, IOException, InterruptedException {
        if (step.onKeptServers()) {
            return; // the load of a user's own command, which is run as it is
        }
        sampler.enter(Phase.WARM_UP);
        var warmUp = new WarmUp(home, folder, step, progress, sampler::clients);
        var rounds = warmUp.run(shards);
        warmedUp = rounds.record();
        step = LoadLength.sized(step, rounds.requestsPerSecond(step.load().sleepMillis()));
        var cache = database.flatMap(SharedDatabase::cache);
        if (cache.isPresent()) {
            cold = new ColdCacheLoad(step, cache.get(), warmUp, progress).run(shards);
        }
    }

    private void sample(ServerShards shards, Before beforeLoad)
            throws StepFailedException, IOException, InterruptedException {
        try (var sampler = new StepSampler(folder, shards.port(), shards.pids(), ConnectionDrain.sources(step))) {
            sampledFrom = sampler.zero();
            try {
                measure(shards, sampler, beforeLoad);
                linger(shards, sampler);
            } catch (StepFailedException e) {
                finish(sampler, e);
                throw e;
            }
            sampling = sampler.finish();
        }
    }

    /** Records the cost of sampling even on failure. A failure of the sampler does not replace that of the step. */
    private void finish(StepSampler sampler, StepFailedException failed) throws InterruptedException {
        try {
            sampling = sampler.finish();
        } catch (IOException e) {
            failed.addSuppressed(e);
        }
    }

    private void measure(ServerShards shards, StepSampler sampler, Before beforeLoad)
            throws StepFailedException, IOException, InterruptedException {
        try (var verifier = verifier(step, home)) {
            progress.phase("verifying answers");
            shards.checkIdentity();
            var fault = verifier.checkBeforeLoad();
            if (fault.isPresent()) {
                load = LoadMetrics.wrongAnswer(fault.get());
                return;
            }
            before = new StepMetrics.BeforeLoad(shards.reading(), shards.limits());
            beforeLoad.run(shards, sampler);
            load(shards, verifier, sampler);
            after = new StepMetrics.AfterLoad(shards.limits(), shards.pssBytes());
            ConnectionDrain.await(step);
        }
    }

    /** Checks the answers of a step's servers to its route. */
    public static AnswerVerifier verifier(StepPlan step, Path home) throws IOException {
        return new AnswerVerifier(
                step.shards().stream().map(shard -> URI.create(shard.url())).toList(),
                new RequestRoute(step.load().route()),
                RequestContent.of(step.load().request(), home),
                step.servers().target() == null
                        ? null
                        : TargetAnswer.of(step.servers().target()),
                step.load().keepAlive(),
                HttpVersion.of(LoadEngine.of(step)),
                step.load().timeoutSeconds() * 1_000);
    }

    /** Makes the load, and once more on servers that this step has warmed up if it was not steady, or too short. */
    private void load(ServerShards shards, AnswerVerifier verifier, StepSampler sampler)
            throws StepFailedException, IOException, InterruptedException {
        load(shards, verifier, sampler, (Steadiness) null);
        if (step.onKeptServers() || !load.isToBeRepeated(step)) {
            return;
        }
        progress.note("%s: repeating the load, because it was %s"
                .formatted(step.server(), load.isSteady() ? "too short" : "not steady"));
        step = LoadLength.repeated(planned, load.requests() / load.seconds());
        ConnectionDrain.await(step);
        awaitRoomToRepeat();
        try (var again = verifier(step, home)) {
            load(shards, again, sampler, load.steadiness());
        }
    }

    private void load(ServerShards shards, AnswerVerifier verifier, StepSampler sampler, Steadiness discarded)
            throws StepFailedException, IOException, InterruptedException {
        // threadwall's servers count the requests in their handlers, and with a rate they follow from it
        if (step.servers().target() != null && step.load().rate() == null) {
            verifier.measureAlone();
        }
        var measured = new MeasuredLoad(home, folder, step, database, progress);
        if (profile) {
            try (var profiler = PerfProfiler.start(home, folder, shards.pids())) {
                load = measured.run(shards, verifier, sampler, discarded);
                if (load.finished()) {
                    progress.phase("classifying stacks");
                    profiled = profiler.finish();
                }
            }
        } else {
            load = measured.run(shards, verifier, sampler, discarded);
        }
        if (load.failure() != null) {
            throw new StepFailedException(load.failure());
        }
    }

    /** Keeps the servers running after the load for as long as planned, so that idle threads can be seen to exit. */
    private void linger(ServerShards shards, StepSampler sampler)
            throws StepFailedException, IOException, InterruptedException {
        if (step.servers().lingerSeconds() == null || !load.finished()) {
            return;
        }
        sampler.enter(Phase.LINGER);
        var countdown = Countdown.of(progress, step.servers().lingerSeconds());
        while (countdown.left() > 0) {
            shards.throwIfDead();
            countdown.report(
                    () -> "lingering: %,d threads".formatted(shards.reading().threads()));
            Thread.sleep(LINGER_INTERVAL);
        }
    }

    private void collectPauses() throws IOException {
        if (sampledFrom == null) {
            return;
        }
        var pauses = GcLog.pauses(home, step, sampledFrom);
        if (pauses.isPresent()) {
            PauseFile.write(folder, pauses.get());
            gc = load == null || load.window() == null || load.window().toMillis() == null
                    ? null
                    : GcLog.within(
                            pauses.get(),
                            load.window().fromMillis(),
                            load.window().toMillis());
        }
    }

    public static Path createFolder(Path run, StepPlan step) throws IOException {
        return Files.createDirectories(run.resolve(step.folder()));
    }
}
