package threadwall.loadgen.sweep.plan;

import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.database.DataSizePlan;
import threadwall.process.PreconditionException;
import threadwall.record.ClientLoad;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan.Client;
import threadwall.record.StepPlan.PlannedLoad;
import threadwall.record.StepPlan.Shard;

/**
 * Deals the load of a step over client processes: as many as descriptors and ports demand, each from an address of its own
 * where the engine can bind one.
 *
 * <p>{@code ab} number k of step s binds 127.1.s.k, 127.2.s.k to warm up, and 127.3.s.k for the load on cold data: all
 * connections of a bound source share its ports, those in TIME_WAIT too, so that no load may inherit the ports of the one
 * before.
 */
final class LoadPartitioner {

    private static final int MEASURED = 1;
    private static final int WARM_UP = 2;
    private static final int COLD = 3;

    /** What the kernel connects from to any address of 127.0.0.0/8: the preferred source of its local route. */
    private static final String LOOPBACK = "127.0.0.1";

    private final SweepConfig config;
    private final HostLimits host;
    private final LoadSizing load;
    private final int concurrency;
    private final int step;
    private final String stepFolder;
    private final LoadEngine engine;
    private final List<Client> clients = new ArrayList<>();

    /**
     * @param step its number, which names addresses
     * @param stepFolder as it is to stand in command lines
     */
    LoadPartitioner(
            SweepConfig config, HostLimits host, LoadSizing load, int concurrency, int step, String stepFolder) {
        this.config = config;
        this.host = host;
        this.load = load;
        this.concurrency = concurrency;
        this.step = step;
        this.stepFolder = stepFolder;
        this.engine = config.load().drive().engine();
    }

    /** @throws PreconditionException (environment) when this machine has not the descriptors or ports for it */
    List<Client> over(List<Shard> shards) throws PreconditionException {
        for (int shard = 0; shard < shards.size(); shard++) {
            int mine = share(concurrency, shards.size(), shard);
            int count = Math.ceilDiv(mine, room());
            for (int i = 0; i < count; i++) {
                add(shard, shards.get(shard).url(), share(mine, count, i));
            }
        }
        if (clients.size() > 1 && !engine.several()) {
            throw PreconditionException.environment(
                    "asked for %,d connections by one %s, which cannot be dealt over several; nofile is %,d (hard) and the"
                            + " port range gives %,d connections to a server: ask for fewer, or take --engine ab",
                    concurrency, engine.name(), host.nofile(), host.portsPerSource());
        }
        return List.copyOf(clients);
    }

    private int room() throws PreconditionException {
        long room = host.connectionsOfOneClient();
        if (room < 1) {
            throw PreconditionException.environment(
                    "nofile is %,d (hard) and the port range gives %,d connections to one source address: too few for %s",
                    host.nofile(), host.portsPerSource(), engine.name());
        }
        return (int) room;
    }

    private void add(int shard, String server, int connections) throws PreconditionException {
        int number = clients.size() + 1;
        int before = clients.stream()
                .mapToInt(client -> client.measured().load().connections())
                .sum();
        // of a table that does not fit into memory the disk would be warmed up, for as long as it takes, and not the
        // server
        var warmUp = new ClientLoad(
                server + (config.store().sizes() == null ? load.route().text() : DataSizePlan.WARM_UP_ROUTE),
                connections,
                share(load.warmUpRequests(), before, connections),
                load.warmUpSeconds(),
                threads(connections),
                source(WARM_UP, number),
                load.warmUpKept(),
                load.route().constantLength(),
                load.timeoutSeconds(),
                null);
        var measured = new ClientLoad(
                server + load.route().text(),
                connections,
                share(load.requests(), before, connections),
                load.seconds(),
                threads(connections),
                source(MEASURED, number),
                config.load().keepAlive(),
                load.route().constantLength(),
                load.timeoutSeconds(),
                "%s/%s-%d.tsv".formatted(stepFolder, engine.name(), number));
        var cold = config.store().sizes() == null ? null : planned(measured.from(source(COLD, number)));
        clients.add(new Client(shard, planned(warmUp), cold, planned(measured)));
    }

    private PlannedLoad planned(ClientLoad asked) {
        return new PlannedLoad(asked, new CommandLine(config.pin().ofClient(engine.command(asked))));
    }

    /**
     * By default one for each processor of its own, or half of all, or fewer where all connections could not be opened
     * otherwise; a thread has a connection at least.
     */
    private Integer threads(int connections) throws PreconditionException {
        var asked = config.load().drive().threads();
        if (!engine.threaded()) {
            return null;
        }
        if (asked == null) {
            var own = config.pin().client();
            int threads = Math.clamp(
                    own == null ? host.processors() / 2 : own.numbers().size(), 1, connections);
            while (engine.leavesRemainder() && connections % threads != 0) {
                threads--;
            }
            return threads;
        }
        if (asked > connections) {
            throw PreconditionException.usage(
                    "--client-threads %d is more than %,d connections, and a thread of %s has one at least: ask for fewer",
                    asked, connections, engine.name());
        }
        if (engine.leavesRemainder() && connections % asked != 0) {
            throw PreconditionException.usage(
                    "--client-threads %d: each thread of %s has as many connections as the others, and %,d is no multiple of"
                            + " %d: %,d would be opened; take another number of either",
                    asked, engine.name(), connections, asked, connections - connections % asked);
        }
        return asked;
    }

    private String source(int phase, int client) throws PreconditionException {
        if (!engine.several()) {
            return LOOPBACK;
        }
        if (client > 254) {
            throw PreconditionException.environment(
                    "more than 254 ab processes for one step: raise nofile (ops/ulim.sh)");
        }
        return "127.%d.%d.%d".formatted(phase, (step - 1) % 256, client);
    }

    /** Part {@code index} of {@code total} dealt evenly over {@code parts}. */
    private static int share(int total, int parts, int index) {
        return total / parts + (index < total % parts ? 1 : 0);
    }

    /**
     * What connections {@code from} to {@code from + connections} of all get of {@code total}: as even as whole numbers can
     * be, all of it together, and no less than one a connection where there is one for each; {@code null} of {@code null}.
     */
    private Long share(Long total, int from, int connections) {
        return total == null
                ? null
                : Long.valueOf(total * (from + connections) / concurrency - total * from / concurrency);
    }
}
