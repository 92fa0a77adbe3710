package threadwall.loadgen.sweep.plan;

import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.plan.SweepConfig.RemoteClients;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.database.DataSizePlan;
import threadwall.process.PreconditionException;
import threadwall.record.ClientLoad;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan.Client;
import threadwall.record.StepPlan.PlannedLoad;
import threadwall.record.StepPlan.Shard;

/**
 * Partitions the load of a step over client processes. Descriptors and ports determine their number. Each connects from
 * its own address if the engine can bind one.
 *
 * <p>{@code ab} number k of step s binds 127.1.(s−1).k, 127.3.(s−1).k for the load on cold data, 127.4.(s−1).k when the
 * load is repeated, and 127.5.(s−1).k to 127.10.(s−1).k in the unmeasured loads of {@code bench speed}. All connections
 * from one source address share its ports, including those in TIME_WAIT, and at the end of a load {@code ab} closes some
 * connections itself, whose ports it cannot have again for a minute. So no load may reuse the source address of the load
 * before. A warm-up with one request a connection leaves few such ports: if connections need no more than
 * {@value #SHARE_OF_PORTS} of the ports it binds the address of the load, whose connections then take the place of its
 * sockets in TIME_WAIT. Any other warm-up binds 127.2.(s−1).k.
 *
 * @param step number of the step, a part of source addresses
 * @param stepFolder as command lines are to contain it
 */
