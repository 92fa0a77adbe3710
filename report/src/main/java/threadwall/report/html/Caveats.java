package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;

/** What has to be said beside a figure for the sentence to be honest. */
final class Caveats {

    /** The longest reason in a sentence. */
    static final int REASON = 160;

    private Caveats() {}

    /** Of one server's figure, a new list. */
    static List<String> of(Entry entry) {
        var caveats = new ArrayList<String>();
        for (var remark : entry.row().remarks()) {
            if (Marks.isSharded(remark)) {
                caveats.add(entry.server() + " " + Words.brief(remark, REASON) + " processes");
            }
            if (Marks.isClientBound(remark)) {
                caveats.add(entry.server() + " client-bound: its client was at its limit, so it may be faster");
            }
        }
        var row = entry.row();
        if (row.good() < row.repeats()) {
            caveats.add("%d of %s of %s did not end well"
                    .formatted(row.repeats() - row.good(), entry.repeats(), entry.server()));
        }
        return caveats;
    }

    static String inBrackets(List<String> caveats) {
        return caveats.isEmpty() ? "" : " (" + String.join("; ", caveats) + ")";
    }
}
