package threadwall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.StepNames;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Arrivals;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepRecord.WarmUpRound;
import threadwall.record.StepWarning;

/**
 * The rows of a run, by concurrency and then in the order of its servers.
 *
 * @param baseline the server that the ratios are relative to: {@code spring-blocking}, or the first one of a run without it
 */
public record SweepTable(String baseline, List<SweepRow> rows) {

    private static final String USUAL_BASELINE = "spring-blocking";

    private record LoadKey(String route, boolean keepAlive, String engine, Integer rate, int concurrency) {
        static LoadKey of(StepRecord step) {
            var asked = step.asked();
            return new LoadKey(
                    asked.load().methodAndRoute(),
                    asked.load().keepAlive(),
                    asked.load().engine(),
                    asked.load().rate(),
                    asked.load().concurrency());
        }
    }

    public static SweepTable of(List<StepRecord> steps) {
        var names = StepNames.ofDone(steps);
        var baseline = steps.stream()
                .filter(step -> step.asked().server().equals(USUAL_BASELINE))
                .findFirst()
                .or(() -> steps.stream().findFirst())
                .map(step -> names.of(step.asked()))
                .orElse(USUAL_BASELINE);
        var byLoad = new LinkedHashMap<LoadKey, Map<String, List<StepRecord>>>();
        for (var step : steps) {
            byLoad.computeIfAbsent(LoadKey.of(step), load -> new LinkedHashMap<>())
                    .computeIfAbsent(names.of(step.asked()), name -> new ArrayList<>())
                    .add(step);
        }
        var rows = new ArrayList<SweepRow>();
        byLoad.forEach((load, byServer) -> {
            var base = byServer.getOrDefault(baseline, List.<StepRecord>of());
            byServer.forEach((server, group) ->
                    rows.add(row(server, names.workers(group.getFirst().asked()), load, group, base)));
        });
        return new SweepTable(baseline, List.copyOf(rows));
    }

    private static SweepRow row(
            String server, String workers, LoadKey load, List<StepRecord> all, List<StepRecord> base) {
        var asked = all.getFirst().asked();
        var good = all.stream().filter(step -> step.outcome() == Outcome.OK).toList();
        return new SweepRow(
                server,
                new SweepRow.Workload(
                        load.route,
                        load.keepAlive,
                        load.engine,
                        workers,
                        load.concurrency,
                        load.rate,
                        dataPercent(all.getFirst()),
                        asked.data().store()),
                all.size(),
                good.size(),
                responses(good, base),
                resources(good, base),
                new SweepRow.Network(
                        MedianRange.of(good, SweepTable::roundTripMillis),
                        MedianRange.of(
                                good,
                                step -> step.kernel() == null
                                        ? null
                                        : step.kernel().retransmits())),
                new SweepRow.DatabaseUse(
                        asked.databaseConnections(), MedianRange.of(good, SweepTable::databaseConnections)),
                all.stream()
                        .mapToLong(step -> step.load() == null ? 0 : step.load().failed())
                        .sum(),
                remarks(all));
    }

    private static List<Double> ratios(
            List<StepRecord> good, List<StepRecord> base, Function<StepRecord, Double> figure) {
        return RepeatFigures.of(good, figure).over(RepeatFigures.of(base, figure));
    }

    private static SweepRow.Responses responses(List<StepRecord> good, List<StepRecord> base) {
        var ratios = ratios(good, base, step -> step.load().requestsPerSecond());
        return new SweepRow.Responses(
                MedianRange.of(good, step -> step.load().requestsPerSecond()),
                MedianRange.of(ratios),
                RatioInterval.of(ratios),
                MedianRange.of(
                        good,
                        step -> step.latency() == null ? null : step.latency().p50Millis()),
                MedianRange.of(
                        good,
                        step -> step.latency() == null ? null : step.latency().p99Millis()),
                MedianRange.of(good, arrivals(arrivals -> arrivals.planned().p50Millis())),
                MedianRange.of(good, arrivals(arrivals -> arrivals.planned().p99Millis())),
                MedianRange.of(good, arrivals(Arrivals::lagP99Millis)),
                MedianRange.of(good, step -> step.connections().peakOpen()),
                MedianRange.of(good, step -> step.server().handlerPeak()),
                MedianRange.of(good, SweepTable::firstRoundPerSecond),
                MedianRange.of(good, SweepTable::firstRoundClientCores));
    }

    private static Double firstRoundPerSecond(StepRecord step) {
        var first = firstRound(step);
        if (first == null) {
            return null;
        }
        long failed = first.failed() == null ? 0 : first.failed();
        return (first.requests() - failed) / first.seconds();
    }

    private static Double firstRoundClientCores(StepRecord step) {
        var first = firstRound(step);
        return first == null || first.clientCpuSeconds() == null
                ? null
                : Double.valueOf(first.clientCpuSeconds() / first.seconds());
    }

