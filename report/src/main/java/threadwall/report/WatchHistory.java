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

/** The latest looks at running servers and clients, as many as the widest terminal shows. */
public final class WatchHistory {

    private static final int LOOKS = 400;

    private final Deque<WatchRecord> looks = new ArrayDeque<>();

    public void add(WatchRecord look) {
        if (looks.size() == LOOKS) {
            looks.removeFirst();
        }
        looks.addLast(look);
    }

    Optional<WatchRecord> latest() {
        return Optional.ofNullable(looks.peekLast());
    }

    /** A figure of a process over these looks, oldest first; {@code null} where the process or the figure was not there. */
    List<Double> of(Watched process, Function<Watched, ? extends Number> figure) {
        var values = new ArrayList<Double>(looks.size());
        for (var look : looks) {
            values.add(look.processes().stream()
                    .filter(one -> one.pid() == process.pid() && one.startTicks() == process.startTicks())
                    .findFirst()
                    .map(figure)
                    .map(Number::doubleValue)
                    .orElse(null));
        }
        return values;
    }

    /** What the looks took of one core, from the first of these to the last; empty before there are two. */
    OptionalDouble share() {
        if (looks.size() < 2) {
            return OptionalDouble.empty();
        }
        var first = looks.getFirst();
        double cpu = looks.stream().mapToDouble(WatchRecord::lookCpuSeconds).sum() - first.lookCpuSeconds();
        long millis = looks.getLast().at().toEpochMilli() - first.at().toEpochMilli();
        return millis <= 0 ? OptionalDouble.empty() : OptionalDouble.of(cpu * 1000 / millis);
    }
}
