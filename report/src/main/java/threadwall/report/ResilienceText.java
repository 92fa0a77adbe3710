package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import threadwall.record.ResilienceRecord;
import threadwall.record.ResilienceRecord.EventCount;
import threadwall.record.ResilienceRecord.FdExhaustion;
import threadwall.record.ResilienceRecord.ResourceSnapshot;

/** The result of one resilience test as text. */
public final class ResilienceText {

    private static final String INDENT = "           ";

    private ResilienceText() {}

    public static String render(ResilienceRecord record) {
        var out = new StringBuilder();
        if (record.peace() != null) {
            out.append(SlowClientsTable.render(record)).append('\n');
        }
        if (!record.rounds().isEmpty()) {
            out.append(rounds(record)).append('\n');
        }
        if (record.soak() != null) {
            soak(out, record.soak());
        }
        if (record.shortage() != null) {
            shortage(out, record.shortage());
        }
        if (record.crash() != null) {
            CrashText.lines(record.crash()).forEach((label, sentence) -> line(out, label, sentence));
        }
        if (record.before() != null) {
            out.append(snapshots(record)).append('\n');
        }
        record.faults().forEach(fault -> line(out, "fault", fault));
        line(
                out,
                "verdict",
                "%s %s, after %.0f s"
                        .formatted(
                                record.server(),
                                record.passed() ? "passed: " + record.test() : "failed: " + record.test(),
                                record.seconds()));
        return out.toString();
    }

    private static void line(StringBuilder out, String label, String sentence) {
        out.append(LineWrap.labelled(label, sentence, INDENT));
    }

    private static String rounds(ResilienceRecord record) {
        boolean isHangup = record.rounds().getFirst().answered() == null;
        var rows = record.rounds().stream()
                .map(round -> List.of(
                        String.valueOf(round.number()),
                        "%,d".formatted(round.clients()),
                        "%,d".formatted(isHangup ? round.atWork() : round.answered()),
                        "%,d".formatted(round.peakDescriptors()),
                        orNever(round.secondsToReturn())))
                .toList();
        var columns = new TableColumns()
                .right("round", "clients", isHangup ? "at work" : "answered", "descriptors")
                .left("gone after s");
        return new TextTable(columns.list(), rows).wrapped();
    }

    private static void soak(StringBuilder out, ResilienceRecord.Soak soak) {
        line(
                out,
                "soak",
                "%,d requests of %,d clients in %.1f min, seed %d"
                        .formatted(soak.requests(), soak.connections(), soak.boundSeconds() / 60, soak.seed()));
        line(out, "answers", counts(soak.answers()));
        line(out, "sessions", counts(soak.sessions()));
        line(out, "wrong", "%,d".formatted(soak.wrong()));
        soak.faults().forEach(fault -> line(out, "", "%s: %,d".formatted(fault.what(), fault.times())));
        var rss = soak.rss();
        line(
                out,
                "RSS",
                "%s in the third quarter, %s in the last (%+.1f %%); %s to %s in the second half, %+.1f MB an hour%s"
                        .formatted(
                                megabytes(rss.thirdQuarterBytes()),
                                megabytes(rss.lastQuarterBytes()),
                                rss.growthPercent(),
                                megabytes(rss.lowestBytes()),
                                megabytes(rss.highestBytes()),
                                rss.slopeBytesPerHour() / 1e6,
                                rss.judged() ? "" : "; too short to judge"));
        out.append('\n');
    }

    private static void shortage(StringBuilder out, FdExhaustion shortage) {
        line(out, "lost", counts(shortage.lost()));
        line(out, "out", outOfDescriptors(shortage));
        out.append('\n');
    }

    /** How long a server was out of descriptors, and the CPU time it used meanwhile, where that can be judged. */
    static String outOfDescriptors(FdExhaustion shortage) {
        var processors = shortage.processorsInUse();
        return processors.isEmpty()
                ? "out of descriptors for less than a second"
                : "%.1f s out of descriptors, with %.2f processors in use"
                        .formatted(shortage.outSeconds(), processors.getAsDouble());
    }

    private static String snapshots(ResilienceRecord record) {
        var rows = new ArrayList<>(List.of(
                beforeAndAfter("descriptors", record, ResourceSnapshot::descriptors),
                beforeAndAfter("sockets", record, ResourceSnapshot::connections)));
        if (record.before().liveHeapBytes() != null) {
            rows.add(beforeAndAfter("tasks, fibers, …", record, ResourceSnapshot::requestObjects));
            rows.add(beforeAndAfter("live heap, bytes", record, ResourceSnapshot::liveHeapBytes));
        }
        rows.add(beforeAndAfter("RSS, bytes", record, ResourceSnapshot::rssBytes));
        var columns = new TableColumns().left("at rest").right("before").left("after");
        return new TextTable(columns.list(), rows).wrapped();
    }

    private static List<String> beforeAndAfter(
            String name, ResilienceRecord record, Function<ResourceSnapshot, Long> value) {
        var after = record.after() == null ? "gone" : "%,d".formatted(value.apply(record.after()));
        return List.of(name, "%,d".formatted(value.apply(record.before())), after);
    }

    static String counts(List<EventCount> counts) {
        return counts.isEmpty()
                ? "none"
                : counts.stream()
                        .map(count -> "%s: %,d".formatted(count.what(), count.times()))
                        .collect(Collectors.joining(", "));
    }

    private static String megabytes(long bytes) {
        return "%.1f MB".formatted(bytes / 1e6);
    }

    static String orNever(Double seconds) {
        return seconds == null ? "never" : "%.2f".formatted(seconds);
    }
}
