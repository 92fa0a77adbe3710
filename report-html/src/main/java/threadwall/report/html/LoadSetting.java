package threadwall.report.html;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;

/**
 * What steps have in common that are points of one line.
 *
 * @param route path and query, after the method if it is not GET; with {@link #ANY_SLEEP} instead of the time where
 *     each concurrency has its own sleep
 * @param engine the load generator; empty where the plan names none
 * @param rate requests that were due in a second; {@code null} for a client that waits for responses
 */
record LoadSetting(String route, boolean keepAlive, String engine, Integer rate) {

    static final String ANY_SLEEP = "time=…";

    /** For a heading: {@code /json, kept connections, wrk}. */
    String words() {
        var connections = keepAlive ? "kept connections" : "a connection for each request";
        return PlainText.name(route) + ", " + connections + (engine.isEmpty() ? "" : ", " + PlainText.name(engine))
                + (rate == null ? "" : ", %s requests/s due".formatted(PlainText.count(rate)));
    }

    /** The steps of one run by their setting, in the order of the run. */
    static Map<LoadSetting, List<StepRecord>> split(List<StepRecord> steps) {
        var sleeps = new HashMap<LoadSetting, Map<Integer, HashSet<Integer>>>();
        for (var step : steps) {
            if (step.asked().load().sleepMillis() != null) {
                sleeps.computeIfAbsent(anySleep(step.asked()), setting -> new HashMap<>())
                        .computeIfAbsent(step.asked().load().concurrency(), concurrency -> new HashSet<>())
                        .add(step.asked().load().sleepMillis());
            }
        }
        var split = new LinkedHashMap<LoadSetting, List<StepRecord>>();
        for (var step : steps) {
            var any = anySleep(step.asked());
            var setting = isFullHouse(sleeps.getOrDefault(any, Map.of())) ? any : of(step.asked());
            split.computeIfAbsent(setting, key -> new ArrayList<>()).add(step);
        }
        return split;
    }

    /** With {@code --full-house} each concurrency has a sleep of its own, longer for more connections. */
    private static boolean isFullHouse(Map<Integer, HashSet<Integer>> sleepsByConcurrency) {
        var all = new HashSet<Integer>();
        sleepsByConcurrency.values().forEach(all::addAll);
        return all.size() > 1 && sleepsByConcurrency.values().stream().allMatch(sleeps -> sleeps.size() == 1);
    }

    private static LoadSetting of(StepPlan plan) {
        return new LoadSetting(
                plan.load().methodAndRoute(),
                plan.load().keepAlive(),
                Objects.requireNonNullElse(plan.load().engine(), ""),
                plan.load().rate());
    }

    private static LoadSetting anySleep(StepPlan plan) {
        var setting = of(plan);
        return plan.load().sleepMillis() == null
                ? setting
                : new LoadSetting(
                        setting.route.replace("time=" + plan.load().sleepMillis(), ANY_SLEEP),
                        setting.keepAlive,
                        setting.engine,
                        setting.rate);
    }
}
