package threadwall.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import threadwall.record.StepRecord;

/**
 * What a run of {@code capacity} was asked for, as its first load has it. Capacities of other settings are other figures.
 *
 * @param limit in words
 */
public record CapacitySettings(String route, String limit, int connections, String engine, Integer seconds) {

    /** @return empty for a run without a load */
    public static Optional<CapacitySettings> of(List<StepRecord> steps) {
        return steps.stream()
                .map(StepRecord::asked)
                .filter(asked -> asked.trial() != null)
                .findFirst()
                .map(asked -> new CapacitySettings(
                        asked.load().methodAndRoute(),
                        asked.trial().limit().words(),
                        asked.load().concurrency(),
                        asked.load().engine(),
                        asked.clients().getFirst().measured().load().seconds()));
    }

    /** {@code --connections 10,000 and 19,000}, for each setting that is another one in a later run. */
    public List<String> differences(CapacitySettings later) {
        var differences = new ArrayList<String>();
        add(differences, "--route", route, later.route);
        add(differences, "--latency-limit", limit, later.limit);
        add(
                differences,
                "--connections",
                String.format(Locale.ROOT, "%,d", connections),
                String.format(Locale.ROOT, "%,d", later.connections));
        add(differences, "--engine", engine, later.engine);
        add(differences, "--duration", seconds + " s", later.seconds + " s");
        return List.copyOf(differences);
    }

    private static void add(List<String> differences, String option, String before, String after) {
        if (!Objects.equals(before, after)) {
            differences.add(
                    "%s %s and %s".formatted(option, TableFormat.onOneLine(before), TableFormat.onOneLine(after)));
        }
    }
}
