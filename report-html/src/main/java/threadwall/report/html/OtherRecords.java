package threadwall.report.html;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import threadwall.record.DataRecord;
import threadwall.record.DoctorRecord;
import threadwall.record.IdleRecord;
import threadwall.record.ProbeRecord;
import threadwall.record.RecordLine;
import threadwall.record.ResilienceRecord;

/** Lines of a record that are neither a run nor a step. A report counts them, but draws none. */
final class OtherRecords {

    private OtherRecords() {}

    /** The number of lines of each kind, by its name in the record. */
    static Map<String, Long> of(List<RecordLine> lines) {
        var counts = new TreeMap<String, Long>();
        for (var line : lines) {
            var kind =
                    switch (line) {
                        case ProbeRecord probe -> "probe";
                        case DoctorRecord doctor -> "doctor";
                        case IdleRecord idle -> "idle";
                        case ResilienceRecord abuse -> "abuse";
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
