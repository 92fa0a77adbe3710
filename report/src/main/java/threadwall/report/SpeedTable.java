package threadwall.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import threadwall.record.RunRecord;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import tools.jackson.databind.json.JsonMapper;

/** The results of {@code bench speed}: a row for each setting and server, with ratios to the peers of the same run. */
public record SpeedTable(RunRecord run, List<SpeedRow> rows) {

    /** Every server is compared with those of these peers that are in the run. */
    private static final List<String> PEERS = List.of("c-epoll", "c-uring", "virtual-threads");

    /**
     * One server under one setting. The figures are of the rounds that ended well.
     *
     * @param setting the client with its options, and the route
     * @param repeats starts of the server
     * @param rounds that were run, in all repeats; {@code good} of them ended well
     * @param failedRequests of all rounds
     * @param faults reasons of the rounds that did not end well
     */
    public record SpeedRow(
            String setting,
            String server,
            int repeats,
            int rounds,
            int good,
            MedianRange requestsPerCpuSecond,
            MedianRange requestsPerSecond,
            MedianRange p99Millis,
            long failedRequests,
            List<PeerRatio> ratios,
            List<String> faults) {}

    /**
     * A server's figures divided by a peer's.
     *
     * @param requestsPerCpuSecond ratios within each round; {@code null} when no round has both
     * @param requestsPerCpuSecondInterval over the starts of the servers; {@code null} when fewer than
     *     {@value RatioInterval#FEWEST} of them have a ratio
     * @param p99 ratios of the 99th percentiles, {@code p99Interval} over the starts
     */
    public record PeerRatio(
            String to,
            MedianRange requestsPerCpuSecond,
            RatioInterval requestsPerCpuSecondInterval,
            MedianRange p99,
            RatioInterval p99Interval) {}

    public static SpeedTable of(RunRecord run, List<StepRecord> steps) {
        var bySetting = new LinkedHashMap<String, Map<String, List<StepRecord>>>();
        for (var step : steps) {
            bySetting
                    .computeIfAbsent(setting(step), setting -> new LinkedHashMap<>())
                    .computeIfAbsent(step.asked().server(), server -> new ArrayList<>())
                    .add(step);
        }
        var rows = new ArrayList<SpeedRow>();
        bySetting.forEach((setting, byServer) ->
                byServer.forEach((server, all) -> rows.add(row(setting, server, all, byServer))));
        return new SpeedTable(run, List.copyOf(rows));
    }

    private static String setting(StepRecord step) {
        var asked = step.asked();
        var program = asked.load().engine();
        var keep = asked.load().keepAlive() && program.equals("ab") ? " -k" : "";
        return "%s%s -c %d %s"
                .formatted(
                        program, keep, asked.load().concurrency(), asked.load().route());
    }

    private static SpeedRow row(
            String setting, String server, List<StepRecord> all, Map<String, List<StepRecord>> byServer) {
        var ratios = PEERS.stream()
                .filter(peer -> !peer.equals(server) && byServer.containsKey(peer))
                .map(peer -> ratio(peer, all, byServer.get(peer)))
                .toList();
        var good = all.stream().filter(step -> step.outcome() == Outcome.OK).toList();
        return new SpeedRow(
                setting,
                server,
                RoundRatios.starts(all).size(),
                all.size(),
                good.size(),
                MedianRange.of(good, SpeedTable::perCpuSecond),
                MedianRange.of(good, step -> step.load().requestsPerSecond()),
                MedianRange.of(good, SpeedTable::p99),
                all.stream()
                        .mapToLong(step -> step.load() == null ? 0 : step.load().failed())
                        .sum(),
                ratios,
                all.stream()
                        .filter(step -> step.outcome() != Outcome.OK)
                        .map(step -> "round %d: %s".formatted(step.asked().repeat(), step.reason()))
                        .toList());
    }

    private static PeerRatio ratio(String peer, List<StepRecord> mine, List<StepRecord> theirs) {
        var cpu = RoundRatios.of(mine, theirs, SpeedTable::perCpuSecond);
        var p99 = RoundRatios.of(mine, theirs, SpeedTable::p99);
        return new PeerRatio(peer, cpu.rounds(), cpu.interval(), p99.rounds(), p99.interval());
    }

    private static Double perCpuSecond(StepRecord step) {
        return step.server().requestsPerCpuSecond();
    }

    private static Double p99(StepRecord step) {
        return step.latency() == null ? null : Double.valueOf(step.latency().p99Millis());
    }

    public String text() {
        return table().text();
    }

    public String markdown() {
        return table().markdown();
    }

    public String json() {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    private TextTable table() {
        var columns = new TableColumns().left("setting", "server").right("req/CPU-s", "requests/s", "p99 ms", "failed");
        var peers = PEERS.stream()
                .filter(peer ->
                        rows.stream().flatMap(row -> row.ratios.stream()).anyMatch(r -> r.to.equals(peer)))
                .toList();
        peers.forEach(peer -> columns.right("CPU/" + peer, "p99/" + peer));
        var notes = new ArrayList<>(List.of(
                "req/CPU-s: requests answered per CPU second of the server. CPU/PEER: its ratio to the peer's in the same"
                        + " round, above 1 is better; p99/PEER: the ratio of p99, below 1 is better. Median (range)"
                        + overRepeats()));
        for (var row : rows) {
            row.faults.forEach(fault -> notes.add("%s, %s, %s".formatted(row.setting, row.server, fault)));
        }
        return new TextTable(
                columns.list(), rows.stream().map(row -> cells(row, peers)).toList(), notes);
    }

    /** What the columns of ratios have of the repeats. */
    private String overRepeats() {
        var ratios = rows.stream()
                .flatMap(row -> row.ratios.stream())
                .filter(ratio -> ratio.requestsPerCpuSecond != null)
                .toList();
        long intervals = ratios.stream()
                .filter(ratio -> ratio.requestsPerCpuSecondInterval != null)
                .count();
        if (intervals > 0) {
            return "; ratios: geometric mean (95 % t-interval) over the repeats, which restart the servers, \""
                    + RatioInterval.NO_DIFFERENCE + "\" where the interval contains 1"
                    + (intervals == ratios.size() ? "." : ", median (range) where too few repeats went well.");
        }
        boolean once = !ratios.isEmpty() && rows.stream().allMatch(row -> row.repeats == 1);
        return once ? "; one repeat, so ratios have no interval." : ".";
    }

    private static List<String> cells(SpeedRow row, List<String> peers) {
        var cells = new ArrayList<>(List.of(
                row.setting,
                row.server,
                MedianRange.text(row.requestsPerCpuSecond, "%,.0f"),
                MedianRange.text(row.requestsPerSecond, "%,.0f"),
                MedianRange.text(row.p99Millis, "%,.1f"),
                "%,d".formatted(row.failedRequests)));
        for (var peer : peers) {
            var ratio = row.ratios.stream().filter(r -> r.to.equals(peer)).findFirst();
            cells.add(ratio.map(one -> text(one.requestsPerCpuSecond, one.requestsPerCpuSecondInterval))
                    .orElse(""));
            cells.add(ratio.map(one -> text(one.p99, one.p99Interval)).orElse(""));
        }
        return cells;
    }

    private static String text(MedianRange rounds, RatioInterval starts) {
        return starts == null ? MedianRange.text(rounds, "%.2f") : starts.verdict("%.2f");
    }
}
