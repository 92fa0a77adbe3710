package threadwall.report;

import static threadwall.report.NumberFormat.megabytes;
import static threadwall.report.NumberFormat.whole;

import java.util.List;
import java.util.Locale;
import threadwall.record.IdleRecord;
import threadwall.record.IdleRecord.KernelMemory;
import threadwall.record.IdleRecord.Reading;

/** All readings of memory of {@code bench idle}, a row for each. */
final class IdleReadingsTable {

    private static final String NOTE =
            "open: connections that the kernel has as established. RSS, descriptors and live objects: of the server, the"
                    + " others of the whole machine. Memory of the kernel is both ends of each connection.";

    private IdleReadingsTable() {}

    static TextTable of(List<IdleRecord> records) {
        var columns = new TableColumns()
                .left("server", "collector")
                .right("connections")
                .left("moment")
                .right("open", "RSS MB", "descriptors", "live objects", "live MB", "slab MB", "page tables MB")
                .right("socket buffers MB");
        var rows = records.stream()
                .flatMap(record -> record.readings().stream().map(reading -> row(record, reading)))
                .toList();
        return new TextTable(columns.list(), rows, List.of(NOTE));
    }

    private static List<String> row(IdleRecord record, Reading reading) {
        var live = reading.live();
        var kernel = reading.kernel() == null ? new KernelMemory(null, List.of(), null, null) : reading.kernel();
        return List.of(
                record.server(),
                record.collector() == null ? "" : record.collector(),
                "%,d".formatted(record.asked()),
                reading.moment().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                whole(reading.connections()),
                megabytes(reading.rssBytes()),
                whole(reading.descriptors()),
                live == null ? "" : whole(live.objects()),
                live == null ? "" : megabytes(live.bytes()),
                megabytes(kernel.slabBytes()),
                megabytes(kernel.pageTableBytes()),
                megabytes(kernel.socketBufferBytes()));
    }
}
