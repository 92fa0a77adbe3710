package threadwall.report;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Role;
import threadwall.record.WatchRecord.Watched;

/** The latest look as a screen of a terminal, with a small history beside each figure as far as the width allows. */
public final class WatchText {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int LONGEST_NAME = 24;
    private static final int SHORTEST_HISTORY = 5;
    private static final int LONGEST_HISTORY = 40;

    private WatchText() {}

    /**
     * Where it is shown.
     *
     * @param columns no line is longer
     * @param rows there are no more lines
     * @param unicode whether it shows more than ASCII
     */
    public record Screen(int columns, int rows, boolean unicode, ZoneId zone) {}

    /** A column; {@code history} is the figure of its small line, {@code null} for none. */
    private record Column(
            String title, boolean right, Function<Watched, String> text, Function<Watched, ? extends Number> history) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("name", false, process -> name(process, LONGEST_NAME), null),
            new Column("pid", true, process -> Long.toString(process.pid()), null),
            new Column("port", false, WatchText::ports, null),
            new Column("threads", true, process -> count(process.threads()), Watched::threads),
            new Column(
                    "connections",
                    true,
                    process -> count(ConnectionStates.established(process.connections())),
                    process -> ConnectionStates.established(process.connections())),
            new Column("CPU %", true, process -> percent(process.cpuShare()), Watched::cpuShare),
            new Column("RSS MB", true, process -> megabytes(process.rssBytes()), Watched::rssBytes));

    /** In the order in which they go when it gets narrow, the last one first. */
    private static final List<String> HISTORIES = List.of("threads", "connections", "CPU %", "RSS MB");

    /**
     * @param history with the look to show as the latest
     * @param nothing what to say when there is no process
     */
    public static List<String> render(WatchHistory history, Screen screen, String nothing) {
        var lines = new ArrayList<String>();
        history.latest().ifPresent(look -> {
            lines.add(title(history, look, screen));
            lines.add(machine(look));
            lines.add("");
            if (look.processes().isEmpty()) {
                lines.addAll(TerminalGrid.wrap(nothing, screen.columns()));
            } else {
                lines.addAll(table(history, look.processes(), screen));
            }
        });
        return fitted(lines, screen);
    }

    /** With the age of the counts, which are of one moment: in a place where it moves nothing. */
    private static String title(WatchHistory history, WatchRecord look, Screen screen) {
        var share = history.share();
        double age = look.processes().stream()
                .map(Watched::connectionsAgeSeconds)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        return "threadwall watch  " + TIME.format(look.at().atZone(screen.zone()))
                + (share.isPresent() ? "  looking takes %.1f %% of a core".formatted(share.getAsDouble() * 100) : "")
                + (age < 0.5 ? "" : "  connections counted %.0f s ago".formatted(age));
    }

    private static String machine(WatchRecord look) {
        return Stream.of(
                        labelled("TIME_WAIT", count(look.timeWait())),
                        labelled("socket buffers MB", megabytes(look.socketMemoryBytes())),
                        labelled("kernel stacks MB", megabytes(look.kernelStackBytes())),
                        labelled("available MB", megabytes(look.memAvailableBytes())))
                .filter(Objects::nonNull)
                .collect(Collectors.joining("   "));
    }

    private static String labelled(String label, String figure) {
        return figure.isEmpty() ? null : label + " " + figure;
    }

    private static List<String> table(WatchHistory history, List<Watched> processes, Screen screen) {
        var widths = COLUMNS.stream()
                .mapToInt(column -> Stream.concat(
                                Stream.of(column.title()), processes.stream().map(column.text()))
                        .mapToInt(String::length)
                        .max()
                        .orElseThrow())
                .toArray();
        int used = Arrays.stream(widths).sum() + 2 * (widths.length - 1);
        int histories = HISTORIES.size();
        while (histories > 0 && (screen.columns() - used) / histories - 1 < SHORTEST_HISTORY) {
            histories--;
        }
        int each = histories == 0 ? 0 : Math.min(LONGEST_HISTORY, (screen.columns() - used) / histories - 1);
        var shown = HISTORIES.subList(0, histories);
        var spark = screen.unicode() ? Sparkline.UNICODE : Sparkline.ASCII;
        var lines = new ArrayList<String>();
        lines.add(line(widths, Column::title, column -> shown.contains(column.title()) ? " ".repeat(each + 1) : ""));
        for (var process : processes) {
            lines.add(line(
                    widths,
                    column -> column.text().apply(process),
                    column -> shown.contains(column.title())
                            ? " " + spark.of(history.of(process, column.history()), each)
                            : ""));
            if (process.role() == Role.SERVER) {
                // also without any: rows that come and go would move all below them
                lines.add(("    " + ConnectionStates.others(process.connections())).stripTrailing());
            }
        }
        return lines;
    }

    private static String line(int[] widths, Function<Column, String> text, Function<Column, String> beside) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            var column = COLUMNS.get(i);
            var cell = text.apply(column);
            var blanks = " ".repeat(widths[i] - cell.length());
            line.append(i == 0 ? "" : "  ")
                    .append(column.right() ? blanks + cell : cell + blanks)
                    .append(beside.apply(column));
        }
        return line.toString().stripTrailing();
    }

    private static List<String> fitted(List<String> lines, Screen screen) {
        var fitted = new ArrayList<String>();
        for (var line : lines) {
            fitted.add(line.length() > screen.columns() ? line.substring(0, screen.columns()) : line);
        }
        int over = fitted.size() - screen.rows();
        if (over <= 0 || screen.rows() < 1) {
            return fitted;
        }
        var cut = new ArrayList<>(fitted.subList(0, screen.rows() - 1));
        cut.add("%d more lines".formatted(over + 1));
        return fitted(cut, new Screen(screen.columns(), Integer.MAX_VALUE, screen.unicode(), screen.zone()));
    }

    /** Of a process that is none of ours it is anything: nothing of it may steer a terminal or be wider than it counts. */
    static String name(Watched process, int longest) {
        var name = process.name().replaceAll("[^!-~]", "?");
        return name.length() > longest ? name.substring(0, longest) : name;
    }

    static String ports(Watched process) {
        return process.ports().stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static String count(Long value) {
        return value == null ? "" : "%,d".formatted(value);
    }

    private static String percent(Double share) {
        return share == null ? "" : "%.0f".formatted(share * 100);
    }

    private static String megabytes(Long bytes) {
        return bytes == null ? "" : "%,.0f".formatted(bytes / 1e6);
    }
}
