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
 * What steps have to have in common to stand in one line.
 *
 * @param route path and query; {@link #ANY_SLEEP} stands in it for the time where each concurrency has one of its own
 * @param engine the program that drives the load; empty where the plan names none
 */
record LoadSetting(String route, boolean keepAlive, String engine) {

    static final String ANY_SLEEP = "time=…";

    /** In words: {@code /json, kept connections, wrk}. */
    String words() {
        var connections = keepAlive ? "kept connections" : "a connection for each request";
        return PlainText.name(route) + ", " + connections + (engine.isEmpty() ? "" : ", " + PlainText.name(engine));
    }

    /** The steps of one run by their setting, in the order of the run. */
    static Map<LoadSetting, List<StepRecord>> split(List<StepRecord> steps) {
        var sleeps = new HashMap<LoadSetting, Map<Integer, HashSet<Integer>>>();
        for (var step : steps) {
            if (step.asked().sleepMillis() != null) {
                sleeps.computeIfAbsent(anySleep(step.asked()), setting -> new HashMap<>())
                        .computeIfAbsent(step.asked().concurrency(), concurrency -> new HashSet<>())
                        .add(step.asked().sleepMillis());
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

    /** A full house has a sleep for each concurrency, longer for more; anything else with several sleeps has not. */
    private static boolean isFullHouse(Map<Integer, HashSet<Integer>> sleepsByConcurrency) {
        var all = new HashSet<Integer>();
        sleepsByConcurrency.values().forEach(all::addAll);
        return all.size() > 1 && sleepsByConcurrency.values().stream().allMatch(sleeps -> sleeps.size() == 1);
    }

    private static LoadSetting of(StepPlan plan) {
        return new LoadSetting(plan.route(), plan.keepAlive(), Objects.requireNonNullElse(plan.engine(), ""));
    }

    private static LoadSetting anySleep(StepPlan plan) {
        var setting = of(plan);
        return plan.sleepMillis() == null
                ? setting
                : new LoadSetting(
                        setting.route.replace("time=" + plan.sleepMillis(), ANY_SLEEP),
                        setting.keepAlive,
                        setting.engine);
    }
}
