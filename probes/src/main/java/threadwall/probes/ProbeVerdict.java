package threadwall.probes;

import java.util.ArrayList;
import java.util.List;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitScope;
import threadwall.probes.ProbeFailure.Kind;
import threadwall.record.ProbeRecord.Gauge;
import threadwall.record.ProbeRecord.Outcome;

/**
 * Compares what a probe measured with the prediction. Pure.
 *
 * @param limit the limit that the evidence names, or {@code null}
 */
public record ProbeVerdict(Outcome outcome, String limit, List<String> because) {

    /** Other processes start and end threads during the probe, so the count may be off by this share, or by a few. */
    private static final double TOLERANCE = 0.01;

    private static final int A_FEW = 10;

    public static ProbeVerdict of(ProbeFindings findings) {
        var prediction = findings.prediction();
        var failure = findings.failure();
        var gauges = findings.gauges();
        long measured = findings.measured();
        var attribution = LimitAttribution.find(failure, gauges);
        var because = new ArrayList<>(attribution.because());
        if (failure.kind() == Kind.OUT_OF_TIME) {
            return new ProbeVerdict(Outcome.OUT_OF_TIME, null, because);
        }
        if (attribution.limit() == null) {
            if ("EAGAIN".equals(failure.errno())) {
                prediction
                        .unread()
                        .forEach(hidden -> because.add("it may be a limit that is not visible here: " + hidden));
            }
            return new ProbeVerdict(Outcome.UNKNOWN, null, because);
        }
        var binding = prediction.binding();
        if (binding.isEmpty()) {
            because.add("doctor predicted no limit, so there is one that it did not read");
            return new ProbeVerdict(Outcome.NOT_AS_PREDICTED, attribution.limit(), because);
        }
        boolean sameCount = near(binding.get(), measured);
        // two limits as close as this count as one prediction
        boolean sameLimit = prediction.limits().stream()
                .anyMatch(limit -> limit.name().equals(attribution.limit()) && near(limit, measured));
        if (!sameCount || !sameLimit) {
            because.add(contradiction(binding.get(), attribution.limit(), measured, gauges));
        }
        return new ProbeVerdict(
                sameCount && sameLimit ? Outcome.AS_PREDICTED : Outcome.NOT_AS_PREDICTED, attribution.limit(), because);
    }

    private static String contradiction(LimitAssessment binding, String limit, long measured, List<Gauge> gauges) {
        long predicted = binding.allows().getAsLong();
        if (!binding.name().equals(limit)) {
            return "doctor predicted another limit: %s at %,d".formatted(binding.name(), predicted);
        }
        double others = gauges.stream()
                .filter(gauge -> gauge.limit().equals(limit))
                .mapToDouble(gauge -> takenByOthers(binding, measured, gauge))
                .sum();
        boolean explains = others > 0 && near(binding, measured + Math.round(others / binding.each()));
        return explains
                ? "doctor predicted this limit, but other processes took %,.0f of it meanwhile: run the probe again when"
                                .formatted(others)
                        + " they have ended"
                : "doctor predicted this limit, but at %,d".formatted(predicted);
    }

    /** The use at the limit minus the predicted use before the first, and minus the probe's own. */
    private static double takenByOthers(LimitAssessment binding, long measured, Gauge gauge) {
        boolean shared = binding.scope() != LimitScope.PROCESS && binding.scope() != LimitScope.ADDRESS_PAIR;
        return shared && gauge.usedAtWall() != null
                ? gauge.usedAtWall() - binding.used() - measured * binding.each()
                : 0;
    }

    private static boolean near(LimitAssessment limit, long measured) {
        return limit.allows().isPresent()
                && Math.abs(measured - limit.allows().getAsLong())
                        <= Math.max(A_FEW, TOLERANCE * limit.allows().getAsLong());
    }
}
