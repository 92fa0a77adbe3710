package threadwall.loadgen.bench;

import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.plan.Ask;
import threadwall.loadgen.plan.Ask.Requests;
import threadwall.loadgen.plan.Host;
import threadwall.loadgen.plan.Planner;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Servers;
import threadwall.loadgen.wrk.Wrk;
import threadwall.record.StepPlan;

/**
 * The steps of {@code bench speed}: the sweep's own, one setting after the other, each with its repeats interleaved over
 * the servers (A B C A B C).
 *
 * <p>Each step starts its server anew and warms it up. A server that is kept would carry one outcome of its compiler
 * through all of its repeats, and their range would say nothing of how another start comes out.
 *
 * @param collector of every JVM
 */
public record SpeedPlan(
        List<String> servers,
        List<Setting> settings,
        int concurrency,
        int wrkConnections,
        Requests requests,
        int seconds,
        int repeats,
        Integer workers,
        int port,
        Servers.Collector collector) {

    /** A kept connection leaves nothing in TIME_WAIT that would bound a step, so such a step can be longer. */
    private static final int LONGER = 5;

    /**
     * Requests a connection before those that are measured, where connections are kept: with 10 on each of 19,000, JVMs
     * were still compiling, and a request cost a sixth more than after 20 others.
     */
    private static final int WARM_UPS = 40;

    private static final int TIMEOUT_SECONDS = 30;

    /** A load. */
    public enum Setting {
        /** {@code ab}, a connection for each request, answered after a sleep. */
        CLOSE("/json2?time=100"),
        /** {@code ab -k}, the same on kept connections. */
        KEEPALIVE("/json2?time=100"),
        /** {@code wrk} on kept connections, without a sleep. */
        WRK("/json");

        private final String route;

        Setting(String route) {
            this.route = route;
        }
    }

    /**
     * @param folder the run's folder, as it is to stand in command lines
     * @throws Refused as {@link Planner#plan}; (environment) also when one process cannot hold the connections
     */
    public List<StepPlan> steps(Host host, String folder) throws Refused {
        var steps = new ArrayList<StepPlan>();
        for (var setting : settings) {
            for (var step : Planner.plan(ask(setting), host, folder, steps.size() + 1)) {
                if (step.shards().size() > 1) {
                    throw Refused.environment(
                            "asked for %,d connections to one process of each server; nofile %,d (hard) is too low for"
                                    + " that: raise it with ops/ulim.sh or ask for fewer",
                            step.concurrency(), host.nofile());
                }
                steps.add(shaped(step, setting));
            }
        }
        return List.copyOf(steps);
    }

    private Ask ask(Setting setting) {
        return new Ask(
                servers,
                List.of(),
                List.of(setting == Setting.WRK ? wrkConnections : concurrency),
                setting == Setting.KEEPALIVE ? at -> LONGER * requests.at(at) : requests,
                workers,
                setting.route,
                setting != Setting.CLOSE,
                repeats,
                false,
                port,
                TIMEOUT_SECONDS,
                null,
                collector);
    }

    private StepPlan shaped(StepPlan step, Setting setting) {
        return switch (setting) {
            case CLOSE -> step;
            case KEEPALIVE -> warmedUpOnce(step);
            case WRK -> Wrk.instead(step, Math.max(1, Runtime.getRuntime().availableProcessors() / 2), seconds);
        };
    }

    /**
     * In one round of many requests a connection: it is the client who closes a kept one, and each round of its own would
     * take as many of the client's ports for a minute.
     */
    private static StepPlan warmedUpOnce(StepPlan step) {
        return new StepPlan(
                step.number(),
                step.server(),
                step.repeat(),
                step.route(),
                step.sleepMillis(),
                step.concurrency(),
                step.requests(),
                1,
                step.clients().stream().mapToLong(SpeedPlan::warmUpRequests).sum(),
                step.keepAlive(),
                step.workers(),
                step.verifiers(),
                step.timeoutSeconds(),
                step.lingerSeconds(),
                step.shards(),
                step.clients().stream().map(SpeedPlan::warmedUpOnce).toList(),
                step.expect());
    }

    private static StepPlan.Client warmedUpOnce(StepPlan.Client client) {
        var warmUp = new ArrayList<>(client.warmUp());
        warmUp.set(warmUp.indexOf("-n") + 1, "" + warmUpRequests(client));
        return new StepPlan.Client(
                client.shard(), client.source(), client.concurrency(), client.requests(), warmUp, client.command());
    }

    private static long warmUpRequests(StepPlan.Client client) {
        return (long) WARM_UPS * client.concurrency();
    }
}
