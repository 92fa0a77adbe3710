package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.StepWarning;

/** What has to be said beside a figure for the sentence to be honest. */
final class RatioCaveats {

    /** The longest reason in a sentence. */
    static final int REASON = 160;

    private RatioCaveats() {}

    /** Of one server's figure, a new list. */
    static List<String> of(ReportEntry entry) {
        var caveats = new ArrayList<String>();
        for (var remark : entry.row().remarks()) {
            switch (remark.warning()) {
                case StepWarning.Sharded(var processes) ->
                    caveats.add("%s sharded over %d processes".formatted(entry.server(), processes));
                case StepWarning.ClientBound bound ->
                    caveats.add(entry.server() + " client-bound: its client was at its limit, so it may be faster");
                case null, default -> {} // says nothing of the ratio
            }
        }
        var row = entry.row();
        if (row.good() < row.repeats()) {
            caveats.add("%d of %s of %s did not end well"
                    .formatted(row.repeats() - row.good(), entry.repeats(), entry.server()));
        }
        return caveats;
    }

    /** That two servers do not ask the same store; empty where they do, or none, or their records do not tell. */
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
