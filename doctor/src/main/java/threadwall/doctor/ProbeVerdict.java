package threadwall.doctor;

import java.util.ArrayList;
import java.util.List;
import threadwall.doctor.ProbeFailure.Kind;
import threadwall.limits.Diagnosis;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitScope;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Outcome;

/**
 * What was met beside what was foretold. Pure.
 *
 * @param limit the limit that the evidence names, or {@code null}
 */
record ProbeVerdict(Outcome outcome, String limit, List<String> because) {

    /** The count may be off by this part, or by a few, for what others start and end meanwhile. */
    private static final double TOLERANCE = 0.01;

    private static final int A_FEW = 10;

    static ProbeVerdict of(Diagnosis foretold, long measured, ProbeFailure failure, List<Gauge> gauges) {
        var culprit = LimitAttribution.find(failure, gauges);
        var because = new ArrayList<>(culprit.because());
        if (failure.kind() == Kind.OUT_OF_TIME) {
            return new ProbeVerdict(Outcome.OUT_OF_TIME, null, because);
        }
        if (culprit.limit() == null) {
            if ("EAGAIN".equals(failure.errno())) {
                foretold.unread().forEach(unseen -> because.add("it may be one that is not seen from here: " + unseen));
            }
            return new ProbeVerdict(Outcome.UNKNOWN, null, because);
        }
        var binding = foretold.binding();
        if (binding.isEmpty()) {
            because.add("the doctor foretold no limit: what it read is not all there is");
            return new ProbeVerdict(Outcome.NOT_AS_PREDICTED, culprit.limit(), because);
        }
        boolean count = near(binding.get(), measured);
        // two limits that lie as close as this are one prediction
        boolean limit = foretold.walls().stream()
                .anyMatch(wall -> wall.limit().equals(culprit.limit()) && near(wall, measured));
        if (!count || !limit) {
            because.add(contradiction(binding.get(), culprit.limit(), measured, gauges));
        }
        return new ProbeVerdict(
                count && limit ? Outcome.AS_PREDICTED : Outcome.NOT_AS_PREDICTED, culprit.limit(), because);
    }

    private static String contradiction(LimitAssessment binding, String limit, long measured, List<Gauge> gauges) {
        long predicted = binding.allows().getAsLong();
        if (!binding.limit().equals(limit)) {
            return "this contradicts the prediction, which was %s at %,d".formatted(binding.limit(), predicted);
        }
        double others = gauges.stream()
                .filter(gauge -> gauge.limit().equals(limit))
                .mapToDouble(gauge -> takenByOthers(binding, measured, gauge))
                .sum();
        boolean explains = others > 0 && near(binding, measured + Math.round(others / binding.each()));
        return explains
                ? "it is the limit that was predicted, but %,.0f of it were taken by others meanwhile: run it again when"
                                .formatted(others)
                        + " they are done"
                : "it is the limit that was predicted, but not the count, which was %,d".formatted(predicted);
    }

    /** What was used at the wall is what was foretold to be used before the first, and ours; the rest is others'. */
    private static double takenByOthers(LimitAssessment binding, long measured, Gauge gauge) {
        boolean shared = binding.scope() != LimitScope.PROCESS && binding.scope() != LimitScope.ADDRESS_PAIR;
        return shared && gauge.usedAtWall() != null
                ? gauge.usedAtWall() - binding.used() - measured * binding.each()
                : 0;
    }

    private static boolean near(LimitAssessment wall, long measured) {
        return wall.allows().isPresent()
                && Math.abs(measured - wall.allows().getAsLong())
                        <= Math.max(A_FEW, TOLERANCE * wall.allows().getAsLong());
    }
}
