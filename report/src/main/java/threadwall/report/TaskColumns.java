package threadwall.report;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** What a reader sees of a {@link TaskRow}: the same figures on the terminal, in Markdown and in HTML. */
public enum TaskColumns {
    OWN("own MB", 1e6, TaskRow::bytesPerTask),
    BYTES("bytes each", 1, TaskRow::bytesPerTask),
    TOTAL("total s", 1, TaskRow::totalSeconds),
    MEAN("mean ms", 1, TaskRow::meanMillis),
    P99("p99 ms", 1, TaskRow::p99Millis),
    MAX("max ms", 1, TaskRow::maxMillis),
    RSS("RSS MB", 1e6, TaskRow::peakRssBytes),
    PSS("PSS MB", 1e6, TaskRow::pssBytes),
    KERNEL("kernel MB", 1e6, TaskRow::kernelBytes),
    STACKS("stacks MB", 1e6, TaskRow::kernelStackBytes),
    TABLES("page tables MB", 1e6, TaskRow::pageTableBytes),
    SLAB("slab MB", 1e6, TaskRow::slabBytes),
    START("start s", 1, TaskRow::startSeconds),
    START_MILLIS("start ms", 1e-3, TaskRow::startSeconds),
    LATE("late ms", 1, TaskRow::latestWakeUpMillis),
    WALL("wall s", 1, TaskRow::seconds),
    CPU("CPU s", 1, TaskRow::cpuSeconds);

    private static final double LARGE = 100;
    private static final double SMALL = 1;

    public final String title;
    private final double unit;
    private final Function<TaskRow, MedianRange> value;

    TaskColumns(String title, double unit, Function<TaskRow, MedianRange> value) {
        this.title = title;
        this.unit = unit;
        this.value = value;
    }

    /** Those that fit a terminal. */
    public static List<TaskColumns> narrow(TaskLoad load) {
        return load.isSleep()
                ? List.of(load.isFootprint() ? OWN : BYTES, RSS, PSS, KERNEL, START, LATE, WALL, CPU)
                : List.of(TOTAL, MEAN, P99, MAX, RSS, KERNEL, WALL, CPU);
    }

    /** With the kernel's share in its parts. */
    public static List<TaskColumns> wide(TaskLoad load) {
        return narrow(load).stream()
                .flatMap(column -> column == KERNEL ? Stream.of(STACKS, TABLES, SLAB) : Stream.of(column))
                .toList();
    }

    /** In the column's unit; {@code null} where it was not measured. */
    public MedianRange of(TaskRow row) {
        var spread = value.apply(row);
        return spread == null
                ? null
                : new MedianRange(spread.median() / unit, spread.min() / unit, spread.max() / unit);
    }

    /** Median, with the range where repeats differ; empty where there is none. */
    public String text(TaskRow row) {
        var spread = of(row);
        return spread == null ? "" : RowColumns.decimal(spread, format(spread));
    }

    /** The median alone; empty where there is none. */
    public String median(TaskRow row) {
        var spread = of(row);
        return spread == null ? "" : String.format(Locale.ROOT, format(spread), spread.median());
    }

    /** {@code 1,050–1,080}; empty where repeats do not differ. */
    String range(TaskRow row) {
        var spread = of(row);
        if (spread == null) {
            return "";
        }
        var format = format(spread);
        var min = String.format(Locale.ROOT, format, spread.min());
        var max = String.format(Locale.ROOT, format, spread.max());
        return min.equals(max) ? "" : min + "–" + max;
    }

    /** As many decimals as tell something. */
    private static String format(MedianRange spread) {
        double size = Math.abs(spread.median());
        return size >= LARGE ? "%,.0f" : size >= SMALL ? "%,.1f" : "%,.2f";
    }
}
