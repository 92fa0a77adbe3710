package threadwall.loadgen.sweep.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.HostUsage;
import threadwall.record.StepRecord.Kernel;
import threadwall.record.StepRecord.Load;
import threadwall.record.StepWarning;
import threadwall.record.StolenTime;

/** Decides which warnings a step gets. */
final class StepWarnings {

    /** A client above this share of its cores is the bottleneck, not the server. */
    private static final double CLIENT_BOUND = 0.95;

    /** A step with fewer open connections than this share of the planned ones gets a warning. */
    private static final double NEARLY_ALL = 0.95;

    /** Other processes above this share of all CPUs disturb a step. */
    private static final double DISTURBED_PERCENT = 10;

    /** A server that uses a CPU give or take this much may have a single thread. */
    private static final double ONE_THREAD = 0.1;

    private StepWarnings() {}

    /**
     * @param load {@code null} when no client finished
     * @param busiest CPU seconds over wall seconds of the busiest client; {@code null} if unknown
     * @param otherCpuPercent see {@link Kernel#otherCpuPercent}; {@code null} if unknown
     */
    static List<StepWarning> of(StepMetrics metrics, StepPlan step, Load load, Double busiest, Double otherCpuPercent) {
        var warnings = new ArrayList<StepWarning>();
        int cores = step.clients().getFirst().measured().load().cores();
        var hosts = hosts(metrics);
        hosts.stream()
                .filter(host -> host.busyShare() != null && host.busyShare() > CLIENT_BOUND)
                .forEach(host -> warnings.add(new StepWarning.ClientHostBusy(host.name(), host.busyShare())));
        if (hosts.isEmpty() && busiest != null && busiest > CLIENT_BOUND * cores) {
            warnings.add(new StepWarning.ClientBound(step.load().engine(), cores, busiest / cores));
        }
        if (metrics.profile() != null && metrics.profile().source() != null) {
            warnings.add(new StepWarning.Profiled());
        }
        if (step.shards().size() > 1) {
            warnings.add(new StepWarning.Sharded(step.shards().size()));
        }
        var open = metrics.peaks().open;
        if (step.load().rate() == null
                && open != null
                && open < NEARLY_ALL * step.load().concurrency()) {
            warnings.add(new StepWarning.FewConnections(open));
        }
        if (metrics.load() != null
                && metrics.load().window() != null
                && metrics.load().window().scarcePorts() != null) {
            warnings.add(metrics.load().window().scarcePorts());
        }
        if (metrics.load() != null && metrics.load().arrivals() != null) {
            add(metrics.load(), step, warnings);
        }
        if (metrics.load() != null && metrics.load().used() != null) {
            add(metrics.load().used(), warnings);
        }
        var rate = step.load().rate();
        if (rate != null && load != null && LoadEngine.of(step).onHosts()) {
            int seconds = step.clients().getFirst().measured().load().seconds();
            double planned = (double) rate * seconds;
            // arrivals are random: three standard deviations below the plan cannot be chance
            if (load.requestsCompleted() < Math.min(NEARLY_ALL * planned, planned - 3 * Math.sqrt(planned))) {
                warnings.add(new StepWarning.FewArrivals(rate, load.requestsCompleted() / planned));
            }
        }
        if (load != null && load.requestsPerSecond() != null && rate == null) {
            handlerEstimate(metrics.load(), step, load, open, processorBound(warnings))
                    .ifPresent(warnings::add);
        }
        if (otherCpuPercent != null && otherCpuPercent > DISTURBED_PERCENT) {
            warnings.add(new StepWarning.OtherProcesses(otherCpuPercent));
        }
        if (load != null && load.windowSeconds() < StepWarning.ShortLoad.SHORTEST_SECONDS) {
            warnings.add(new StepWarning.ShortLoad(load.windowSeconds()));
        }
        var steadiness = metrics.load() == null ? null : metrics.load().steadiness();
        if (steadiness != null && !steadiness.steady()) {
            warnings.add(new StepWarning.Unsteady(
                    steadiness.first().cpuMicros(), steadiness.last().cpuMicros()));
        }
        if (metrics.waitedForTimeWait() >= 1) {
            warnings.add(new StepWarning.WaitedForTimeWait(metrics.waitedForTimeWait()));
        }
        return List.copyOf(warnings);
    }

