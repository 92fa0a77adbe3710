package threadwall.report;

import java.util.List;
import java.util.stream.IntStream;
import threadwall.record.ProbeRecord;

/** The results of several probes, a row for each: the count beside its prediction, and the limit that stopped it. */
public final class ProbeTable {

    private ProbeTable() {}

    public static String markdown(List<ProbeRecord> probes) {
        var columns = new TableColumns()
                .right("probe")
                .left("of", "user", "limit")
                .right("predicted", "measured", "off", "in force", "used before", "at the end")
                .left("errno")
                .right("seconds")
                .left("verdict");
        var rows = IntStream.range(0, probes.size())
                .mapToObj(i -> row(i + 1, probes.get(i)))
                .toList();
        return new TextTable(columns.list(), rows).markdown();
    }

    private static List<String> row(int number, ProbeRecord probe) {
        var stopping = probe.gauges().stream()
                .filter(gauge -> gauge.limit().equals(probe.limit()))
                .findFirst();
        return List.of(
                String.valueOf(number),
                probe.subject(),
                probe.user(),
                probe.limit() == null ? "" : LimitName.brief(probe.limit()),
                NumberFormat.brief(probe.predicted()),
                NumberFormat.brief(probe.measured()),
                probe.deviationPercent() == null ? "" : NumberFormat.deviation(probe.deviationPercent()),
                stopping.map(gauge -> NumberFormat.brief(gauge.inForce())).orElse(""),
                stopping.map(gauge -> ProbeText.used(gauge, gauge.usedBefore())).orElse(""),
                stopping.map(gauge -> ProbeText.used(gauge, gauge.usedAtWall())).orElse(""),
                probe.errno() == null ? "" : probe.errno(),
                "%.1f".formatted(probe.seconds()),
                ProbeText.verdict(probe.outcome()));
    }
}
