package threadwall.report.html;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Limits on the contents of a report, so that it stays below {@link #LIMIT} whatever the run. A report says what it leaves out.
 *
 * @param timeLines steps with a time line
 * @param points of a time line, for each of its series
 * @param rows of a chart and of the table under it, and lines of any other table
 * @param series of a chart
 * @param groups of like load
 * @param commands characters of command lines
 * @param words characters of a remark or a reason
 */
record SizeBudget(int timeLines, int points, int rows, int series, int groups, int commands, int words) {

    /** Bytes of a report. */
    static final int LIMIT = 1_000_000;

    private static final int ANY = Integer.MAX_VALUE;

    /** The first lines of a chart that fit, each with all its rows. */
    <L> List<L> whole(List<L> lines, ToIntFunction<L> rowsOf) {
        var shown = new ArrayList<L>();
        int taken = 0;
        for (var line : lines) {
            taken += rowsOf.applyAsInt(line);
            if (shown.size() < series && taken <= rows) {
                shown.add(line);
            }
        }
        return List.copyOf(shown);
    }

    /** From everything down to what always fits. The first that fits is taken. */
    static final List<SizeBudget> LEVELS = List.of(
            new SizeBudget(RunReader.TIME_LINES, 600, ANY, 40, 24, ANY, 400),
            new SizeBudget(RunReader.TIME_LINES, 600, 2_000, 40, 24, 150_000, 300),
            new SizeBudget(RunReader.TIME_LINES, 300, 1_200, 40, 12, 60_000, 160),
            new SizeBudget(RunReader.TIME_LINES, 200, 700, 40, 8, 30_000, 100),
            new SizeBudget(12, 200, 400, 24, 8, 30_000, 100),
            new SizeBudget(6, 120, 120, 16, 4, 15_000, 60),
            new SizeBudget(2, 80, 40, 8, 2, 5_000, 40));
}
