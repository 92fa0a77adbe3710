package threadwall.report;

import static threadwall.report.NumberFormat.megabytes;
import static threadwall.report.NumberFormat.rounded;
import static threadwall.report.NumberFormat.whole;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import threadwall.record.RunRecord;
import threadwall.record.ThreadRecord;
import threadwall.record.ThreadRecord.Moment;
import threadwall.record.ThreadRecord.ThreadReading;
import tools.jackson.databind.json.JsonMapper;

/** The results of {@code bench threads}. */
public record ThreadTable(
        RunRecord run, List<ThreadRow> rows, @JsonIgnore List<ThreadRecord> records) {

    /**
     * One JVM with one number of threads. {@code null} is a value that was not measured, or that only a server has.
     *
     * @param where a server's name, or {@code jvm} for one without sockets
     * @param threads of the JVM in all, its own included
     * @param startSeconds from the last moment with no more threads than before, to the last thread
     * @param rssBytesEach growth of the JVM's RSS from its own threads to all, for each thread more; likewise the following
     * @param slabBytesEach of the whole machine, like {@code kernelStackBytesEach}
     */
    public record ThreadRow(
            String where,
            int asked,
            Long threads,
            Double startSeconds,
            Double rssBytesEach,
            Double kernelStackBytesEach,
            Double pageTableBytesEach,
            Double slabBytesEach,
            Double mapsEach,
            Long handlerPeak,
            Long answered,
            String failure,
            List<String> command) {}

    public static ThreadTable of(RunRecord run, List<ThreadRecord> records) {
        return new ThreadTable(run, records.stream().map(ThreadTable::row).toList(), records);
    }

    private static ThreadRow row(ThreadRecord record) {
        var all = record.at(Moment.ALL);
        return new ThreadRow(
                where(record),
                record.asked(),
                all.map(ThreadReading::threads).orElse(null),
                all.map(ThreadReading::seconds).orElse(null),
                each(record, ThreadReading::rssBytes),
                each(record, ThreadReading::kernelStackBytes),
                each(record, ThreadReading::pageTableBytes),
                each(record, ThreadReading::slabBytes),
                each(record, ThreadReading::maps),
                record.handlerPeak(),
                record.answered(),
                record.failure(),
                record.command());
    }

    private static String where(ThreadRecord record) {
        return Optional.ofNullable(record.server()).orElse("jvm");
    }

    /** Growth from OWN to ALL for each thread more; {@code null} where one of them is missing, or there is no thread more. */
    private static Double each(ThreadRecord record, Function<ThreadReading, Long> figure) {
        var own = record.at(Moment.OWN);
        var all = record.at(Moment.ALL);
        if (own.isEmpty() || all.isEmpty()) {
            return null;
        }
        var before = figure.apply(own.get());
        var after = figure.apply(all.get());
        long added = all.get().threads() - own.get().threads();
        return before == null || after == null || added <= 0 ? null : Double.valueOf((double) (after - before) / added);
    }

    /** The table, and the readings. */
    public String text() {
        return table().text() + "\n" + readings().text();
    }

    public String markdown() {
        return table().markdown() + "\n### Readings\n\n" + readings().markdown();
    }

    public String json() {
        return new JsonMapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }

    private TextTable table() {
        var notes = new ArrayList<>(List.of(
                "RSS, page tables and maps: of the JVM, kernel stack and slab: of the whole machine; each is the growth from"
                        + " own to all of the readings below, for each thread more. start s: from the first to the last of"
                        + " these. In the handler of a server RSS each has what Tomcat keeps for a request, too."));
        for (var record : records) {
            if (record.failure() != null) {
                notes.add("%s %,d: %s".formatted(where(record), record.asked(), record.failure()));
            } else if (record.readings().stream()
                    .anyMatch(reading -> !reading.atRest() && reading.moment() != Moment.STARTING)) {
                notes.add(
                        "%s %,d: memory was still changing when it was read".formatted(where(record), record.asked()));
            }
        }
        var columns = new TableColumns()
                .left("in")
                .right("asked", "threads", "start s", "RSS each", "kernel stack each", "page tables each", "slab each")
                .right("maps each", "in handler", "answered");
        return new TextTable(
                columns.list(), rows.stream().map(ThreadTable::cells).toList(), notes);
    }

    private static List<String> cells(ThreadRow row) {
        return List.of(
                row.where,
                "%,d".formatted(row.asked),
                whole(row.threads),
                row.startSeconds == null ? "" : "%,.1f".formatted(row.startSeconds),
                rounded(row.rssBytesEach),
                rounded(row.kernelStackBytesEach),
                rounded(row.pageTableBytesEach),
                rounded(row.slabBytesEach),
                row.mapsEach == null ? "" : "%.2f".formatted(row.mapsEach),
                whole(row.handlerPeak),
                whole(row.answered));
    }

    private TextTable readings() {
        var columns = new TableColumns()
                .left("in")
                .right("asked")
                .left("moment")
                .right("threads", "s", "RSS MB", "kernel stacks MB", "page tables MB", "slab MB", "maps");
        var rows = records.stream()
                .flatMap(record -> record.readings().stream().map(reading -> cells(record, reading)))
                .toList();
        return new TextTable(columns.list(), rows);
    }

    private static List<String> cells(ThreadRecord record, ThreadReading reading) {
        return List.of(
                where(record),
                "%,d".formatted(record.asked()),
                reading.moment().name().toLowerCase(Locale.ROOT),
                whole(reading.threads()),
                "%,.1f".formatted(reading.seconds()),
                megabytes(reading.rssBytes()),
                megabytes(reading.kernelStackBytes()),
                megabytes(reading.pageTableBytes()),
                megabytes(reading.slabBytes()),
                whole(reading.maps()));
    }
}
