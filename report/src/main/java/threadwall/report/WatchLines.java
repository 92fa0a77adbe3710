package threadwall.report;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Watched;

/**
 * A sample as plain lines, one per process, for files and other programs: always the same columns, separated by blanks,
 * with "-" for an unknown value. The last two columns are of the whole machine.
 */
public final class WatchLines {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final String COLUMNS = "time role name pid port threads cpu% rssMB established opening fin-wait"
            + " close-wait closed age-s time-wait available-MB";
    private static final String FORM = "%-8s %-6s %-16s %8s %-6s %8s %7s %8s %11s %8s %8s %10s %8s %6s %9s %12s%n";
    private static final String UNKNOWN = "-";

    private static final Set<String> OPENING = Set.of("SYN_SENT", "SYN_RECV");
    private static final Set<String> CLOSED_HERE = Set.of("FIN_WAIT1", "FIN_WAIT2", "CLOSING");
    private static final Set<String> CLOSED_THERE = Set.of("CLOSE_WAIT", "LAST_ACK");
    private static final Set<String> NEITHER = Set.of("CLOSE");

    private WatchLines() {}

    public static String head() {
        return FORM.formatted((Object[]) COLUMNS.split(" "));
    }

    /** @return one line per process, each with its line end */
    public static String of(WatchRecord look, ZoneId zone) {
        var lines = new StringBuilder();
        for (var process : look.processes()) {
            var connections = process.connections();
            lines.append(FORM.formatted(
                    TIME.format(look.at().atZone(zone)),
                    process.role().name().toLowerCase(Locale.ROOT),
                    WatchText.name(process, Integer.MAX_VALUE),
                    process.pid(),
                    ports(process),
                    process.threads(),
                    process.cpuShare() == null ? UNKNOWN : "%.1f".formatted(process.cpuShare() * 100),
                    megabytes(process.rssBytes()),
                    known(ConnectionStates.established(connections)),
                    known(ConnectionStates.in(connections, OPENING)),
                    known(ConnectionStates.in(connections, CLOSED_HERE)),
                    known(ConnectionStates.in(connections, CLOSED_THERE)),
                    known(ConnectionStates.in(connections, NEITHER)),
                    process.connectionsAgeSeconds() == null
                            ? UNKNOWN
                            : "%.1f".formatted(process.connectionsAgeSeconds()),
                    known(look.timeWait()),
                    megabytes(look.memAvailableBytes())));
        }
        return lines.toString();
    }

    private static String ports(Watched process) {
        return process.ports().isEmpty() ? UNKNOWN : WatchText.ports(process);
    }

    private static String known(Long figure) {
        return figure == null ? UNKNOWN : figure.toString();
    }

    private static String megabytes(Long bytes) {
        return bytes == null ? UNKNOWN : "%.1f".formatted(bytes / 1e6);
    }
}
