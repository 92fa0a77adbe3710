package threadwall.loadgen.sweep.capacity;

import java.util.ArrayList;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.sweep.plan.SweepConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.EngineConfig;
import threadwall.record.ClientLoad;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.PlannedLoad;

/**
 * The load of a recovery: half of the server's capacity, an overload, and half of it again.
 *
 * @param config with the engine and the length of a load
 */
record OverloadPlan(SweepConfig config) {

    /** Of the server's own capacity, before and after the overload. */
    static final double BEFORE = 0.5;

    /** The same of the overload. */
    private static final double OVERLOAD = 1.1;

    /**
     * Requests without a response that end the overload, beside those that only wait for the route's sleep. Without the
     * latter, 100,000 requests a second to a route that sleeps 100 ms end it at once.
     */
    private static final int OUTSTANDING = 10_000;

    /** The overload, and what follows it, last so many times as long as another load at most; see {@link #phaseSeconds}. */
    private static final int TIMES_AS_LONG = 6;

    /** As long as so many loads, at most. */
    static final int LOADS = 1 + 2 * TIMES_AS_LONG;

    private static final int MILLIS = 1_000;

    /** The longest load with which a recovery is within the time that any load may take. */
    int mostLoadSeconds() {
        // after the last phase the client waits for responses; twice that time is a margin
        long waits = 2L * config.load().timeoutSeconds() + sleepMillis() / MILLIS;
        return (int) ((LoadEngine.LONGEST_LOAD.toSeconds() - waits) / LOADS);
    }

    /** The same step with an overload after its load. */
    StepPlan after(StepPlan step) {
        var engine = config.load().engineConfig().engine();
        int most = phaseSeconds(step.load().rate());
        var clients = new ArrayList<StepPlan.Client>();
        for (var client : step.clients()) {
            var load = client.measured().load();
            int rate = (int) Math.round(OVERLOAD / BEFORE * load.rate());
            long asleep = (long) rate * sleepMillis() / MILLIS;
            long outstanding = Math.max(1, OUTSTANDING / step.clients().size()) + asleep;
            var overload = load.with(
                    new ClientLoad.Overload(rate, (int) Math.min(Integer.MAX_VALUE, outstanding), most, most));
            var command = new CommandLine(config.pin().ofClient(engine.command(overload)));
            clients.add(new StepPlan.Client(
                    client.shard(), client.warmUp(), client.cold(), new PlannedLoad(overload, command)));
        }
        return step.with(step.load(), clients);
    }

    /** Of the overload, and of what follows it: shorter at rates at which their requests would be too many for a load. */
    private int phaseSeconds(int rate) {
        double left = EngineConfig.MOST_REQUESTS - (double) rate * loadSeconds();
        double fitting = left / (rate + OVERLOAD / BEFORE * rate);
        return (int) Math.clamp(fitting, 1, TIMES_AS_LONG * loadSeconds());
    }

    private int loadSeconds() {
        return config.load().engineConfig().seconds();
    }

    private int sleepMillis() {
        var sleep = new RequestRoute(config.load().route()).sleepMillis();
        return sleep == null ? 0 : sleep;
    }
}
