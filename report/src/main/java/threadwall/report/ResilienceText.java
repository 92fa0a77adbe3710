package threadwall.report;

import static threadwall.report.TableColumn.left;
import static threadwall.report.TableColumn.right;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import threadwall.record.ResilienceRecord;
import threadwall.record.ResilienceRecord.Count;
import threadwall.record.ResilienceRecord.Footing;
import threadwall.record.ResilienceRecord.Pulse;
import threadwall.record.ResilienceRecord.Shortage;

/** How a server stood what clients should not do. */
public final class ResilienceText {

    private static final String INDENT = "           ";

    private ResilienceText() {}

    public static String render(ResilienceRecord record) {
        var out = new StringBuilder();
        if (record.peace() != null) {
            out.append(attacks(record)).append('\n');
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
            CrashText.lines(record.crash()).forEach((label, sentence) -> say(out, label, sentence));
        }
        if (record.before() != null) {
            out.append(footings(record)).append('\n');
        }
        record.faults().forEach(fault -> say(out, "fault", fault));
        say(
                out,
                "verdict",
                "%s %s, after %.0f s"
                        .formatted(
                                record.server(),
                                record.passed() ? "stands it: " + record.test() : "does NOT stand it: " + record.test(),
                                record.seconds()));
        return out.toString();
    }

    private static void say(StringBuilder out, String label, String sentence) {
        out.append(LineWrap.labelled(label, sentence, INDENT));
    }

    private static String attacks(ResilienceRecord record) {
        var rows = new ArrayList<List<String>>();
        rows.add(row("peace", record.peace(), "", "", ""));
        for (var attack : record.attacks()) {
            rows.add(row(
                    attack.name(),
                    attack.healthy(),
                    "%.1f".formatted(attack.ratio()),
                    "%,d".formatted(attack.peakConnections()),
                    seconds(attack.secondsToReturn())));
        }
        return new TextTable(
                        List.of(
                                left("attack"),
                                right("most sockets"),
                                right("requests"),
                                right("failed"),
                                right("wrong"),
                                right("p50 ms"),
                                right("p99 ms"),
                                right("longest"),
                                right("ratio"),
                                left("gone after s")),
                        rows)
                .wrapped();
    }

    private static List<String> row(String name, Pulse pulse, String ratio, String sockets, String gone) {
        return List.of(
                name,
                sockets,
                "%,d".formatted(pulse.requests()),
                "%,d".formatted(pulse.failed()),
                "%,d".formatted(pulse.wrong()),
                "%.2f".formatted(pulse.p50Millis()),
                "%.2f".formatted(pulse.p99Millis()),
                "%.1f".formatted(pulse.longestMillis()),
                ratio,
                gone);
    }

    private static String rounds(ResilienceRecord record) {
        boolean hangUps = record.rounds().getFirst().answered() == null;
        var rows = record.rounds().stream()
                .map(round -> List.of(
                        String.valueOf(round.number()),
                        "%,d".formatted(round.clients()),
                        "%,d".formatted(hangUps ? round.atWork() : round.answered()),
                        "%,d".formatted(round.peakDescriptors()),
                        seconds(round.secondsToReturn())))
                .toList();
        return new TextTable(
                        List.of(
                                right("round"),
                                right("clients"),
                                right(hangUps ? "at work" : "answered"),
                                right("descriptors"),
                                left("gone after s")),
                        rows)
                .wrapped();
    }

    private static void soak(StringBuilder out, ResilienceRecord.Soak soak) {
        say(
                out,
                "soak",
                "%,d requests of %,d clients in %.1f min, seed %d"
                        .formatted(soak.requests(), soak.connections(), soak.boundSeconds() / 60, soak.seed()));
        say(out, "answers", counts(soak.answers()));
        say(out, "sessions", counts(soak.sessions()));
        say(out, "wrong", "%,d".formatted(soak.wrong()));
        soak.faults().forEach(fault -> say(out, "", "%s: %,d".formatted(fault.what(), fault.times())));
        var rss = soak.rss();
        say(
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

    private static void shortage(StringBuilder out, Shortage shortage) {
        say(out, "lost", counts(shortage.lost()));
        say(out, "out", outOf(shortage));
        out.append('\n');
    }

    /** How long a server was out of descriptors, and what it did meanwhile, where that can be told. */
    static String outOf(Shortage shortage) {
        var processors = shortage.processorsInUse();
        return processors.isEmpty()
                ? "out of descriptors for less than a second"
                : "%.1f s out of descriptors, with %.2f processors in use"
                        .formatted(shortage.outSeconds(), processors.getAsDouble());
    }

    private static String footings(ResilienceRecord record) {
        var rows = new ArrayList<>(List.of(
                pair("descriptors", record, Footing::descriptors), pair("sockets", record, Footing::connections)));
        if (record.before().liveHeapBytes() != null) {
            rows.add(pair("tasks, fibers, …", record, Footing::requestObjects));
            rows.add(pair("live heap, bytes", record, Footing::liveHeapBytes));
        }
        rows.add(pair("RSS, bytes", record, Footing::rssBytes));
        return new TextTable(List.of(left("at rest"), right("before"), left("after")), rows).wrapped();
    }

    private static List<String> pair(String what, ResilienceRecord record, Function<Footing, Long> value) {
        var after = record.after() == null ? "gone" : "%,d".formatted(value.apply(record.after()));
        return List.of(what, "%,d".formatted(value.apply(record.before())), after);
    }

    static String counts(List<Count> counts) {
        return counts.isEmpty()
                ? "none"
                : counts.stream()
                        .map(count -> "%s: %,d".formatted(count.what(), count.times()))
                        .collect(Collectors.joining(", "));
    }

    private static String megabytes(long bytes) {
        return "%.1f MB".formatted(bytes / 1e6);
    }

    private static String seconds(Double seconds) {
        return seconds == null ? "never" : "%.2f".formatted(seconds);
    }
}
