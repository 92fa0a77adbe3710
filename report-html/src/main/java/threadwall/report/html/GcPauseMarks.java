package threadwall.report.html;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import threadwall.record.GcPause;
import threadwall.record.Sample;

/** A step's pauses for garbage collection, as marks in its time line and as figures. */
record GcPauseMarks(List<GcPause> all) {

    /** A chart marks this many of the longest pauses. */
    private static final int MARKED = 12;

    /** The sum and the longest pause, in words; empty when there is none. */
    String sentence() {
        return all.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%s for garbage collection, %,.0f ms in total, the longest %,.1f ms.",
                        PlainText.plural(all.size(), "pause"),
                        all.stream().mapToDouble(GcPause::pauseMillis).sum(),
                        longest());
    }

    /** What a mark is, and the longest. */
    String label() {
        return String.format(Locale.ROOT, "garbage collection, %,.0f ms at most", longest());
    }

    private double longest() {
        return all.stream().mapToDouble(GcPause::pauseMillis).max().orElseThrow();
    }

    /** Sum of the pauses that began in an interval of the step's milliseconds; empty when none did. */
    String millis(long after, long until) {
        var between = all.stream()
                .filter(pause -> pause.millis() > after && pause.millis() <= until)
                .mapToDouble(GcPause::pauseMillis)
                .summaryStatistics();
        return between.getCount() == 0 ? "" : String.format(Locale.ROOT, "%,.1f", between.getSum());
    }

    /**
     * Puts the longest pauses on the nearest samples that are drawn. A sample that gets two keeps the longer one.
     *
     * @return a text or {@code null} for each sample that is drawn; empty when there is no pause
     */
    Optional<String[]> marks(List<Sample> samples, int[] kept) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        var marks = new String[kept.length];
        all.stream()
                .sorted(Comparator.comparing(GcPause::pauseMillis).reversed())
                .limit(MARKED)
                .forEach(pause -> {
                    int at = nearest(samples, kept, pause.millis());
                    marks[at] = marks[at] == null
                            ? String.format(Locale.ROOT, "pause of %,.1f ms", pause.pauseMillis())
                            : marks[at];
                });
        return Optional.of(marks);
    }

    private static int nearest(List<Sample> samples, int[] kept, long millis) {
        int nearest = 0;
        for (int i = 1; i < kept.length; i++) {
            if (Math.abs(samples.get(kept[i]).millis() - millis)
                    < Math.abs(samples.get(kept[nearest]).millis() - millis)) {
                nearest = i;
            }
        }
        return nearest;
    }
}
