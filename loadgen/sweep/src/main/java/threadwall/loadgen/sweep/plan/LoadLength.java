package threadwall.loadgen.sweep.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.record.ClientHost;
import threadwall.record.ClientLoad;
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
    private static final double MARGIN = 1.2;

    /** For a load after another: the rate is that of a whole load on a warm server. */
    private static final double MARGIN_OF_REPEAT = 1.15;

    /** The second number of the addresses of a repeated load; see {@link LoadPartitioner} for 1 to 3. */
    private static final int REPEATED = 4;

    private LoadLength() {}

    /**
     * The same step with as many requests as the load needs to last {@link StepPlan.LoadSettings#atLeastSeconds}; never
     * fewer than planned, and as many as planned where that is not asked for.
     *
     * @param requestsPerSecond of all clients together
     */
    public static StepPlan sized(StepPlan step, double requestsPerSecond) {
        return sized(step, requestsPerSecond * MARGIN, load -> load);
    }

    /** The same for a second load, whose clients connect from addresses of their own: see {@link LoadPartitioner}. */
    public static StepPlan repeated(StepPlan step, double requestsPerSecond) {
        return sized(step, requestsPerSecond * MARGIN_OF_REPEAT, load -> from(load, REPEATED));
    }

    /**
     * The same step for a load before the measured one, from addresses of its own if the engine binds one.
     *
     * @param number 1, 2, … of that load
     */
    public static StepPlan rehearsal(StepPlan step, int number) {
        return withLoads(step, step.load().requests(), load -> from(load, REPEATED + number));
    }

    private static ClientLoad from(ClientLoad load, int network) {
        return load.hosts().isEmpty() ? load.from(source(load.source(), network)) : load;
    }

    /** Where a client connects from when its load is repeated; as before for an engine that binds no address. */
    public static String sourceOfRepeat(String measured) {
        return source(measured, REPEATED);
    }

    private static String source(String measured, int network) {
        return measured.replaceFirst("^127\\.1\\.", "127.%d.".formatted(network));
    }

    /** Requests per second that the sleep and the round trip to other hosts allow; the rate was seen without the latter. */
    private static double mostPerSecond(StepPlan step) {
        double sleep = step.load().sleepMillis() == null ? 0 : step.load().sleepMillis();
        double roundTrip = shortestRoundTripMillis(step.clients().stream()
                .flatMap(client -> client.measured().load().hosts().stream())
                .toList());
        return step.load().concurrency() / ((sleep + roundTrip) / 1_000);
    }

    /** 0 without other hosts. */
    static double shortestRoundTripMillis(List<ClientHost> hosts) {
        return hosts.stream()
                .map(ClientHost::readings)
                .filter(readings -> readings != null && readings.roundTripMillis() != null)
                .mapToDouble(ClientHost.Readings::roundTripMillis)
                .min()
                .orElse(0);
    }

    private static StepPlan sized(StepPlan step, double requestsPerSecond, UnaryOperator<ClientLoad> change) {
        var load = step.load();
        var requests = load.requests();
        if (load.atLeastSeconds() != null) {
            double wanted = Math.ceil(Math.min(requestsPerSecond, mostPerSecond(step)) * load.atLeastSeconds());
            requests = (long) Math.clamp(wanted, load.requests(), Integer.MAX_VALUE);
        }
        return withLoads(step, requests, change);
    }

    /** @param requests of all clients together; {@code null} for a load that ends by time */
    private static StepPlan withLoads(StepPlan step, Long requests, UnaryOperator<ClientLoad> change) {
        var load = step.load();
        var engine = LoadEngine.of(step);
        var pin = CpuPinning.of(step.servers().pin());
        int before = 0;
        var clients = new ArrayList<Client>();
        for (var client : step.clients()) {
            var measured = client.measured().load();
            var own = LoadPartitioner.share(requests, before, measured.connections(), load.concurrency());
            var changed = change.apply(measured.withRequests(own));
            before += measured.connections();
            var command = new CommandLine(pin.ofClient(engine.command(changed)));
            clients.add(new Client(client.shard(), client.warmUp(), client.cold(), new PlannedLoad(changed, command)));
        }
        return step.with(load.withRequests(requests), clients);
    }
}
