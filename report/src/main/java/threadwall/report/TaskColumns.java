package threadwall.report;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The columns that show the figures of a {@link TaskRow}, on the terminal, in Markdown and in HTML. */
public enum TaskColumns {
    OWN("own MB", 1e6, row -> row.memory().bytesPerTask()),
    BYTES("bytes each", 1, row -> row.memory().bytesPerTask()),
    RATE("messages/s", 1, row -> row.messageCost().messagesPerSecond()),
    CPU_EACH("CPU µs each", 1, row -> row.messageCost().cpuMicrosPerMessage()),
    TOTAL("total s", 1, row -> row.times().totalSeconds()),
    MEAN("mean ms", 1, row -> row.times().meanMillis()),
    P99("p99 ms", 1, row -> row.times().p99Millis()),
    MAX("max ms", 1, row -> row.times().maxMillis()),
    RSS("RSS MB", 1e6, row -> row.memory().peakRssBytes()),
    RSS_AT_TENTH("RSS MB at 10 %", 1e6, row -> row.memory().rssAtTenthBytes()),
    RSS_AT_NINE_TENTHS("RSS MB at 90 %", 1e6, row -> row.memory().rssAtNineTenthsBytes()),
    PSS("PSS MB", 1e6, row -> row.memory().pssBytes()),
    KERNEL("kernel MB", 1e6, row -> row.memory().kernelBytes()),
    STACKS("stacks MB", 1e6, row -> row.memory().kernelStackBytes()),
    TABLES("page tables MB", 1e6, row -> row.memory().pageTableBytes()),
    SLAB("slab MB", 1e6, row -> row.memory().slabBytes()),
    START("start s", 1, row -> row.times().startSeconds()),
    START_MILLIS("start ms", 1e-3, row -> row.times().startSeconds()),
    LATE("late ms", 1, row -> row.times().latestWakeUpMillis()),
    WALL("wall s", 1, TaskRow::seconds),
    CPU("CPU s", 1, TaskRow::cpuSeconds);

    private static final double LARGE = 100;
    private static final double SMALL = 1;

    public final TableColumn heading;
    private final double unit;
    private final Function<TaskRow, MedianRange> value;

    TaskColumns(String title, double unit, Function<TaskRow, MedianRange> value) {
        this.heading = TableColumn.right(title);
        this.unit = unit;
        this.value = value;
    }

    /** The columns that fit a terminal. */
    public static List<TaskColumns> narrow(TaskLoad load) {
        if (load.isRing()) {
            return load.isPair()
                    ? List.of(RATE, CPU_EACH, RSS, KERNEL, START, WALL, CPU)
                    : List.of(RATE, CPU_EACH, BYTES, RSS, KERNEL, START, WALL, CPU);
        }
        return load.isSleep()
                ? List.of(load.isFootprint() ? OWN : BYTES, RSS, PSS, KERNEL, START, LATE, WALL, CPU)
                : List.of(TOTAL, MEAN, P99, MAX, RSS, KERNEL, WALL, CPU);
    }

    /** These columns, with the parts of the kernel's share, and of programs that compute their memory over time. */
    public static List<TaskColumns> wide(TaskLoad load) {
        return narrow(load).stream()
                .flatMap(column -> switch (column) {
                    case KERNEL -> Stream.of(KERNEL, STACKS, TABLES, SLAB);
                    case RSS -> load.isHashmap() ? Stream.of(RSS, RSS_AT_TENTH, RSS_AT_NINE_TENTHS) : Stream.of(RSS);
                    default -> Stream.of(column);
                })
                .toList();
    }

    /** In the column's unit; {@code null} where it was not measured. */
    public MedianRange of(TaskRow row) {
        return MedianRange.scaled(value.apply(row), unit);
    }

    /** Median, with the range where repeats differ; empty where there is none. */
    public String text(TaskRow row) {
        var values = of(row);
        return values == null ? "" : MedianRange.text(values, format(values));
    }

    /** The median alone; empty where there is none. */
    public String median(TaskRow row) {
        var values = of(row);
        return values == null ? "" : values.median(format(values));
    }

    /** {@code 1,050–1,080}; empty where repeats do not differ. */
    String range(TaskRow row) {
        var values = of(row);
        return values == null ? "" : values.range(format(values));
    }

    /** As many decimals as are significant. */
    private static String format(MedianRange values) {
        double size = Math.abs(values.median());
        return size >= LARGE ? "%,.0f" : size >= SMALL ? "%,.1f" : "%,.2f";
    }
}
