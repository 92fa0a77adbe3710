package threadwall.loadgen.sweep.step;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import threadwall.loadgen.engine.LoadReport;
import threadwall.process.proc.ContextSwitches;
import threadwall.record.RecordLine;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Cache;
import threadwall.record.StepRecord.ClientSide;
import threadwall.record.StepRecord.Connections;
import threadwall.record.StepRecord.DatabaseSide;
import threadwall.record.StepRecord.Kernel;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.ServerSide;
import threadwall.record.StepRecord.Verified;

/** Makes the record of a step from its measurements. Pure. */
final class StepRecorder {

    private final StepPlan step;
    private final StepMetrics metrics;

    /** {@code null} as in {@link StepMetrics}. */
    private final LoadMetrics measured;

    private final LoadCounters.Used used;
    private final LoadMetrics.Database database;
    private final SamplePeaks peaks;

    StepRecorder(StepPlan step, StepMetrics metrics) {
        this.step = step;
        this.metrics = metrics;
        this.measured = metrics.load();
        this.used = measured == null ? null : measured.used();
        this.database = measured == null ? LoadMetrics.Database.NONE : measured.database();
        this.peaks = metrics.peaks();
    }

    StepRecord record(Instant at, double seconds, String failure) {
        var counted = clientCounts();
        var verdict = verdict(counted, failure);
        boolean rated =
                counted != null && verdict.outcome() != Outcome.WRONG_ANSWERS && verdict.outcome() != Outcome.FAILED;
        var load = rated ? withRate(counted) : counted;
        return new StepRecord(
                RecordLine.SCHEMA,
                at,
                seconds,
                verdict.outcome(),
                verdict.reason(),
                step,
                metrics.warmUp(),
                load,
                measured == null ? null : measured.latency(),
                measured == null ? null : measured.arrivals(),
                verified(),
                new Connections(peaks.open, peaks.established, peaks.counts),
                serverSide(load),
                clientSide(),
                databaseSide(),
                kernel(),
                metrics.gc(),
                measured == null ? null : measured.steadiness(),
                metrics.sampling(),
                metrics.profile(),
                StepWarnings.of(metrics, step, load, busiestShareOfCore(), otherCpuPercent()));
    }

    private StepVerdict verdict(Load load, String failure) {
        var verdict = failure != null
                ? new StepVerdict(Outcome.FAILED, failure)
                : StepVerdict.of(
                        step,
                        load,
                        measured == null ? null : measured.latency(),
                        verified(),
                        measured == null ? null : measured.unreachable());
        if (database.outage() != null && database.outage().happened()) {
            verdict = verdict.failedBy(database.outage().words());
        }
        if (database.connections() != null && database.connections() > step.databaseConnections()) {
            verdict = verdict.failedBy("PostgreSQL had %,d connections at once, but %,d are configured"
                    .formatted(database.connections(), step.databaseConnections()));
        }
        var stopped = metrics.stopped();
        if (stopped != null && stopped.uncounted() != null) {
            verdict = verdict.failedBy(stopped.uncounted());
        }
        if (stopped != null
                && stopped.queries() != null
                && verdict.outcome() == Outcome.OK
                && !isOneQueryForEachRequest(stopped, load)) {
            verdict = verdict.failedBy(
                    ("expected one query per request, but PostgreSQL ran %,d queries and the servers counted %,d"
                                    + " requests (%,d answered in the load)")
                            .formatted(stopped.queries(), stopped.counted().requests(), answered(load)));
        }
        return verdict;
    }

    /**
     * Each server may query once more at its start: kilim does so to load its classes. When a load ends by time,
     * clients drop requests in progress, and a server that stops need not query for those.
     */
    private boolean isOneQueryForEachRequest(StepMetrics.Stopped stopped, Load load) {
        int atStart = step.shards().size();
        int left = step.load().requests() == null ? step.load().concurrency() : 0;
        long queries = stopped.queries();
        long requests = stopped.counted().requests();
        return queries <= requests + atStart && queries >= requests - left && queries >= answered(load);
    }

    private long answered(Load load) {
        return load.requestsCompleted() - load.failed() + verified().underLoad();
    }

    private Verified verified() {
        return measured == null ? null : measured.verified();
    }

    private List<ClientProcesses.Result> clients() {
        return measured == null ? List.of() : measured.clients();
    }

    /** {@code null} unless every client printed its report. */
    private Load clientCounts() {
        var reports =
                clients().stream().flatMap(client -> client.report().stream()).toList();
        return reports.isEmpty() || reports.size() < step.clients().size()
                ? null
                : new Load(
                        sum(reports, LoadReport::complete),
                        sum(reports, LoadReport::failedConnect),
                        sum(reports, LoadReport::failedReceive),
                        sum(reports, LoadReport::failedLength),
                        sum(reports, LoadReport::failedExceptions),
                        sum(reports, LoadReport::non2xx),
                        sum(reports, LoadReport::writeErrors),
                        ClientProcesses.windowSeconds(clients()),
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
                // a few requests can complete within ab's resolution of a millisecond
                load.windowSeconds() > 0 ? (load.requestsCompleted() - load.failed()) / load.windowSeconds() : null);
    }

