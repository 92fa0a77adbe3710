package threadwall.loadgen.sweep.step;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import threadwall.record.Sample;
import threadwall.record.StepRecord.Steadiness;
import threadwall.record.StepRecord.Third;

/**
 * Divides a load into three equal times, without the start and the end of it. While its connections open, the server
 * works for requests that it completes later; while the last ones are completed, it no longer accepts others. So each
 * third counts the same work for a request only between the time when every connection has had a request and the time
 * when the first connection has none left. Both are times of a reading: between two readings of a tenth each, it is not
 * known how much of the first tenth's time passed before its first response.
 *
 * @param samples of the load, in order
 * @param completed requests that were completed, in order, from 0 when the load began to all of them when it ended
 * @param connections that were open at once
 */
record LoadThirds(List<Sample> samples, List<Completed> completed, int connections) {

    private static final int FEWEST_READINGS = 5;

    /**
     * Requests for each connection: the first and the last are left out, and a third has one at least. Connections that
     * began at the same time stay together, and a request costs more while they are accepted than while they are answered.
     */
    private static final int FEWEST_REQUESTS = 5;

    /** How many requests were completed at a moment of the samples' clock. */
    record Completed(double millis, double requests) {}

    /**
     * Thirds of a load that ended well.
     *
     * @param reported by the clients while they ran; {@code ab} reports each tenth of its requests. With fewer than
     *     {@value #FEWEST_READINGS} of them the requests are completed at the rate of the TCP segments that were sent in
     *     the network namespace
     * @param fromMillis when its clients were started
     * @param seconds how long it lasted, from its first request
     * @param requests completed in this time
     */
    static LoadThirds of(
            List<Sample> samples,
            List<Completed> reported,
            long fromMillis,
            double seconds,
            long requests,
            int connections) {
        if (reported.size() < FEWEST_READINGS) {
            double to = fromMillis + 1e3 * seconds;
            return new LoadThirds(samples, bySegments(samples, fromMillis, to, requests), connections);
        }
        double began = Math.max(0, reported.getLast().millis() - 1e3 * seconds);
        var completed = new ArrayList<>(reported);
        completed.set(0, new Completed(began, 0));
        return new LoadThirds(samples, completed, connections);
    }

    private static List<Completed> bySegments(List<Sample> samples, double from, double to, long requests) {
        if (samples.size() < FEWEST_READINGS || samples.stream().anyMatch(sample -> sample.segmentsOut() == null)) {
            return List.of();
        }
        double before = at(from, samples, Sample::millis, Sample::segmentsOut);
        double all = at(to, samples, Sample::millis, Sample::segmentsOut) - before;
        if (all <= 0) {
            return List.of();
        }
        var completed = new ArrayList<Completed>();
        completed.add(new Completed(from, 0));
        for (var sample : samples) {
            if (sample.millis() > from && sample.millis() < to) {
                completed.add(new Completed(sample.millis(), requests * (sample.segmentsOut() - before) / all));
            }
        }
        completed.add(new Completed(to, requests));
        return completed;
    }

    /**
     * Compares the first with the last third.
     *
     * @param compilationSeconds of the servers' JVMs under the load; {@code null} if unknown
     * @param discarded of the load before; {@code null} if this is the first one
     * @return empty when too few samples have the values, or when there were too few requests for each connection
     */
    Optional<Steadiness> compare(Double compilationSeconds, Steadiness discarded) {
        boolean known = samples.size() >= FEWEST_READINGS
                && completed.size() >= FEWEST_READINGS
                && samples.stream()
                        .allMatch(sample -> sample.serverUserCpuSeconds() != null && sample.serverCpuSeconds() != null);
        if (!known) {
            return Optional.empty();
        }
        double requests = completed.getLast().requests();
        if (!(requests >= FEWEST_REQUESTS * (double) connections)) {
            return Optional.empty();
        }
        var middle = completed.stream()
                .filter(reading -> reading.requests() >= connections && reading.requests() <= requests - connections)
                .toList();
        if (middle.size() < 2) {
            return Optional.empty();
        }
        double seconds = (completed.getLast().millis() - completed.getFirst().millis()) / 1e3;
        double from = middle.getFirst().millis();
        double third = (middle.getLast().millis() - from) / 3;
        var first = cost(from, from + third);
        var last = cost(from + 2 * third, from + 3 * third);
        if (!(first.requests() > 0) || !(last.requests() > 0)) {
            return Optional.empty();
        }
        return Optional.of(new Steadiness(
                Math.round(completed.getFirst().millis()),
                third(first, third),
                third(last, third),
                compilationSeconds,
                last.isSteadyAfter(first) && WarmUpRounds.hardlyCompiled(compilationSeconds, seconds),
                discarded));
    }

    private RequestCost cost(double from, double to) {
        return new RequestCost(
                between(from, to, completed, Completed::millis, Completed::requests),
                between(from, to, samples, Sample::millis, Sample::serverUserCpuSeconds),
                between(from, to, samples, Sample::millis, Sample::serverCpuSeconds));
    }

    private static Third third(RequestCost cost, double millis) {
        return new Third(1e3 * cost.requests() / millis, cost.userMicros(), cost.cpuMicros());
    }

    private static <T> double between(
            double from, double to, List<T> readings, ToDoubleFunction<T> x, ToDoubleFunction<T> y) {
        return at(to, readings, x, y) - at(from, readings, x, y);
    }

    /** The value of y at an x, by linear interpolation between the readings around it; x never falls. */
    private static <T> double at(double value, List<T> readings, ToDoubleFunction<T> x, ToDoubleFunction<T> y) {
        var before = readings.getFirst();
        for (var reading : readings) {
            if (x.applyAsDouble(reading) > value) {
                double span = x.applyAsDouble(reading) - x.applyAsDouble(before);
                double share = span <= 0 ? 0 : Math.max(0, (value - x.applyAsDouble(before)) / span);
                return y.applyAsDouble(before) + share * (y.applyAsDouble(reading) - y.applyAsDouble(before));
            }
            before = reading;
        }
        return y.applyAsDouble(before);
    }
}