    /** {@code null} where the record does not have it, or not how long it took, and for a server that ran before. */
    private static WarmUpRound firstRound(StepRecord step) {
        boolean startedHere = step.asked().shards().stream().allMatch(shard -> shard.command() != null);
        if (!startedHere || step.warmUp() == null || step.warmUp().byRound() == null) {
            return null;
        }
        var first = step.warmUp().byRound().getFirst();
        return first.seconds() > 0 ? first : null;
    }

    private static SweepRow.ResourceUse resources(List<StepRecord> good, List<StepRecord> base) {
        var ratios = ratios(good, base, step -> step.server().requestsPerCpuSecond());
        return new SweepRow.ResourceUse(
                MedianRange.of(good, step -> step.server().threadsPeak()),
                MedianRange.of(good, step -> step.server().rssPeakBytes()),
                MedianRange.of(good, step -> step.server().cpuSeconds()),
                MedianRange.of(good, step -> step.server().requestsPerCpuSecond()),
                MedianRange.of(ratios),
                RatioInterval.of(ratios),
                MedianRange.of(good, SweepTable::switchesPerRequest),
                MedianRange.of(good, step -> step.server().wakeUpsPerRequest()),
                MedianRange.of(good, SweepTable::clientCores),
                hosts(good),
                MedianRange.of(good, SweepTable::hostsRssBytes));
    }

    /** The median of each host. */
    private static String hosts(List<StepRecord> good) {
        var shares = good.stream()
                .filter(step -> step.client() != null)
                .flatMap(step -> step.client().hosts().stream())
                .filter(host -> host.busyShare() != null)
                .collect(Collectors.groupingBy(
                        StepRecord.HostUsage::name,
                        LinkedHashMap::new,
                        Collectors.mapping(host -> 100 * host.busyShare(), Collectors.toList())));
        return shares.isEmpty()
                ? null
                : shares.entrySet().stream()
                        .map(host ->
                                host.getKey() + " " + MedianRange.text(MedianRange.of(host.getValue()), "%.0f") + " %")
                        .collect(Collectors.joining(", "));
    }

    private static Long hostsRssBytes(StepRecord step) {
        var hosts = step.client() == null
                ? List.<StepRecord.HostUsage>of()
                : step.client().hosts();
        return hosts.isEmpty() || hosts.stream().anyMatch(host -> host.rssPeakBytes() == null)
                ? null
                : Long.valueOf(hosts.stream()
                        .mapToLong(StepRecord.HostUsage::rssPeakBytes)
                        .sum());
    }

    private static Double roundTripMillis(StepRecord step) {
        return step.asked().clients().stream()
                .flatMap(client -> client.measured().load().hosts().stream())
                .map(host -> host.readings().roundTripMillis())
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** A figure of loads with a rate. */
    private static Function<StepRecord, Double> arrivals(Function<Arrivals, Double> figure) {
        return step -> step.arrivals() == null ? null : figure.apply(step.arrivals());
    }

    private static Integer databaseConnections(StepRecord step) {
        return step.database() == null ? null : step.database().connectionsPeak();
    }

    private static Integer dataPercent(StepRecord step) {
        var size = step.asked().data().dataSize();
        return size == null ? null : Integer.valueOf(size.percent());
    }

    /** Wake-ups are the voluntary switches of the load alone; the involuntary ones are added in proportion. */
    private static Double switchesPerRequest(StepRecord step) {
        var server = step.server();
        return server.wakeUpsPerRequest() == null || server.voluntarySwitches() == 0
                ? null
                : Double.valueOf(server.wakeUpsPerRequest()
                        * (server.voluntarySwitches() + server.involuntarySwitches())
                        / server.voluntarySwitches());
    }

    private static Double clientCores(StepRecord step) {
        return step.client() == null
                        || step.client().cpuSeconds() == null
                        || step.load().windowSeconds() <= 0
                ? null
                : Double.valueOf(step.client().cpuSeconds() / step.load().windowSeconds());
    }

    /** Why repeats did not end well, each reason once; then each kind of warning. */
    private static List<Remark> remarks(List<StepRecord> steps) {
        var reasons = steps.stream()
                .filter(step -> step.outcome() != Outcome.OK)
                .map(step -> step.outcome().name().replace('_', ' ') + ": " + step.reason())
                .distinct()
                .map(Remark::reason);
        var warnings = steps.stream()
                .flatMap(step -> step.warnings().stream())
                .collect(Collectors.groupingBy(StepWarning::getClass, LinkedHashMap::new, Collectors.toList()));
        return Stream.concat(reasons, warnings.values().stream().flatMap(ofOneKind -> Remark.of(ofOneKind).stream()))
                .toList();
    }
}
