package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import threadwall.loadgen.engine.AbRequestLog;
import threadwall.loadgen.engine.ArrivalTimes;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.sweep.step.LoadThirds.Completed;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.loadgen.testbed.database.DatabaseConnectionCounter;
import threadwall.loadgen.testbed.database.DatabaseOutage;
import threadwall.loadgen.testbed.database.OutageMonitor;
import threadwall.loadgen.testbed.database.SharedDatabase;
import threadwall.process.ProcessTree;
import threadwall.process.Progress;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.PlannedLoad;
import threadwall.record.StepRecord.Arrivals;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Steadiness;

/** Runs the measured load of a step, reads counters before and after it, and checks answers meanwhile. */
record MeasuredLoad(Path home, Path folder, StepPlan step, Optional<SharedDatabase> database, Progress progress) {

    /** How long to wait for the verifier to find the error that made a client fail. */
    private static final Duration VERIFIER_TIMEOUT = Duration.ofMillis(500);

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /**
     * @param discarded the load before, which this one replaces; {@code null} if it is the first
     * @throws StepFailedException when the load could not begin; a later failure is {@link LoadMetrics#failure}
     */
    LoadMetrics run(ServerShards shards, AnswerVerifier verifier, StepSampler sampler, Steadiness discarded)
            throws StepFailedException, IOException, InterruptedException {
        var completed = new CompletedRequests(sampler::millis);
        var load = withDatabase(shards, verifier, sampler, completed);
        return load.finished() ? load.with(steadiness(load, sampler, completed, discarded)) : load;
    }

    private Steadiness steadiness(
            LoadMetrics load, StepSampler sampler, CompletedRequests completed, Steadiness discarded) {
        return LoadThirds.of(
                        sampler.loadAndEnd(),
                        logged(load, sampler).orElseGet(completed::reported),
                        load.window().fromMillis(),
                        load.seconds(),
                        load.requests(),
                        connections(load))
                .compare(load.used().compilationSeconds(), discarded)
                .orElse(null);
    }

    /** When the requests ended, by the log of a client on other hosts. It starts seconds after its command did. */
    private static Optional<List<Completed>> logged(LoadMetrics load, StepSampler sampler) {
        var ends = load.clients().stream()
                .flatMap(client -> client.report().stream())
                .map(LoadReport::endMillis)
                .filter(times -> !times.isEmpty())
                .findFirst();
        return ends.map(times -> {
            var completed = new ArrayList<>(List.of(new Completed(0, 0)));
            for (int i = 1; i <= times.size(); i++) {
                double requests = (double) load.requests() * i / times.size();
                completed.add(
                        new Completed(times.get(i - 1) - (double) sampler.zero().toEpochMilli(), requests));
            }
            return completed;
        });
    }

    /** A load with a rate opens no more connections than it needs. */
    private int connections(LoadMetrics load) {
        var open = load.peaks().open;
        int most = step.load().concurrency();
        return step.load().rate() == null || open == null ? most : (int) Math.min(most, open);
    }

    private LoadMetrics withDatabase(
            ServerShards shards, AnswerVerifier verifier, StepSampler sampler, CompletedRequests completed)
            throws StepFailedException, IOException, InterruptedException {
        if (database.isEmpty() || step.databaseConnections() == null) {
            return load(shards, verifier, sampler, completed);
        }
        progress.phase("counting PostgreSQL's connections");
        try (var count = DatabaseConnectionCounter.start(home, folder, database.get(), shards.answering())) {
            var load = load(shards, verifier, sampler, completed);
            try {
                return load.failure() == null ? load.withDatabaseConnections(count.finish()) : load;
            } catch (StepFailedException e) {
                return load.failed(e.getMessage());
            }
        }
    }

