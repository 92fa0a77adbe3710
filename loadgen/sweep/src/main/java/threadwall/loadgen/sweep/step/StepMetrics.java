package threadwall.loadgen.sweep.step;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import threadwall.loadgen.engine.LoadReport;
import threadwall.loadgen.testbed.ServerShards;
import threadwall.loadgen.testbed.database.DatabaseCache;
import threadwall.loadgen.testbed.database.DatabaseOutage;
import threadwall.process.proc.ContextSwitches;
import threadwall.process.socket.TcpCounters;
import threadwall.record.RecordLine;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Cache;
import threadwall.record.StepRecord.ClientSide;
import threadwall.record.StepRecord.Connections;
import threadwall.record.StepRecord.DatabaseSide;
import threadwall.record.StepRecord.Gc;
import threadwall.record.StepRecord.Kernel;
import threadwall.record.StepRecord.Latency;
import threadwall.record.StepRecord.Limits;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.Profile;
import threadwall.record.StepRecord.Sampling;
import threadwall.record.StepRecord.ServerSide;
import threadwall.record.StepRecord.Verified;

/** What a step has measured so far, filled in as it goes, and the record that follows from it. */
public final class StepMetrics {

    double waitedForTimeWait;
    ServerShards.Reading idle;
    List<Limits> limitsBefore = List.of();
    List<Limits> limitsAfter = List.of();
    SamplePeaks peaks = new SamplePeaks();
    List<ClientProcesses.Result> clients = List.of();
    Latency latency;
    Verified verified;
    String unreachable;
    ServerShards.Cpu serverCpu;
    Optional<ContextSwitches> serverSwitches = Optional.empty();
    Long pssAfterLoadBytes;
    Double databaseCpuSeconds;
    Long databasePssBytes;

    /** {@code null} where the load asked no database. */
    DatabaseOutage outage;

    /** Most that PostgreSQL had at once; {@code null} as above. */
    Integer databaseConnections;

    Double coldRequestsPerSecond;
    Double scanSeconds;
    Long dataBytes;

    /** {@code null} unless the database's memory is bounded, and so are the three above. */
    DatabaseCache.Counters reads;

    /** {@code null} while the servers are up. */
    ServerShards.Counted counted;

    /** For {@code counted.requests()}; {@code null} where nobody counted them. */
    Long queries;

    /** Why they could not be counted; {@code null} unless they should have been. */
    String uncounted;

    TcpCounters net;
    Long contextSwitches;
    Double stolenPercent;
    Long timeWaitBefore;
    Long timeWaitAfter;

    /** The zero of {@link StepSampler#millis}, by which the next two are told; {@code null} while it has not come so far. */
    Instant sampledFrom;

    Long loadedFrom;
    Long loadedTo;
    Gc gc;
    Sampling sampling;

    /** {@code null} unless stacks are asked for. */
    Profile profile;

    /** @param failure why the step could not be finished; {@code null} when it was */
    public StepRecord record(Instant at, double seconds, StepPlan step, String failure) {
        var reports = clients.stream().flatMap(c -> c.report().stream()).toList();
        var load = reports.isEmpty() || reports.size() < step.clients().size() ? null : load(reports);
        var verdict = failure != null
                ? new StepVerdict(Outcome.FAILED, failure)
                : StepVerdict.of(step, load, latency, verified, unreachable);
        if (outage != null && outage.happened()) {
            verdict = verdict.failedBy(outage.words());
        }
        if (databaseConnections != null && databaseConnections > step.databaseConnections()) {
            verdict = verdict.failedBy("PostgreSQL had %,d connections at once, and %,d are configured"
                    .formatted(databaseConnections, step.databaseConnections()));
        }
        if (uncounted != null) {
            verdict = verdict.failedBy(uncounted);
        }
        if (queries != null && verdict.outcome() == Outcome.OK && !isOneEach(step, load)) {
            verdict = verdict.failedBy(
                    "PostgreSQL had %,d queries for %,d requests of the servers', of which %,d were answered under the load"
                            .formatted(queries, counted.requests(), answered(load)));
        }
        if (load != null && verdict.outcome() != Outcome.WRONG_ANSWERS && verdict.outcome() != Outcome.FAILED) {
            load = withRate(load);
        }
        return new StepRecord(
                RecordLine.SCHEMA,
                at,
                seconds,
                verdict.outcome(),
                verdict.reason(),
                step,
                load,
                latency,
                verified,
                new Connections(peaks.open, peaks.established, peaks.counts),
                serverSide(step, load),
                clientSide(step),
                databaseSide(),
                kernel(),
                gc,
                sampling,
                profile,
                StepWarnings.of(this, step, load));
    }

    /**
     * Each server may ask once more at its start, as kilim does so that it loads no class later. A load that ends by time
     * leaves requests that nobody waits for, and a server that stops need not ask for them.
     */
    private boolean isOneEach(StepPlan step, Load load) {
        int atStart = step.shards().size();
        int left = step.requests() == null ? step.concurrency() : 0;
        return queries <= counted.requests() + atStart
                && queries >= counted.requests() - left
                && queries >= answered(load);
    }