    private static boolean processorBound(List<StepWarning> warnings) {
        return warnings.stream()
                .anyMatch(warning -> warning instanceof StepWarning.ClientBound
                        || warning instanceof StepWarning.ClientHostBusy
                        || warning instanceof StepWarning.CpuThrottled);
    }

    /** Empty for servers that count their requests. */
    private static Optional<StepWarning> handlerEstimate(
            LoadMetrics measured, StepPlan step, Load load, Long open, boolean processorBound) {
        var verified = measured.verified();
        if (verified == null || verified.aloneMillis() == null || measured.used() == null) {
            return Optional.empty();
        }
        double answered = load.requestsCompleted() - load.failed() + verified.underLoad();
        double inHandler = answered / load.windowSeconds() * verified.aloneMillis() / 1_000;
        int connections = step.load().concurrency();
        boolean poolBound = !processorBound
                && inHandler < StepWarning.HandlerEstimate.MOST_WAIT * connections
                && open != null
                && open >= NEARLY_ALL * connections
                && hasTimeLeft(measured.used(), step, load);
        return Optional.of(new StepWarning.HandlerEstimate(inHandler, connections, poolBound));
    }

    /** Whether the processors that the servers may use have time left, and no server has a single thread that is busy. */
    private static boolean hasTimeLeft(LoadCounters.Used used, StepPlan step, Load load) {
        if (used.machine() == null) {
            return false;
        }
        double cores = used.serverCpu().seconds()
                / load.windowSeconds()
                / step.shards().size();
        var pin = step.servers().pin();
        boolean pinnedAreBusy = pin != null
                && !pin.server().isEmpty()
                && cores * step.shards().size()
                        >= StepWarning.HandlerEstimate.PROCESSORS_BUSY
                                * pin.server().size();
        return used.machine().busySeconds()
                        < StepWarning.HandlerEstimate.PROCESSORS_BUSY
                                * used.machine().seconds()
                && !pinnedAreBusy
                && Math.abs(cores - 1) > ONE_THREAD;
    }

    private static List<HostUsage> hosts(StepMetrics metrics) {
        return metrics.load() == null
                ? List.of()
                : metrics.load().clients().stream()
                        .flatMap(client -> client.hosts().stream())
                        .toList();
    }

    private static void add(LoadMetrics load, StepPlan step, List<StepWarning> warnings) {
        var arrivals = load.arrivals();
        double p99 = arrivals.planned().p99Millis();
        if (arrivals.lagP99Millis() > StepWarning.ClientLate.MOST * p99) {
            warnings.add(new StepWarning.ClientLate(arrivals.lagP99Millis(), p99));
        }
        if (arrivals.heldBack() > 0) {
            warnings.add(new StepWarning.HeldBack(
                    arrivals.heldBack(),
                    step.load().concurrency(),
                    p99,
                    load.latency().p99Millis()));
        }
        double answered = (double) arrivals.answeredInTime() / arrivals.due();
        // after an overload the rates are meant not to be reached
        if (arrivals.recovery() == null && answered < StepWarning.RateNotReached.ENOUGH) {
            warnings.add(new StepWarning.RateNotReached(step.load().rate(), answered));
        }
    }

    private static void add(LoadCounters.Used used, List<StepWarning> warnings) {
        if (isPositive(used.tcp().listenOverflows())) {
            warnings.add(new StepWarning.ListenOverflows(used.tcp().listenOverflows()));
        }
        if (isPositive(used.tcp().timeWaitOverflows())) {
            warnings.add(new StepWarning.TimeWaitOverflows(used.tcp().timeWaitOverflows()));
        }
        if (isPositive(used.backlogDrops())) {
            warnings.add(new StepWarning.BacklogDrops(used.backlogDrops()));
        }
        if (StolenTime.shows(used.stolenPercent())) {
            warnings.add(new StepWarning.CpuStolen(used.stolenPercent()));
        }
        used.throttling()
                .filter(throttling -> throttling.share() >= StepWarning.CpuThrottled.SHOWS)
                .ifPresent(throttling ->
                        warnings.add(new StepWarning.CpuThrottled(throttling.cpus(), throttling.share())));
    }

    private static boolean isPositive(Long count) {
        return count != null && count > 0;
    }
}