    private static long sum(List<? extends LoadReport> reports, ToLongFunction<LoadReport> field) {
        return reports.stream().mapToLong(field).sum();
    }

    private ServerSide serverSide(Load load) {
        var idle = metrics.before() == null ? null : metrics.before().idle();
        var cpu = used == null ? null : used.serverCpu();
        var switches = used == null ? Optional.<ContextSwitches>empty() : used.serverSwitches();
        var counted = metrics.stopped() == null ? null : metrics.stopped().counted();
        var after = metrics.after();
        Long answered = load == null || load.requestsPerSecond() == null ? null : Long.valueOf(answered(load));
        var voluntary = switches.map(ContextSwitches::voluntary).orElse(null);
        return new ServerSide(
                step.shards().size(),
                step.servers().workers(),
                idle == null ? null : Long.valueOf(idle.threads()),
                peaks.threads,
                idle == null ? null : Long.valueOf(idle.rssBytes()),
                peaks.rssBytes,
                after == null ? null : after.pssBytes(),
                peaks.pageTableBytes,
                cpu == null ? null : Double.valueOf(cpu.seconds()),
                cpu == null ? null : Double.valueOf(cpu.userSeconds()),
                cpu == null ? null : Double.valueOf(cpu.systemSeconds()),
                answered == null || cpu == null || cpu.seconds() <= 0 ? null : Double.valueOf(answered / cpu.seconds()),
                voluntary,
                switches.map(ContextSwitches::involuntary).orElse(null),
                answered == null || voluntary == null || answered == 0
                        ? null
                        : Double.valueOf((double) voluntary / answered),
                counted == null ? null : counted.requests(),
                counted == null ? null : counted.handlerPeak(),
                metrics.before() == null ? List.of() : metrics.before().limits(),
                after == null ? List.of() : after.limits());
    }

    private DatabaseSide databaseSide() {
        var cpuSeconds = used == null ? null : used.databaseCpuSeconds();
        var queries = metrics.stopped() == null ? null : metrics.stopped().queries();
        return cpuSeconds == null && database.outage() == null && database.connections() == null && queries == null
                ? null
                : new DatabaseSide(
                        cpuSeconds,
                        database.pssBytes(),
                        database.outage() == null
                                ? null
                                : Double.valueOf(database.outage().seconds()),
                        database.connections(),
                        queries,
                        cache());
    }

    private Cache cache() {
        var reads = used == null ? null : used.reads();
        var cold = metrics.cold();
        return reads == null
                ? null
                : new Cache(
                        cold.dataBytes(),
                        cold.requestsPerSecond(),
                        cold.scanSeconds().getFirst(),
                        cold.scanSeconds().subList(1, cold.scanSeconds().size()),
                        reads.askedBytes(),
                        reads.diskBytes(),
                        reads.diskReads(),
                        reads.refaults());
    }

    private ClientSide clientSide() {
        var hosts =
                clients().stream().flatMap(client -> client.hosts().stream()).toList();
        return new ClientSide(
                step.clients().size(), ClientProcesses.cpuSeconds(clients()), busiestShareOfCore(), hosts);
    }

    /** The highest ratio of CPU seconds to wall seconds of any client; {@code null} if none is known. */
    private Double busiestShareOfCore() {
        var shares = clients().stream()
                .filter(c -> c.cpuSeconds().isPresent() && c.seconds() > 0)
                .mapToDouble(c -> c.cpuSeconds().get() / c.seconds())
                .max();
        return shares.isPresent() ? Double.valueOf(shares.getAsDouble()) : null;
    }

    private Kernel kernel() {
        var tcp = used == null ? null : used.tcp();
        var window = measured == null ? null : measured.window();
        return new Kernel(
                tcp == null ? null : tcp.listenOverflows(),
                tcp == null ? null : tcp.listenDrops(),
                tcp == null ? null : tcp.retransmittedSegments(),
                window == null ? null : window.timeWaitBefore(),
                used == null ? null : used.timeWait(),
                tcp == null ? null : tcp.timeWaitOverflows(),
                used == null ? null : used.backlogDrops(),
                metrics.waitedForTimeWait(),
                used == null ? null : used.contextSwitches(),
                used == null ? null : used.stolenPercent(),
                otherCpuPercent(),
                peaks.socketMemoryBytes,
                peaks.kernelStackBytes,
                peaks.memAvailableLowBytes);
    }

    /**
     * What all CPUs did besides idling, less the processes of the step. Below 0 by rounding only. Unknown with clients on
     * other hosts: what they took is not known apart from what their ssh took here.
     */
    private Double otherCpuPercent() {
        var client = clientSide().cpuSeconds();
        if (used == null || used.machine() == null || client == null || step.leavesThisMachine()) {
            return null;
        }
        double own = used.serverCpu().seconds()
                + client
                + used.toolCpuSeconds()
                + (used.databaseCpuSeconds() == null ? 0 : used.databaseCpuSeconds());
        return Math.max(
                0, 100 * (used.machine().busySeconds() - own) / used.machine().seconds());
    }
}
