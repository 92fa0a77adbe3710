package threadwall.loadgen.testbed.database;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * When the database did not answer.
 *
 * @param times each from the first probe without an answer to the next one with an answer, or to the end of the load
 */
public record DatabaseOutage(List<Span> times) {

    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

    public record Span(Instant from, Instant to) {}

    /** The results of the probes, in their order. */
    static final class Log {
        private final List<Span> times = new ArrayList<>();
        private Instant from;

        void add(Instant probed, boolean answered) {
            if (!answered && from == null) {
                from = probed;
            } else if (answered && from != null) {
                times.add(new Span(from, probed));
                from = null;
            }
        }

        /** @param end of the load */
        DatabaseOutage until(Instant end) {
            add(end, true);
            return new DatabaseOutage(List.copyOf(times));
        }
    }

    public boolean happened() {
        return !times.isEmpty();
    }

    public double seconds() {
        return times.stream()
                .mapToDouble(span -> Duration.between(span.from, span.to).toMillis() / 1e3)
                .sum();
    }

    /** One sentence for the reader of the step. */
    public String words() {
        return "PostgreSQL was unreachable for %.1f s of the load, %s UTC"
                .formatted(
                        seconds(),
                        times.stream()
                                .map(span -> "from %s to %s".formatted(CLOCK.format(span.from), CLOCK.format(span.to)))
                                .collect(Collectors.joining(", ")));
    }
}
