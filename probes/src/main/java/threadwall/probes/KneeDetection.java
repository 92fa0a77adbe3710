package threadwall.probes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import threadwall.record.ProbeRecord.Pace;

/** Finds the count from which opening connections stays slow. Pure. */
final class KneeDetection {

    /** Parts that the count is divided into; a pause of the collector slows only one of them. */
    private static final int PARTS = 20;

    private static final int SLOWER = 3;

    private KneeDetection() {}

    /** So many connections were open so long after the first. */
    record Open(long count, double seconds) {}

    /** @param opened in order of time; with fewer than two the pace has no rate */
    static Pace of(List<Open> opened) {
        if (opened.size() < 2) {
            return new Pace(null, null, null);
        }
        var samples = samples(opened);
        for (int i = 2; i < samples.size() - 1; i++) {
            double before = rate(samples.getFirst(), samples.get(i));
            double after = rate(samples.get(i), samples.getLast());
            // a knee: the next part is slow, and so is all the rest together
            if (median(samples.subList(0, i + 1)) > SLOWER * rate(samples.get(i), samples.get(i + 1))
                    && median(samples.subList(0, i + 1)) > SLOWER * median(samples.subList(i, samples.size()))) {
                return new Pace(samples.get(i).count(), before, after);
            }
        }
        return new Pace(null, rate(samples.getFirst(), samples.getLast()), null);
    }

    private static List<Open> samples(List<Open> opened) {
        var samples = new ArrayList<Open>();
        long part = Math.max(1, opened.getLast().count() / PARTS);
        long next = 0;
        for (var open : opened) {
            if (open.count() >= next) {
                samples.add(open);
                next = open.count() + part;
            }
        }
        return samples;
    }

    private static double rate(Open from, Open to) {
        return (to.count() - from.count()) / Math.max(1e-9, to.seconds() - from.seconds());
    }

    private static double median(List<Open> samples) {
        var rates = new double[samples.size() - 1];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = rate(samples.get(i), samples.get(i + 1));
        }
        Arrays.sort(rates);
        return rates[rates.length / 2];
    }
}
