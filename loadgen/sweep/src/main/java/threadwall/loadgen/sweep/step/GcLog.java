package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.record.GcPause;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.Gc;

/**
 * Parses the GC logs that {@link ServerCatalog#command} configures. Serial and G1 have the same format:
 *
 * <pre>
 * [2026-11-21T20:41:39.123+0000][3.217s] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M-&gt;4M(256M) 3.125ms
 * [2026-11-21T20:41:40.001+0000][4.095s] GC(1) Concurrent Mark Cycle 12.041ms
 * </pre>
 *
 * The first line is a pause that ended at that time. The second is not a pause: the JVM kept running.
 */
final class GcLog {

    private static final Pattern PAUSE = Pattern.compile("\\[([^]]+)].* GC\\(\\d+\\) Pause .* (\\d+\\.\\d+)ms");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSxx");

    private GcLog() {}

    /**
     * All pauses of a step's servers from {@code zero} on, in order of time.
     *
     * @param home working directory of the servers
     * @param zero start of the pauses' clock
     * @return empty unless every server of the step wrote a log
     */
    static Optional<List<GcPause>> pauses(Path home, StepPlan step, Instant zero) throws IOException {
        var pauses = new ArrayList<GcPause>();
        for (int shard = 0; shard < step.shards().size(); shard++) {
            var log = step.shards().get(shard).gcLog();
            if (log == null || !Files.exists(home.resolve(log))) {
                return Optional.empty();
            }
            try (var lines = Files.lines(home.resolve(log), StandardCharsets.UTF_8)) {
                pauses.addAll(parse(lines, zero, shard));
            }
        }
        pauses.sort(Comparator.comparingLong(GcPause::millis));
        return Optional.of(List.copyOf(pauses));
    }

    /** The pauses in a log's lines that began at {@code zero} or later. */
    static List<GcPause> parse(Stream<String> lines, Instant zero, int shard) {
        return lines.map(PAUSE::matcher)
                .filter(Matcher::matches)
                .map(pause -> {
                    double took = Double.parseDouble(pause.group(2));
                    var end = OffsetDateTime.parse(pause.group(1), TIME).toInstant();
                    return new GcPause(end.toEpochMilli() - zero.toEpochMilli() - Math.round(took), took, shard);
                })
                .filter(pause -> pause.millis() >= 0)
                .toList();
    }

    /** Sums the pauses that began from {@code from} to {@code to}, both included, in milliseconds of the step. */
    static Gc within(List<GcPause> pauses, long from, long to) {
        var lengths = pauses.stream()
                .filter(pause -> pause.millis() >= from && pause.millis() <= to)
                .mapToDouble(GcPause::pauseMillis)
                .summaryStatistics();
        // the log has a resolution of microseconds
        double total = Math.round(lengths.getSum() * 1e3) / 1e3;
        return new Gc((int) lengths.getCount(), total, lengths.getCount() == 0 ? 0 : lengths.getMax());
    }
}
