package threadwall.loadgen.sweep.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import threadwall.record.Sample;
import threadwall.record.StepRecord.Steadiness;
import threadwall.record.StepRecord.Third;

/**
 * Divides a load into three equal times by its samples.
 *
 * @param samples of the load, in order
 * @param completed requests that the clients had completed, in order; {@code ab} tells each tenth of its requests. With
 *     fewer than {@value #FEWEST} of them a third's requests are its share of the TCP segments that were sent in the
 *     network namespace
 * @param fromMillis when the load began, on the clock of the samples
 * @param seconds how long it lasted
 * @param requests answered in this time
 */
record LoadThirds(List<Sample> samples, List<Completed> completed, long fromMillis, double seconds, long requests) {

    private static final int FEWEST = 5;

    /** How many requests were completed at a moment of the samples' clock. */
    record Completed(long millis, long requests) {}

    /**
     * The same of a load whose clients tell when they have completed requests: it ended when they told the last one, and
     * began {@code seconds} before, after the clients' processes had started.
     */
    static LoadThirds of(
            List<Sample> samples, List<Completed> completed, long fromMillis, double seconds, long requests) {
        if (completed.size() < FEWEST) {
            return new LoadThirds(samples, completed, fromMillis, seconds, requests);
        }
        long began = Math.max(0, completed.getLast().millis() - Math.round(1e3 * seconds));
        var told = new ArrayList<>(completed);
        told.set(0, new Completed(began, 0));
        return new LoadThirds(samples, told, began, seconds, requests);
    }

    /**
     * Compares the first with the last third.
     *
     * @param compilationSeconds of the servers' JVMs under the load; {@code null} if unknown
     * @param discarded of the load before; {@code null} if this is the first one
     * @return empty when too few samples have the values
     */
    Optional<Steadiness> compare(Double compilationSeconds, Steadiness discarded) {
        boolean complete = samples.size() >= FEWEST
                && samples.stream()
                        .allMatch(sample -> sample.segmentsOut() != null && sample.serverUserCpuSeconds() != null);
        if (!complete || requests == 0 || seconds <= 0) {
            return Optional.empty();
        }
        var first = cost(0);
        var last = cost(2);
        if (!(first.requests() > 0) || !(last.requests() > 0)) {
            return Optional.empty();
        }
        boolean steady = last.isSteadyAfter(first);
        return Optional.of(
                new Steadiness(fromMillis, third(first), third(last), compilationSeconds, steady, discarded));
    }

    private RequestCost cost(int third) {
        double from = third / 3.0;
        double to = (third + 1) / 3.0;
        double answered = completed.size() >= FEWEST
                ? between(from, to, completed, Completed::millis, Completed::requests)
                : requests * ofSamples(from, to, Sample::segmentsOut) / ofSamples(0, 1, Sample::segmentsOut);
        return new RequestCost(
                answered,
                ofSamples(from, to, Sample::serverUserCpuSeconds),
                ofSamples(from, to, Sample::serverCpuSeconds));
    }

    private Third third(RequestCost cost) {
        return new Third(cost.requests() / (seconds / 3), cost.userMicros(), cost.cpuMicros());
    }

    private double ofSamples(double from, double to, ToDoubleFunction<Sample> counter) {
        return between(from, to, samples, Sample::millis, counter);
    }

    /** Growth of a counter between two points of the load, 0 to 1. */
    private <T> double between(
            double from, double to, List<T> readings, ToDoubleFunction<T> clock, ToDoubleFunction<T> counter) {
        return at(to, readings, clock, counter) - at(from, readings, clock, counter);
    }

    /** The counter at a point of the load, by linear interpolation between the readings around it. */
    private <T> double at(double part, List<T> readings, ToDoubleFunction<T> clock, ToDoubleFunction<T> counter) {
        double millis = fromMillis + 1e3 * seconds * part;
        var before = readings.getFirst();
        for (var reading : readings) {
            if (clock.applyAsDouble(reading) > millis) {
                double span = clock.applyAsDouble(reading) - clock.applyAsDouble(before);
                double share = span <= 0 ? 0 : Math.max(0, (millis - clock.applyAsDouble(before)) / span);
                double start = counter.applyAsDouble(before);
                return start + share * (counter.applyAsDouble(reading) - start);
            }
            before = reading;
        }
        return counter.applyAsDouble(before);
    }
}
