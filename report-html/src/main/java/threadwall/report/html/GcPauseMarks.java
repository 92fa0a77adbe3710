package threadwall.report.html;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import threadwall.record.GcPause;
import threadwall.record.Sample;

/** A step's pauses for garbage collection, as marks and figures of its time line. */
record GcPauseMarks(List<GcPause> all) {

    /** Marks in one chart: the longest pauses. */
    private static final int MARKED = 12;

    /** Together and the longest; empty when there is none. */
    String sentence() {
        return all.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%s for garbage collection, %,.0f ms together, %,.1f ms the longest.",
                        PlainText.plural(all.size(), "pause"),
                        all.stream().mapToDouble(GcPause::pauseMillis).sum(),
                        all.stream().mapToDouble(GcPause::pauseMillis).max().orElseThrow());
    }

    /** Of those that began after one moment and not after another, in the step's milliseconds; empty when none did. */
    String millis(long after, long until) {
        var between = all.stream()
                .filter(pause -> pause.millis() > after && pause.millis() <= until)
                .mapToDouble(GcPause::pauseMillis)
                .summaryStatistics();
        return between.getCount() == 0 ? "" : String.format(Locale.ROOT, "%,.1f", between.getSum());
    }

    /**
     * The longest ones beside the samples that are drawn; the longer one where two fall on the same sample.
     *
     * @return for each sample that is kept its words, or {@code null}; empty when there is no pause
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