    private long answered(Load load) {
        return load.requestsCompleted() - load.failed() + verified.underLoad();
    }

    private Cache cache() {
        return reads == null
                ? null
                : new Cache(
                        dataBytes,
                        coldRequestsPerSecond,
                        scanSeconds,
                        reads.askedBytes(),
                        reads.diskBytes(),
                        reads.diskReads(),
                        reads.refaults());
    }

    private Load load(List<? extends LoadReport> reports) {
        return new Load(
                sum(reports, LoadReport::complete),
                sum(reports, LoadReport::failedConnect),
                sum(reports, LoadReport::failedReceive),
                sum(reports, LoadReport::failedLength),
                sum(reports, LoadReport::failedExceptions),
                sum(reports, LoadReport::non2xx),
                sum(reports, LoadReport::writeErrors),
                windowSeconds(),
                null);
    }

    private static Load withRate(Load load) {
        return new Load(
                load.requestsCompleted(),
                load.failedConnect(),
                load.failedReceive(),
                load.failedLength(),
                load.failedExceptions(),
                load.non2xx(),
                load.writeErrors(),
                load.windowSeconds(),
                // a few requests can be over within ab's last digit, a millisecond
                load.windowSeconds() > 0 ? (load.requestsCompleted() - load.failed()) / load.windowSeconds() : null);
    }

    private static long sum(List<? extends LoadReport> reports, ToLongFunction<LoadReport> field) {
        return reports.stream().mapToLong(field).sum();
    }

    /**
     * From the first client's start to the last one's last answer, by each client's own "Time taken for tests": what
     * {@code ab} does after its last answer (sorting, writing) is no part of it.
     */
    private double windowSeconds() {
        return clients.stream()
                .mapToDouble(c ->
                        c.startOffset() + c.report().map(LoadReport::seconds).orElse(0.0))
                .max()
                .orElse(0);
    }

    private ServerSide serverSide(StepPlan step, Load load) {
        double cpuSeconds = serverCpu == null ? 0 : serverCpu.seconds();
        Long answered = load == null || load.requestsPerSecond() == null ? null : Long.valueOf(answered(load));
        Double perCpuSecond = answered == null || cpuSeconds <= 0 ? null : Double.valueOf(answered / cpuSeconds);
        var voluntary = serverSwitches.map(ContextSwitches::voluntary).orElse(null);
        return new ServerSide(
                step.shards().size(),
                step.workers(),
                idle == null ? null : Long.valueOf(idle.threads()),
                peaks.threads,
                idle == null ? null : Long.valueOf(idle.rssBytes()),
                peaks.rssBytes,
                pssAfterLoadBytes,
                peaks.pageTableBytes,
                serverCpu == null ? null : Double.valueOf(serverCpu.seconds()),
                serverCpu == null ? null : Double.valueOf(serverCpu.userSeconds()),
                serverCpu == null ? null : Double.valueOf(serverCpu.systemSeconds()),
                perCpuSecond,
                voluntary,
                serverSwitches.map(ContextSwitches::involuntary).orElse(null),
                answered == null || voluntary == null || answered == 0
                        ? null
                        : Double.valueOf((double) voluntary / answered),
                counted == null ? null : counted.requests(),
                counted == null ? null : counted.handlerPeak(),
                limitsBefore,
                limitsAfter);
    }

    private DatabaseSide databaseSide() {
        return databaseCpuSeconds == null && outage == null && databaseConnections == null && queries == null
                ? null
                : new DatabaseSide(
                        databaseCpuSeconds,
                        databasePssBytes,
                        outage == null ? null : Double.valueOf(outage.seconds()),
                        databaseConnections,
                        queries,
                        cache());
    }

    private ClientSide clientSide(StepPlan step) {
        var seconds = clients.stream().map(ClientProcesses.Result::cpuSeconds).toList();
        Double all = seconds.isEmpty() || seconds.stream().anyMatch(Optional::isEmpty)
                ? null
                : Double.valueOf(seconds.stream().mapToDouble(Optional::get).sum());
        return new ClientSide(step.clients().size(), all, busiestShareOfCore());
    }

    /** CPU seconds over wall seconds of the client that took most; {@code null} where none was seen. */
    Double busiestShareOfCore() {
        var shares = clients.stream()
                .filter(c -> c.cpuSeconds().isPresent() && c.seconds() > 0)
                .mapToDouble(c -> c.cpuSeconds().get() / c.seconds())
                .max();
        return shares.isPresent() ? Double.valueOf(shares.getAsDouble()) : null;
    }

    private Kernel kernel() {
        return new Kernel(
                net == null ? null : net.listenOverflows(),
                net == null ? null : net.listenDrops(),
                net == null ? null : net.retransmittedSegments(),
                timeWaitBefore,
                timeWaitAfter,
                net == null ? null : net.timeWaitOverflows(),
                waitedForTimeWait,
                contextSwitches,
                stolenPercent,
                peaks.socketMemoryBytes,
                peaks.kernelStackBytes,
                peaks.memAvailableLowBytes);
    }
}
