package threadwall.report;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;

/**
 * What the rows of a table are called: by their servers, and by their numbers of workers where one server had the same load
 * with several.
 */
public final class RowNames {

    private record Place(String server, String route, boolean keepAlive, String engine, int concurrency) {
        static Place of(StepPlan asked) {
            return new Place(asked.server(), asked.route(), asked.keepAlive(), asked.engine(), asked.concurrency());
        }
    }

    private final Map<Place, Set<Integer>> workers = new HashMap<>();

    private RowNames() {}

    public static RowNames of(List<StepRecord> steps) {
        var names = new RowNames();
        for (var step : steps) {
            names.workers
                    .computeIfAbsent(Place.of(step.asked()), place -> new HashSet<>())
                    .add(step.asked().workers());
        }
        return names;
    }

    /** {@code kilim}, or {@code kilim, 2 workers}. */
    public String of(StepRecord step) {
        var server = step.asked().server();
        var workers = workers(step);
        return workers == null
                ? server
                : "%s, %s %s".formatted(server, workers, workers.equals("1") ? "worker" : "workers");
    }

    /** As {@code --workers} takes them; {@code null} where a row needs no such name. */
    String workers(StepRecord step) {
        if (workers.get(Place.of(step.asked())).size() < 2) {
            return null;
        }
        var asked = step.asked().workers();
        return asked == null ? "default" : asked.toString();
    }
}