    private LoadMetrics load(
            ServerShards shards, AnswerVerifier verifier, StepSampler sampler, CompletedRequests completed)
            throws StepFailedException, IOException, InterruptedException {
        var loadProgress = LoadProgress.measured(step, progress);
        var scarcePorts = ScarcePorts.before(step);
        var before = LoadCounters.read(shards, database);
        sampler.enter(Phase.LOAD);
        long from = sampler.millis();
        Long to = null;
        List<ClientProcesses.Result> results = List.of();
        LoadCounters.Used used = null;
        Long databasePss = null;
        long underLoad = 0;
        String failure = null;
        DatabaseOutage outage;
        var engine = LoadEngine.of(step);
        // started last: everything that can fail from here on is inside the try block that stops it
        var monitor = database.filter(any -> new RequestRoute(step.load().route()).needsStore())
                .map(SharedDatabase::url)
                .map(OutageMonitor::start);
        try (var clients = ClientProcesses.start(home, folder.resolve(engine.name()), engine, loads())) {
            if (step.load().rate() == null) {
                verifier.start(step.load().verifiers());
            } else {
                verifier.startBeside(step.load().rate(), step.load().verifiers());
            }
            sampler.clients(clients.pids());
            results = clients.await(() -> {
                loadProgress.update(clients);
                completed.update(clients.completed());
                return shards.death().isEmpty();
            });
            to = sampler.millis();
            shards.throwIfDead();
            completed.finish(LoadMetrics.completed(results));
            underLoad = verifier.checked(); // before the counters, since reading those of many threads takes a while
            used = LoadCounters.read(shards, database).since(before);
            databasePss = database.flatMap(SharedDatabase::processes)
                    .map(ProcessTree::pssBytes)
                    .orElse(null);
        } catch (StepFailedException e) {
            results = List.of(); // a client that ended just before counts what failed with the server
            // a client that timed out does not know the reason; the verifier reads answers in full and may know it
            var wrong = firstWrong(verifier);
            failure = e.getMessage()
                    + wrong.map(fault -> "; first wrong answer: " + fault).orElse("");
        } finally {
            outage = monitor.isEmpty() ? null : monitor.get().finish();
            sampler.clients(List.of());
            sampler.enter(Phase.IDLE);
        }
        if (failure == null) {
            progress.phase("verifying answers");
        }
        var arrivals = arrivals(results);
        return new LoadMetrics(
                new LoadMetrics.Window(from, to, before.timeWait(), scarcePorts.orElse(null)),
                results,
                used,
                new LoadMetrics.Database(databasePss, outage, null),
                failure == null ? latency(results, arrivals) : null,
                arrivals.map(ArrivalTimes::record)
                        .map(times -> withLastSample(times, sampler.load()))
                        .orElse(null),
                failure == null
                        ? verifier.finish(
                                AnswerVerifier.ANSWERS_CHECKED,
                                underLoad,
                                step.load().concurrency())
                        : null,
                failure == null ? verifier.unreachable().orElse(null) : null,
                SamplePeaks.of(sampler.load()),
                failure,
                null);
    }

    /** What the server has left of an overload, by the last sample under the load. */
    private static Arrivals withLastSample(Arrivals arrivals, List<Sample> samples) {
        return arrivals.recovery() == null || samples.isEmpty()
                ? arrivals
                : arrivals.with(arrivals.recovery()
                        .withAfter(
                                samples.getLast().serverThreads(),
                                samples.getLast().serverRssBytes()));
    }

    private List<PlannedLoad> loads() {
        return step.clients().stream().map(StepPlan.Client::measured).toList();
    }

    /** The verifier's first wrong answer. Its time-out is that of a client, but its request may have started later. */
    private static Optional<String> firstWrong(AnswerVerifier verifier) throws InterruptedException {
        long deadline = System.nanoTime() + VERIFIER_TIMEOUT.toNanos();
        while (verifier.firstWrong().isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(POLL_INTERVAL);
        }
        return verifier.firstWrong();
    }

    /** Requests of all clients of a load with a rate; their histograms are kept in the step's folder. */
    private Optional<ArrivalTimes> arrivals(List<ClientProcesses.Result> results) throws IOException {
        var each = results.stream()
                .flatMap(client -> client.report().flatMap(LoadReport::arrivals).stream())
                .toList();
        if (each.isEmpty() || each.size() < results.size()) {
            return Optional.empty();
        }
        var all = ArrivalTimes.all(each);
        all.write(folder.resolve("latency.hlog"));
        return Optional.of(all);
    }

    /** The percentiles that the only client reports, or those over all requests of all clients. */
    private Latency latency(List<ClientProcesses.Result> results, Optional<ArrivalTimes> arrivals) throws IOException {
        // arrivals of other hosts have no planned time
        if (step.load().rate() != null && !LoadEngine.of(step).onHosts()) {
            return arrivals.map(ArrivalTimes::latency).orElse(null);
        }
        var reported = results.stream()
                .flatMap(client -> client.report().flatMap(LoadReport::latency).stream())
                .findFirst();
        if (reported.isPresent()) {
            return reported.get();
        }
        var logs = loads().stream()
                .map(planned -> planned.load().log())
                .filter(Objects::nonNull)
                .map(home::resolve)
                .toList();
        return AbRequestLog.merge(logs).orElse(null);
    }
}