record LoadPartitioner(
        SweepConfig config, HostLimits host, LoadSizing load, int concurrency, int step, String stepFolder) {

    private static final int MEASURED = 1;
    private static final int WARM_UP = 2;
    private static final int COLD = 3;

    /** In milliseconds. */
    private static final int LONGEST_WARM_UP_SLEEP = 30_000;

    /**
     * With 10,000 connections, 0.79 of the ports, the first rounds on a cold spring-virtual left so many of the client's own
     * ports in TIME_WAIT that the load had too few: ab spent its time searching for them.
     */
    private static final double SHARE_OF_PORTS = 0.6;

    /** The source that the kernel chooses for any address of 127.0.0.0/8: the preferred source of its local route. */
    private static final String LOOPBACK = "127.0.0.1";

    /** @throws PreconditionException (environment) when this machine lacks the descriptors or ports for it */
    List<Client> partition(List<Shard> shards) throws PreconditionException {
        if (remote() != null) {
            return List.of(client(1, 0, shards.getFirst().url(), 0, concurrency));
        }
        var clients = new ArrayList<Client>();
        int before = 0;
        int address = 1;
        for (int shard = 0; shard < shards.size(); shard++) {
            int connections = SourceAddresses.share(concurrency, shards.size(), shard);
            int count = clients(connections);
            for (int i = 0; i < count; i++) {
                int own = SourceAddresses.share(connections, count, i);
                if (engine().canPartition()) {
                    SourceAddresses.require(address + addresses(own) - 1, concurrency, host);
                }
                clients.add(client(address, shard, shards.get(shard).url(), before, own));
                before += own;
                address += addresses(own);
            }
        }
        if (clients.size() > 1 && !engine().canPartition()) {
            throw PreconditionException.environment(
                    "asked for %,d connections from one process of %s; nofile is %,d (hard) and the port range gives %,d"
                            + " connections to a server: ask for fewer, or use --engine ab, which can run several"
                            + " processes",
                    concurrency, engine().name(), host.nofile(), host.portsPerSource());
        }
        return List.copyOf(clients);
    }

    private LoadEngine engine() {
        return config.load().engineConfig().engine();
    }

    /** {@code null} for a load from this machine. */
    private RemoteClients remote() {
        return config.load().engineConfig().remote();
    }

    private int clients(int connections) throws PreconditionException {
        if (host.connectionsOfOneClient() < 1) {
            throw PreconditionException.environment(
                    "nofile is %,d (hard) and the port range gives %,d connections per source address: too few for %s; raise"
                            + " them (./threadwall doctor --connections 1k)",
                    host.nofile(), host.portsPerSource(), engine().name());
        }
        return bindsSeveral() ? host.clientsByDescriptors(connections) : host.clients(connections);
    }

    /** Of a client with so many kept connections. A connection for each request needs many more ports anyway. */
    private int addresses(int connections) {
        return bindsSeveral() ? Math.ceilDiv(connections, host.portsPerSource()) : 1;
    }

    private boolean bindsSeveral() {
        return engine().bindsSeveral() && config.load().keepAlive();
    }

    /**
     * @param number of its first address
     * @param before connections of the clients before this one
     */
    private Client client(int number, int shard, String server, int before, int connections)
            throws PreconditionException {
        int warmUpConnections =
                remote() == null ? connections : (int) Math.min(connections, host.connectionsOfOneClient());
        var warmUp = new ClientLoad(
                server + warmUpRoute(),
                warmUpConnections,
                share(load.warmUpRequests(), before, connections),
                load.warmUpSeconds(),
                rate(before, connections),
                threads(connections),
                source(warmUpSharesPorts(connections) ? MEASURED : WARM_UP, number),
                load.warmUpKeepAlive(),
                constantLength(),
                load.timeoutSeconds(),
                engine().warmUp().logsEveryLoad() ? log("warm-up", number) : null);
        var measured = new ClientLoad(
                server + load.route().text(),
                connections,
                share(load.requests(), before, connections),
                load.seconds(),
                rate(before, connections),
                threads(connections),
                source(MEASURED, number),
                config.load().keepAlive(),
                constantLength(),
                load.timeoutSeconds(),
                log(engine().name(), number));
        var cold = config.store().sizes() == null ? null : planned(engine(), measured.from(source(COLD, number)));
        return new Client(
                shard,
                planned(engine().warmUp(), warmUp),
                cold,
                planned(engine(), remote() == null ? measured : measured.by(remote().hostsFor(concurrency))));
    }

    /** Several routes have answers of several lengths. */
    private boolean constantLength() {
        var request = config.load().request();
        return load.route().constantLength() && (request == null || request.routes() == null);
    }

    /**
     * The route of the load. But a table larger than memory would keep the disk busy instead of warming up the server, and
     * during a sleep of minutes the server does nothing.
     */
    private String warmUpRoute() {
        if (config.store().sizes() != null) {
            return DataSizePlan.WARM_UP_ROUTE;
        }
        var route = load.route();
        var sleep = route.sleepMillis();
        return sleep == null || sleep <= LONGEST_WARM_UP_SLEEP
                ? route.text()
                : route.sleeping(LONGEST_WARM_UP_SLEEP).text();
    }

    private String log(String name, int client) {
        return "%s/%s-%d.%s".formatted(stepFolder, name, client, engine().logSuffix());
    }

    /** A client's share of the rate; at least 1, since a rate of 0 has another meaning. */
    private Integer rate(int before, int connections) {
        var all = load.rate();
        return all == null
                ? null
                : Integer.valueOf((int) Math.max(1, share(all.longValue(), before, connections, concurrency)));
    }

    private PlannedLoad planned(LoadEngine by, ClientLoad client) {
        var load = client.over(addresses(client.connections()))
                .sending(config.load().request());
        return new PlannedLoad(load, new CommandLine(config.pin().ofClient(by.command(load))));
    }

    /**
     * Threads of a client; {@code null} for a single-threaded engine. The default is one per CPU that it is pinned to,
     * or half of all CPUs. It is reduced if the engine would drop connections, and to one connection per thread.
     */
    private Integer threads(int connections) throws PreconditionException {
        var configured = config.load().engineConfig().threads();
        if (!engine().multithreaded()) {
            return null;
        }
        if (configured == null) {
            var own = config.pin().client();
            int threads = Math.clamp(
                    own == null ? host.processors() / 2 : own.numbers().size(), 1, connections);
            while (engine().dropsRemainder() && connections % threads != 0) {
                threads--;
            }
            return threads;
        }
        if (configured > connections) {
            throw PreconditionException.usage(
                    "--client-threads %d is more than the %,d connections, and each thread of %s needs one: lower it",
                    configured, connections, engine().name());
        }
        if (engine().dropsRemainder() && connections % configured != 0) {
            throw PreconditionException.usage(
                    "--client-threads %d: all threads of %s get the same number of connections, and %,d is not a multiple of"
                            + " %d, so %,d would be opened; change --client-threads or --connections",
                    configured, engine().name(), connections, configured, connections - connections % configured);
        }
        return configured;
    }

    /** Whether there are ports for the load beside those that the warm-up's clients keep, see above. */
    private boolean warmUpSharesPorts(int connections) {
        return !load.warmUpKeepAlive()
                && Long.valueOf(concurrency).equals(load.warmUpRequests())
                && connections <= SHARE_OF_PORTS * host.portsPerSource();
    }

    /** @param address its number */
    private String source(int phase, int address) {
        return engine().canPartition() || remote() != null
                ? "127.%d.%d.%d".formatted(phase, (step - 1) % 256, address)
                : LOOPBACK;
    }

    private Long share(Long total, int from, int connections) {
        return share(total, from, connections, concurrency);
    }

    /**
     * The share of {@code total} for connections {@code from} to {@code from + connections} of {@code all}; {@code null}
     * for {@code null}. Shares are as even as integers can be and add up to {@code total}. If {@code total} has one for
     * each connection, so has each share.
     */
    static Long share(Long total, int from, int connections, int all) {
        return total == null ? null : Long.valueOf(total * (from + connections) / all - total * from / all);
    }
}
