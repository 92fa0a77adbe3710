package threadwall.report.html;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import threadwall.record.AbuseRecord;
import threadwall.record.DataRecord;
import threadwall.record.DoctorRecord;
import threadwall.record.IdleRecord;
import threadwall.record.Line;
import threadwall.record.ProbeRecord;

/** Lines of a record that are neither a run nor a step: a report counts them and draws none. */
final class Others {

    private Others() {}

    /** How many there are of each kind, by its name in the record. */
    static Map<String, Long> of(List<Line> lines) {
        var counts = new TreeMap<String, Long>();
        for (var line : lines) {
            var kind =
                    switch (line) {
                        case ProbeRecord probe -> "probe";
                        case DoctorRecord doctor -> "doctor";
                        case IdleRecord idle -> "idle";
                        case AbuseRecord abuse -> "abuse";
                        case DataRecord data -> "data";
                        default -> null;
                    };
            if (kind != null) {
                counts.merge(kind, 1L, Long::sum);
            }
        }
        return counts;
    }
}
