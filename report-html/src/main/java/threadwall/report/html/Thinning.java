package threadwall.report.html;

import java.util.List;
import java.util.TreeSet;

/** Thins out lines that share their x, without losing a peak or a low. */
final class Thinning {

    private Thinning() {}

    /**
     * Chooses the points to keep: the first and the last of all, and in each bucket of neighbours the lowest and the highest of
     * each line.
     *
     * @param lines of one length, as {@code Number}s, {@code null} where there is no value
     * @param most points to keep, at least; all are kept where there are no more
     * @return their places, ascending
     */
    static int[] keep(List<List<Number>> lines, int most) {
        int length = lines.isEmpty() ? 0 : lines.getFirst().size();
        int buckets = Math.max(1, (most - 2) / (2 * Math.max(1, lines.size())));
        var kept = new TreeSet<Integer>();
        for (int i = 0; length <= most && i < length; i++) {
            kept.add(i);
        }
        for (int bucket = 0; length > most && bucket < buckets; bucket++) {
            int from = (int) ((long) length * bucket / buckets);
            int to = (int) ((long) length * (bucket + 1) / buckets);
            for (var line : lines) {
                addExtremes(kept, line, from, to);
            }
        }
        if (length > most) {
            kept.add(0);
            kept.add(length - 1);
        }
        return kept.stream().mapToInt(Integer::intValue).toArray();
    }

    private static void addExtremes(TreeSet<Integer> kept, List<Number> line, int from, int to) {
        int lowest = -1;
        int highest = -1;
        for (int i = from; i < to; i++) {
            if (line.get(i) == null) {
                continue;
            }
            double value = line.get(i).doubleValue();
            lowest = lowest < 0 || value < line.get(lowest).doubleValue() ? i : lowest;
            highest = highest < 0 || value > line.get(highest).doubleValue() ? i : highest;
        }
        if (lowest >= 0) {
            kept.add(lowest);
            kept.add(highest);
        }
    }
}
