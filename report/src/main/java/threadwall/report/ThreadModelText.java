package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepWarning.HandlerEstimate;

/**
 * Whether virtual threads pay for a program of Spring Boot, in words: its blocking variant was loaded beside the virtual one.
 *
 * @param blocking name of the variant that answers a request on a thread of Tomcat's pool
 * @param virtual name of the other one
 * @param connectionPool whether the program has HikariCP
 */
public record ThreadModelText(String blocking, String virtual, boolean connectionPool) {

    /** Of Tomcat, in Spring Boot: {@code server.tomcat.threads.max}. */
    private static final int TOMCAT_THREADS = 200;

    /** An estimate this near to Tomcat's threads is taken for them. */
    private static final double NEAR = 0.2;

    /**
     * The moment of a step at which most threads waited for a database connection.
     *
     * @param variant name of it
     * @param pool connections that the pool had
     * @param checks connections of the clients that check answers, whose requests wait, too
     */
    public record PoolUse(String variant, int connections, int checks, int pool, int waiting) {}

    private record Level(int connections, SweepRow blocking, SweepRow virtual, Ratio ratio) {}

    /**
     * A sentence or two for each number of connections, then what to do.
     *
     * @param pinned jdk.VirtualThreadPinned events of the virtual variant, by number of connections: the most of its repeats;
     *     empty where that is not known
     * @param pools of each step whose pool could be read
     */
    public List<String> of(List<StepRecord> steps, Map<Integer, OptionalLong> pinned, List<PoolUse> pools) {
        var lines = new ArrayList<String>();
        var levels = new ArrayList<Level>();
        if (has(steps, blocking) && has(steps, virtual)) {
            var table = SweepTable.of(steps);
            for (int connections : new TreeSet<>(steps.stream()
                    .map(step -> step.asked().load().concurrency())
                    .toList())) {
                var level = level(steps, table, connections);
                level.ifPresent(levels::add);
                lines.add(level.map(ThreadModelText::compared)
                        .orElse("At %,d connections one of the two did not do well, so they are not compared."
                                .formatted(connections)));
            }
        }
        pinned.forEach((connections, most) -> lines.add(pinned(connections, most)));
        lines.addAll(waiting(pools));
        if (connectionPool && pools.isEmpty()) {
            lines.add(
                    "How many threads waited for a database connection could not be read: no pool of HikariCP has MBeans.");
        }
        wall(steps).ifPresent(lines::add);
        verdict(levels).ifPresent(lines::add);
        return List.copyOf(lines);
    }

    private static boolean has(List<StepRecord> steps, String name) {
        return steps.stream().anyMatch(step -> step.asked().server().equals(name));
    }

    private static String pinned(int connections, OptionalLong most) {
        if (most.isEmpty()) {
            return "At %,d connections it is not known whether virtual threads were pinned: a recording is missing or cut off."
                    .formatted(connections);
        }
        return most.getAsLong() == 0
                ? "At %,d connections no virtual thread was pinned for 20 ms or longer.".formatted(connections)
                : "At %,d connections virtual threads were pinned up to %,d times for 20 ms or longer, warm-up included: see pinned-*.jfr in the step's folder."
                        .formatted(connections, most.getAsLong());
    }

    /** A sentence for each number of connections and variant: the most of its repeats. */
    private static List<String> waiting(List<PoolUse> pools) {
        var most = new TreeMap<String, PoolUse>();
        pools.forEach(use -> most.merge(
                "%09d %s".formatted(use.connections, use.variant),
                use,
                (one, other) -> one.waiting < other.waiting ? other : one));
        return most.values().stream()
                .map(use ->
                        "At %,d connections up to %,d %s threads waited for one of the pool's %,d database connections, those of %,d checks and of the warm-up included."
                                .formatted(use.connections, use.waiting, use.variant, use.pool, use.checks))
                .toList();
    }

    private Optional<Level> level(List<StepRecord> steps, SweepTable table, int connections) {
        var rows = table.rows().stream()
                .filter(row -> row.workload().concurrency() == connections && row.good() > 0)
                .toList();
        var platform =
                rows.stream().filter(row -> row.server().equals(blocking)).findFirst();
        var other = rows.stream().filter(row -> row.server().equals(virtual)).findFirst();
        if (platform.isEmpty() || other.isEmpty()) {
            return Optional.empty();
        }
        return Ratio.within(figures(steps, virtual, connections), figures(steps, blocking, connections))
                .map(ratio -> new Level(connections, platform.get(), other.get(), ratio));
    }

