package threadwall.loadgen.sweep.step;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import threadwall.record.Sample;
import threadwall.record.StepRecord.Steadiness;
import threadwall.record.StepRecord.Third;

/**
 * Divides a load into three equal times by its samples. A third's requests are its share of the TCP segments that were
 * sent: no engine reports when each request completed, and a request costs as many segments at the end of a load as at
 * its start.
 *
 * @param samples of the load, in order
 * @param fromMillis when the load began, on the clock of the samples
 * @param seconds how long it lasted
 * @param requests answered in this time
 */
record LoadThirds(List<Sample> samples, long fromMillis, double seconds, long requests) {

    private static final int FEWEST_SAMPLES = 4;

    /**
     * Compares the first with the last third.
     *
     * @param compilationSeconds of the servers' JVMs under the load; {@code null} if unknown
     * @param discarded of the load before; {@code null} if this is the first one
     * @return empty when too few samples have the values
     */
    Optional<Steadiness> compare(Double compilationSeconds, Steadiness discarded) {
        boolean complete = samples.size() >= FEWEST_SAMPLES
                && samples.stream()
                        .allMatch(sample -> sample.segmentsOut() != null && sample.serverUserCpuSeconds() != null);
        if (!complete || requests == 0 || seconds <= 0 || between(0, 1, Sample::segmentsOut) <= 0) {
            return Optional.empty();
        }
        var first = cost(0);
        var last = cost(2);
        if (first.requests() <= 0 || last.requests() <= 0) {
            return Optional.empty();
        }
        boolean steady = last.isSteadyAfter(first);
        return Optional.of(
                new Steadiness(fromMillis, third(first), third(last), compilationSeconds, steady, discarded));
    }

    private RequestCost cost(int third) {
        double from = third / 3.0;
        double to = (third + 1) / 3.0;
        return new RequestCost(
                requests * between(from, to, Sample::segmentsOut) / between(0, 1, Sample::segmentsOut),
                between(from, to, Sample::serverUserCpuSeconds),
                between(from, to, Sample::serverCpuSeconds));
    }

    private Third third(RequestCost cost) {
        return new Third(cost.requests() / (seconds / 3), cost.userMicros(), cost.cpuMicros());
    }

    /** Growth of a counter between two points of the load, 0 to 1. */
    private double between(double from, double to, ToDoubleFunction<Sample> counter) {
        return at(to, counter) - at(from, counter);
    }

    /** The counter at a point of the load, by linear interpolation between the samples around it. */
    private double at(double part, ToDoubleFunction<Sample> counter) {
        double millis = fromMillis + 1e3 * seconds * part;
        var before = samples.getFirst();
        for (var sample : samples) {
            if (sample.millis() > millis) {
                double span = sample.millis() - before.millis();
                double share = span <= 0 ? 0 : (millis - before.millis()) / span;
                double start = counter.applyAsDouble(before);
                return start + Math.max(0, share) * (counter.applyAsDouble(sample) - start);
            }
            before = sample;
        }
        return counter.applyAsDouble(before);
    }
}
