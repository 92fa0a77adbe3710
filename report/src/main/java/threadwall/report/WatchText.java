package threadwall.report;

import static threadwall.report.TableColumn.left;
import static threadwall.report.TableColumn.right;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Role;
import threadwall.record.WatchRecord.Watched;

/** The latest sample as a terminal screen, with sparklines beside the figures as far as the width allows. */
public final class WatchText {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final int LONGEST_NAME = 24;
    private static final int SHORTEST_HISTORY = 5;
    private static final int LONGEST_HISTORY = 40;

    private WatchText() {}

    /**
     * The terminal.
     *
     * @param columns the maximum length of a line
     * @param rows the maximum number of lines
     * @param unicode whether it shows more than ASCII
     */
    public record Screen(int columns, int rows, boolean unicode, ZoneId zone) {}

    /** @param history the figure of which a sparkline stands beside the text; {@code null} for none */
    private record Column(
            TableColumn heading, Function<Watched, String> text, Function<Watched, ? extends Number> history) {}

    private static final List<Column> COLUMNS = List.of(
            new Column(left("name"), process -> name(process, LONGEST_NAME), null),
            new Column(right("pid"), process -> Long.toString(process.pid()), null),
            new Column(left("port"), WatchText::ports, null),
            new Column(right("threads"), process -> count(process.threads()), Watched::threads),
            new Column(
                    right("connections"),
                    process -> count(ConnectionStates.established(process.connections())),
                    process -> ConnectionStates.established(process.connections())),
            new Column(right("CPU %"), process -> percent(process.cpuShare()), Watched::cpuShare),
            new Column(right("RSS MB"), process -> megabytes(process.rssBytes()), Watched::rssBytes));

    /** Columns with a sparkline. In a narrow terminal the last ones are dropped first. */
    private static final List<String> HISTORIES = List.of("threads", "connections", "CPU %", "RSS MB");

    /**
     * @param history its latest sample is shown
     * @param nothing text to show when there is no process
     */
    public static List<String> render(WatchHistory history, Screen screen, String nothing) {
        var lines = new ArrayList<String>();
        history.latest().ifPresent(look -> {
            lines.add(title(history, look, screen));
            lines.add(machine(look));
            lines.add("");
            if (look.processes().isEmpty()) {
                lines.addAll(LineWrap.wrap(nothing, screen.columns()));
            } else {
                lines.addAll(table(history, look.processes(), screen));
            }
        });
        return fitted(lines, screen);
    }

    /** The title ends with the age of the connection counts, where a change of its length moves nothing. */
    private static String title(WatchHistory history, WatchRecord look, Screen screen) {
        var share = history.share();
        double age = look.processes().stream()
                .map(Watched::connectionsAgeSeconds)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        return "threadwall watch  " + TIME.format(look.at().atZone(screen.zone()))
                + (share.isPresent() ? "  sampling takes %.1f %% of a core".formatted(share.getAsDouble() * 100) : "")
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
        int used = lines(processes, (process, column) -> "").getFirst().length();
        int histories = HISTORIES.size();
        while (histories > 0 && (screen.columns() - used) / histories - 1 < SHORTEST_HISTORY) {
            histories--;
        }
        int width = histories == 0 ? 0 : Math.min(LONGEST_HISTORY, (screen.columns() - used) / histories - 1);
        var shown = HISTORIES.subList(0, histories);
        var sparkline = screen.unicode() ? Sparkline.UNICODE : Sparkline.ASCII;
        var table = lines(
                processes,
                (process, column) -> shown.contains(column.heading().title())
                        ? " " + sparkline.of(history.of(process, column.history()), width)
                        : "");
        var lines = new ArrayList<>(table.subList(0, 1));
        for (int i = 0; i < processes.size(); i++) {
            lines.add(table.get(i + 1));
            if (processes.get(i).role() == Role.SERVER) {
                // an empty line stays, too: otherwise all lines below would move up and down
                lines.add(("    " + ConnectionStates.others(processes.get(i).connections())).stripTrailing());
            }
        }
        return lines;
    }

    /** @param beside text beside the cell of a column; it has the same width for all processes */
    private static List<String> lines(List<Watched> processes, BiFunction<Watched, Column, String> beside) {
        var columns = COLUMNS.stream()
                .map(column -> new TableColumn(
                        column.heading().title()
                                + " "
                                        .repeat(beside.apply(processes.getFirst(), column)
                                                .length()),
                        column.heading().right()))
                .toList();
        var rows = processes.stream()
                .map(process -> COLUMNS.stream()
                        .map(column -> column.text().apply(process) + beside.apply(process, column))
                        .toList())
                .toList();
        return new TextTable(columns, rows).lines();
    }

    private static List<String> fitted(List<String> lines, Screen screen) {
        int over = lines.size() - screen.rows();
        if (over > 0 && screen.rows() > 0) {
            lines.subList(screen.rows() - 1, lines.size()).clear();
            lines.add("%d more lines".formatted(over + 1));
        }
        return lines.stream()
                .map(line -> line.length() > screen.columns() ? line.substring(0, screen.columns()) : line)
                .toList();
    }

    /** A foreign process may have any name, so characters that control a terminal or have another width are replaced. */
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
