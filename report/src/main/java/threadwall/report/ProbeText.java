package threadwall.report;

import java.util.List;
import threadwall.record.ProbeRecord;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Outcome;

/** The result of a probe, compared with the prediction, and the evidence. */
public final class ProbeText {

    private static final String INDENT = "           ";

    private ProbeText() {}

    public static String render(ProbeRecord probe) {
        var out = new StringBuilder();
        say(
                out,
                "measured",
                "%,d %s%s, for user %s"
                        .formatted(
                                probe.measured(),
                                probe.subject(),
                                probe.subject().equals("threads") ? " in one JVM" : "",
                                probe.user()));
        say(out, "predicted", predicted(probe));
        say(out, "seen", probe.failure());
        say(out, "limit", probe.limit() == null ? "none named" : probe.limit());
        probe.because().forEach(sentence -> say(out, "", sentence));
        if (probe.pace() != null && probe.pace().perSecondBefore() != null) {
            say(out, "pace", pace(probe.pace()));
        }
        say(out, "verdict", verdict(probe.outcome()) + ", after %.1f s".formatted(probe.seconds()));
        out.append('\n').append(table(probe.gauges()));
        return out.toString();
    }

    private static void say(StringBuilder out, String label, String sentence) {
        out.append(LineWrap.labelled(label, sentence, INDENT));
    }

    private static String predicted(ProbeRecord probe) {
        return probe.predicted() == null
                ? "no limit"
                : "%,d by %s%s"
                        .formatted(
                                probe.predicted(),
                                probe.predictedLimit(),
                                probe.outcome() == Outcome.OUT_OF_TIME || probe.deviationPercent() == null
                                        ? ""
                                        : "; measured is %s off"
                                                .formatted(NumberFormat.deviation(probe.deviationPercent())));
    }

    private static String pace(ProbeRecord.Pace pace) {
        return pace.knee() == null
                ? "%,.0f connections a second throughout".formatted(pace.perSecondBefore())
                : "%,.0f connections a second up to %,d, then %,.0f"
                        .formatted(pace.perSecondBefore(), pace.knee(), pace.perSecondAfter());
    }

    static String verdict(Outcome outcome) {
        return switch (outcome) {
            case AS_PREDICTED -> "as predicted";
            case NOT_AS_PREDICTED -> "NOT as predicted";
            case UNKNOWN -> "unknown: the evidence names no limit";
            case OUT_OF_TIME -> "no limit reached within --time-limit";
        };
    }

    private static String table(List<Gauge> gauges) {
        var rows = gauges.stream()
                .filter(gauge -> gauge.inForce() != null && gauge.usedAtWall() != null || gauge.refusals() > 0)
                .map(gauge -> List.of(
                        LimitName.brief(gauge.limit()),
                        NumberFormat.brief(gauge.inForce()),
                        used(gauge, gauge.usedBefore()),
                        used(gauge, gauge.usedAtWall()),
                        gauge.refusalsAtWall() == null ? "" : NumberFormat.brief(gauge.refusals())))
                .toList();
        var columns = new TableColumns()
                .left("limit")
                .right("in force", "used before", "at the end")
                .left("refusals counted");
        return new TextTable(columns.list(), rows).wrapped();
    }

    /** In the unit of the limit in force. A cgroup without a limit is shown when it counted refusals. */
    static String used(Gauge gauge, Long used) {
        return gauge.inForce() == null ? NumberFormat.brief(used) : NumberFormat.beside(gauge.inForce(), used);
    }
}
