package threadwall.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import threadwall.record.ProbeRecord.Pace;

/** Finds the count from which opening connections got slow for good. Pure. */
final class KneeDetection {

    /** Parts that the count is cut into: a pause of the collector is one of them and no knee. */
    private static final int PARTS = 20;

    private static final int SLOWER = 3;

    private KneeDetection() {}

    /** So many were open so long after the first. */
    record Open(long count, double seconds) {}

    /** @param opened in order of time; two at least, else the pace has no rate */
    static Pace of(List<Open> opened) {
        if (opened.size() < 2) {
            return new Pace(null, null, null);
        }
        var marks = marks(opened);
        for (int i = 2; i < marks.size() - 1; i++) {
            double before = rate(marks.getFirst(), marks.get(i));
            double after = rate(marks.get(i), marks.getLast());
            // where the part after it is slow as well, and all the rest together
            if (median(marks.subList(0, i + 1)) > SLOWER * rate(marks.get(i), marks.get(i + 1))
                    && median(marks.subList(0, i + 1)) > SLOWER * median(marks.subList(i, marks.size()))) {
                return new Pace(marks.get(i).count(), before, after);
            }
        }
        return new Pace(null, rate(marks.getFirst(), marks.getLast()), null);
    }

    private static List<Open> marks(List<Open> opened) {
        var marks = new ArrayList<Open>();
        long part = Math.max(1, opened.getLast().count() / PARTS);
        long next = 0;
        for (var open : opened) {
            if (open.count() >= next) {
                marks.add(open);
                next = open.count() + part;
            }
        }
        return marks;
    }

    private static double rate(Open from, Open to) {
        return (to.count() - from.count()) / Math.max(1e-9, to.seconds() - from.seconds());
    }

    private static double median(List<Open> marks) {
        var rates = new double[marks.size() - 1];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = rate(marks.get(i), marks.get(i + 1));
        }
        Arrays.sort(rates);
        return rates[rates.length / 2];
    }
}