    private static RepeatFigures figures(List<StepRecord> steps, String name, int connections) {
        return RepeatFigures.of(
                of(steps, name, connections), step -> step.load().requestsPerSecond());
    }

    private static List<StepRecord> of(List<StepRecord> steps, String name, int connections) {
        return steps.stream()
                .filter(step -> step.outcome() == Outcome.OK)
                .filter(step -> step.asked().server().equals(name)
                        && step.asked().load().concurrency() == connections)
                .toList();
    }

    private static String compared(Level level) {
        return "At %,d connections virtual threads answer %s requests/s and blocking ones %s: %s (%s). p99 is %s ms and %s ms, with %s and %s threads."
                .formatted(
                        level.connections,
                        number(level.virtual.responses().requestsPerSecond()),
                        number(level.blocking.responses().requestsPerSecond()),
                        level.ratio.isDifference()
                                ? "%s times as many".formatted(level.ratio.number())
                                : "no difference",
                        level.ratio.basis(),
                        number(level.virtual.responses().p99Millis()),
                        number(level.blocking.responses().p99Millis()),
                        number(level.virtual.resources().threads()),
                        number(level.blocking.resources().threads()));
    }

    private static String number(MedianRange range) {
        return range == null ? "unknown" : "%,.0f".formatted(range.median());
    }

    /** What bounds the virtual variant at its most connections, or the blocking one if nothing does. */
    private Optional<String> wall(List<StepRecord> steps) {
        var pool = pool(steps, virtual);
        if (pool.isPresent()) {
            var words =
                    "The next limit is in the program: of %,d requests about %.0f are in the handler at once (estimate, a"
                            + " lower bound), while the processors have time left.";
            return Optional.of(
                    words.formatted(pool.get().connections(), pool.get().requests())
                            + (connectionPool
                                    ? " The jar has HikariCP, whose pool has 10 database connections unless"
                                            + " spring.datasource.hikari.maximum-pool-size says otherwise. While a pool of about that size"
                                            + " bounds both, neither kind of thread answers more: enlarge the pool first, as far as the"
                                            + " database allows."
                                    : " Look for a pool, a lock, a semaphore or a client of about that size."));
        }
        return pool(steps, blocking)
                .map(estimate ->
                        "Blocking is bounded by a pool of its own: about %.0f of %,d requests are in the handler at once (estimate).%s"
                                .formatted(
                                        estimate.requests(),
                                        estimate.connections(),
                                        Math.abs(estimate.requests() - TOMCAT_THREADS) < NEAR * TOMCAT_THREADS
                                                ? " Tomcat has 200 threads unless server.tomcat.threads.max says otherwise."
                                                : ""));
    }

    private static Optional<HandlerEstimate> pool(List<StepRecord> steps, String name) {
        return steps.stream()
                .filter(step -> step.asked().server().equals(name) && step.outcome() == Outcome.OK)
                .flatMap(step -> step.warnings().stream())
                .map(warning -> warning instanceof HandlerEstimate estimate && estimate.poolBound() ? estimate : null)
                .filter(Objects::nonNull)
                .reduce((first, last) -> last);
    }

    private static Optional<String> verdict(List<Level> levels) {
        if (levels.isEmpty()) {
            return Optional.empty();
        }
        var more = at(levels.stream()
                .filter(level -> level.ratio.isDifference() && !level.ratio.isLess())
                .toList());
        var fewer = at(levels.stream()
                .filter(level -> level.ratio.isDifference() && level.ratio.isLess())
                .toList());
        if (more.isEmpty() && fewer.isEmpty()) {
            return Optional.of(
                    "For this route virtual threads make no difference to requests/s at these numbers of connections.");
        }
        return Optional.of("For this route virtual threads answer %s."
                .formatted(Stream.of(
                                more.map(connections -> "more requests/s at " + connections),
                                fewer.map(connections -> "fewer at " + connections))
                        .flatMap(Optional::stream)
                        .collect(Collectors.joining(", and "))));
    }

    /** {@code 1,000 and 5,000 connections}; empty for none. */
    private static Optional<String> at(List<Level> levels) {
        return levels.isEmpty()
                ? Optional.empty()
                : Optional.of(levels.stream()
                                .map(level -> "%,d".formatted(level.connections))
                                .collect(Collectors.joining(" and "))
                        + " connections");
    }
}
