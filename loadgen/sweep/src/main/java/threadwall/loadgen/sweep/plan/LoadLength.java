package threadwall.loadgen.sweep.plan;

import java.util.ArrayList;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Client;
import threadwall.record.StepPlan.PlannedLoad;

/** Sizes the measured load of a step by a rate that was seen before it. Pure. */
public final class LoadLength {

    /**
     * A server is still getting faster in the round that the rate is from, and a load that is a little too long costs
     * less than one that has to be repeated.
     */
    private static final double MARGIN = 1.3;

    private LoadLength() {}

    /**
     * The same step with as many requests as the load needs to last {@link StepPlan.LoadSettings#atLeastSeconds}; never
     * fewer than planned, and the same step where that is not asked for.
     *
     * @param requestsPerSecond of all clients together
     */
    public static StepPlan sized(StepPlan step, double requestsPerSecond) {
        var load = step.load();
        if (load.atLeastSeconds() == null) {
            return step;
        }
        double wanted = Math.ceil(requestsPerSecond * load.atLeastSeconds() * MARGIN);
        long requests = (long) Math.clamp(wanted, load.requests(), Integer.MAX_VALUE);
        var engine = LoadEngine.of(step);
        var pin = CpuPinning.of(step.servers().pin());
        int before = 0;
        var clients = new ArrayList<Client>();
        for (var client : step.clients()) {
            var measured = client.measured().load();
            var sized = measured.withRequests(
                    LoadPartitioner.share(requests, before, measured.connections(), load.concurrency()));
            before += measured.connections();
            clients.add(new Client(
                    client.shard(),
                    client.warmUp(),
                    client.cold(),
                    new PlannedLoad(sized, new CommandLine(pin.ofClient(engine.command(sized))))));
        }
        return step.with(load.withRequests(requests), clients);
    }
}
