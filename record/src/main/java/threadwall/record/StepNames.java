package threadwall.record;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names of steps in tables and charts: the server, whether spinning is off, and the number of workers if the same load
 * runs on that server with several numbers.
 */
public final class StepNames {

    private record Place(String server, String route, boolean keepAlive, String engine, Integer rate, int concurrency) {
        static Place of(StepPlan asked) {
            return new Place(
                    StepNames.asked(asked),
                    asked.load().route(),
                    asked.load().keepAlive(),
                    asked.load().engine(),
                    asked.load().rate(),
                    asked.load().concurrency());
        }
    }

    private final Map<Place, Set<Integer>> workers = new HashMap<>();

    private StepNames() {}

    public static StepNames of(Collection<StepPlan> steps) {
        var names = new StepNames();
        for (var step : steps) {
            names.workers
                    .computeIfAbsent(Place.of(step), place -> new HashSet<>())
                    .add(step.servers().workers());
        }
        return names;
    }

    public static StepNames ofDone(List<StepRecord> steps) {
        return of(steps.stream().map(StepRecord::asked).toList());
    }

    /** The name without a number of workers: {@code dotnet}, or {@code dotnet, spinning off}. */
    public static String asked(StepPlan asked) {
        return asked.servers().spinning() == null
                ? asked.server()
                : "%s, spinning %s".formatted(asked.server(), asked.servers().spinning());
    }

    /** The name of one of these steps: {@code kilim}, or {@code kilim, 2 workers}. */
    public String of(StepPlan step) {
        var workers = workers(step);
        return workers == null
                ? asked(step)
                : "%s, %s %s".formatted(asked(step), workers, workers.equals("1") ? "worker" : "workers");
    }

    /** As {@code --workers} takes them; {@code null} if the step's name needs no number. */
    public String workers(StepPlan step) {
        if (workers.getOrDefault(Place.of(step), Set.of()).size() < 2) {
            return null;
        }
        return step.servers().workers() == null
                ? "default"
                : step.servers().workers().toString();
    }
}
