package threadwall.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Watched;

/** The latest samples of running servers and clients, as many as the widest terminal shows. */
public final class WatchHistory {

    private static final int CAPACITY = 400;

    private final Deque<WatchRecord> samples = new ArrayDeque<>();

    public void add(WatchRecord sample) {
        if (samples.size() == CAPACITY) {
            samples.removeFirst();
        }
        samples.addLast(sample);
    }

    Optional<WatchRecord> latest() {
        return Optional.ofNullable(samples.peekLast());
    }

    /** A figure of a process over these samples, oldest first; {@code null} where the process or the figure is missing. */
    List<Double> of(Watched process, Function<Watched, ? extends Number> figure) {
        var values = new ArrayList<Double>(samples.size());
        for (var sample : samples) {
            values.add(sample.processes().stream()
                    .filter(one -> one.pid() == process.pid() && one.startTicks() == process.startTicks())
                    .findFirst()
                    .map(figure)
                    .map(Number::doubleValue)
                    .orElse(null));
        }
        return values;
    }

    /** The share of one core that sampling took; empty before there are two samples. */
    OptionalDouble share() {
        if (samples.size() < 2) {
            return OptionalDouble.empty();
        }
        var first = samples.getFirst();
        double cpu = samples.stream().mapToDouble(WatchRecord::lookCpuSeconds).sum() - first.lookCpuSeconds();
        long millis = samples.getLast().at().toEpochMilli() - first.at().toEpochMilli();
        return millis <= 0 ? OptionalDouble.empty() : OptionalDouble.of(cpu * 1000 / millis);
    }
}
