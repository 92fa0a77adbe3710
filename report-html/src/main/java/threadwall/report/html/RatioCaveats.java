package threadwall.report.html;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import threadwall.record.StepWarning;

/** What a reader must know when two figures are compared. */
final class RatioCaveats {

    /** Longest reason in a sentence, in characters. */
    static final int REASON = 160;

    private RatioCaveats() {}

    /** The caveats of one server's figure, in a new list. */
    static List<String> of(ReportEntry entry) {
        var caveats = new LinkedHashSet<String>();
        var row = entry.row();
        for (var remark : row.remarks()) {
            switch (remark.warning()) {
                case StepWarning.Sharded(var processes) ->
                    caveats.add("%s sharded over %d processes".formatted(entry.server(), processes));
                case StepWarning.ClientBound _, StepWarning.ClientHostBusy _, StepWarning.FewArrivals _ ->
                    caveats.add(
                            entry.server() + " client-bound: its client was at its limit, so the server may be faster");
                case StepWarning.Unsteady _ -> caveats.add(entry.server() + " not steady in every repeat");
                case StepWarning.OtherProcesses _, StepWarning.CpuStolen _ ->
                    caveats.add(entry.server() + ": " + remark.text());
                case null, default -> {} // says nothing of the ratio
            }
        }
        if (row.good() < row.repeats()) {
            caveats.add("%d of %s of %s did not end well"
                    .formatted(row.repeats() - row.good(), entry.repeats(), entry.server()));
        }
        return new ArrayList<>(caveats);
    }

    /** Says that two servers use different stores; empty where they do not, or where their records do not name them. */
    static Optional<String> stores(ReportEntry one, ReportEntry other) {
        var its = one.row().workload().store();
        var others = other.row().workload().store();
        return its == null || others == null || its.equals(others)
                ? Optional.empty()
                : Optional.of("%s has its data in %s, %s in %s"
                        .formatted(one.server(), store(its), other.server(), store(others)));
    }

    private static String store(String name) {
        return switch (name) {
            case "postgres" -> "PostgreSQL";
            case "embedded" -> "its own process";
            default -> PlainText.name(name);
        };
    }

    static String inBrackets(List<String> caveats) {
        return caveats.isEmpty() ? "" : " (" + String.join("; ", caveats) + ")";
    }
}
