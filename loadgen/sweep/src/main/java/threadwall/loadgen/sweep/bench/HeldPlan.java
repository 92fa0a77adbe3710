package threadwall.loadgen.sweep.bench;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.plan.SourceAddresses;
import threadwall.loadgen.sweep.plan.StoreConfig;
import threadwall.loadgen.sweep.plan.SweepConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.EngineConfig;
import threadwall.loadgen.sweep.plan.SweepPlanner;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.ServerCatalog.Collector;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/**
 * The plan of {@code bench idle}, or of {@code bench threads}, for one server and collector.
 *
 * @param collector {@code null} for a server that is not a JVM
 * @param connections of all clients together
 * @param step how the server's processes are started and warmed up; its measured load serves as further load
 * @param clients processes that hold the connections
 */
public record HeldPlan(
        ServerCatalog server, Collector collector, int connections, StepPlan step, List<Client> clients) {

    /**
     * A process that holds connections to one process of the server.
     *
     * @param sources its addresses, where no server listens: enough that its connections find free ports quickly
     */
    public record Client(String host, int port, int connections, List<String> sources) {

        /** The command that starts it, with this class path. */
        public List<String> command(String classPath) {
            var line = new ArrayList<>(List.of(
                    "java",
                    "-XX:+UseSerialGC",
                    "-Xmx%dm".formatted(HEAP_MEGABYTES + connections / CONNECTIONS_PER_MEGABYTE),
                    "-cp",
                    classPath,
                    ConnectionHolder.class.getName(),
                    host,
                    String.valueOf(port)));
            line.addAll(sources);
            return List.copyOf(line);
        }
    }

    /** Tomcat's default of worker threads: idle connections do not need one each. */
    private static final Integer TOMCAT_DEFAULT_WORKERS = 200;

    /** To each process. */
    private static final int WARM_UP_CONNECTIONS = 500;

    /** The warm-up has one connection for so many of the threads that are to be measured. */
    private static final int WARM_UP_SHARE = 10;

    private static final int WARM_UP_REQUESTS = 100_000;
    private static final int TIMEOUT_SECONDS = 30;

    /** Descriptors that a client needs besides its connections. */
    private static final int CLIENT_RESERVE = 100;

    /** Heap of a client without connections, in MB. */
    private static final int HEAP_MEGABYTES = 64;

    /** A connection takes about a kilobyte of the client's heap. */
    private static final int CONNECTIONS_PER_MEGABYTE = 500;

    /**
     * Plans each number of connections with every server and every collector; a server that is not a JVM once.
     *
     * @param folder the run's folder, as command lines are to contain it
     * @throws PreconditionException (usage) for an unknown server; (environment) when the machine cannot hold the
     *     connections
     */
    public static List<HeldPlan> of(
            List<String> servers,
            List<Collector> collectors,
            List<Integer> connections,
            int port,
            HostLimits host,
            String folder)
            throws PreconditionException {
        if (connections.size() > connections.stream().distinct().count()) {
            throw PreconditionException.usage("--connections has a number twice; leave one of them out");
        }
        var plans = new ArrayList<HeldPlan>();
        for (int count : connections) {
            requireRoom(count, SweepPlanner.MAX_SHARDS * host.nofile(), host);
            for (var name : servers) {
                var server = ServerCatalog.named(name);
                for (var collector : server.jvm() ? collectors : collectors.subList(0, 1)) {
                    int number = plans.size() + 1;
                    var workers = server.threadPerRequest() ? TOMCAT_DEFAULT_WORKERS : null;
                    var step = step(server, collector, count, workers, WARM_UP_CONNECTIONS, port, host, folder, number);
                    plans.add(new HeldPlan(
                            server, server.jvm() ? collector : null, count, step, clients(step, count, host, number)));
                }
            }
        }
        return List.copyOf(plans);
    }

    /**
     * Plans one process of {@code spring-blocking} that can have a thread for each of so many requests.
     *
     * @param number of the plan in its run, from 1
     * @throws PreconditionException (environment) when one process cannot hold the connections
     */
    public static HeldPlan ofThreads(int threads, int port, HostLimits host, String folder, int number)
            throws PreconditionException {
        requireRoom(threads, host.nofile(), host);
        var server = ServerCatalog.SPRING_BLOCKING;
        int warmUp = Math.clamp(threads / WARM_UP_SHARE, 1, WARM_UP_CONNECTIONS);
        var step = step(server, Collector.SERIAL, threads, threads, warmUp, port, host, folder, number);
        if (step.shards().size() > 1) {
            throw PreconditionException.environment(
                    "asked for %,d threads in one process of %s, with a connection each; nofile is %,d (hard): raise it"
                            + " (./threadwall doctor --connections %d shows how) or ask for fewer",
                    threads, server.label(), host.nofile(), threads);
        }
        return new HeldPlan(server, Collector.SERIAL, threads, step, clients(step, threads, host, number));
    }

    /** @param descriptors what the server's processes may have: if that is less, the planner names it */
    private static void requireRoom(int connections, long descriptors, HostLimits host) throws PreconditionException {
        var wall = host.connectionWallBefore(connections)
                .filter(lowest -> lowest.allows().orElseThrow() <= descriptors);
        if (wall.isPresent()) {
            throw PreconditionException.environment(
                    "asked for %,d connections; %s allows %,d here, both ends on this machine: %s; ask for fewer, or"
                            + " raise it where it can be raised (./threadwall doctor --connections %d shows how)",
                    connections,
                    wall.get().name(),
                    wall.get().allows().orElseThrow(),
                    wall.get().formula(),
                    connections);
        }
    }

    /** @param number of the step, a part of the addresses: no plan uses those of the one before */
    private static List<Client> clients(StepPlan step, int connections, HostLimits host, int number)
            throws PreconditionException {
        var clients = new ArrayList<Client>();
        long most = host.nofile() - CLIENT_RESERVE;
        int address = 1;
        for (int i = 0; i < step.shards().size(); i++) {
            int ofShard = SourceAddresses.share(connections, step.shards().size(), i);
            int processes = (int) Math.ceilDiv(ofShard, most);
            var url = URI.create(step.shards().get(i).url());
            for (int k = 0; k < processes; k++) {
                int own = SourceAddresses.share(ofShard, processes, k);
                var sources = new ArrayList<String>();
                for (int left = own; left > 0; left -= host.portsPerSource()) {
                    SourceAddresses.require(address, connections, host);
                    sources.add("127.3.%d.%d".formatted(number % 256, address++));
                }
                clients.add(new Client(url.getHost(), url.getPort(), own, List.copyOf(sources)));
            }
        }
        return List.copyOf(clients);
    }

    /** Of {@code bench idle}, as a progress line names it. */
    public String idleTitle() {
        return "%s%s, %,d idle connections"
                .formatted(server.label(), collector == null ? "" : " under " + collector.label(), connections);
    }

    /** Addresses of all clients. */
    List<String> sources() {
        return clients.stream().flatMap(client -> client.sources().stream()).toList();
    }

    /**
     * Each process gets as much load to warm it up as a single one; a larger load may need one process more.
     *
     * @param warmUp connections to each process
     */
    private static StepPlan step(
            ServerCatalog server,
            Collector collector,
            int connections,
            Integer workers,
            int warmUp,
            int port,
            HostLimits host,
            String folder,
            int number)
            throws PreconditionException {
        for (int processes = 1; ; ) {
            var config = config(server, collector, connections, workers, warmUp, port, processes);
            var plan = SweepPlanner.plan(config, host, folder, number).getFirst();
            if (plan.shards().size() <= processes) {
                return plan;
            }
            processes = plan.shards().size();
        }
    }

    private static SweepConfig config(
            ServerCatalog server,
            Collector collector,
            int connections,
            Integer workers,
            int warmUp,
            int port,
            int processes)
            throws PreconditionException {
        var load = new SweepConfig.LoadConfig(
                "/json",
                List.of(Math.min(connections, processes * warmUp)),
                new SweepConfig.Requests.Fixed(processes * WARM_UP_REQUESTS),
                engineConfig(server),
                true,
                false,
                TIMEOUT_SECONDS);
        var started = new SweepConfig.ServerConfig(
                List.of(new SweepConfig.Workers(workers)),
                List.of(SweepConfig.Spinning.DEFAULT),
                port,
                collector,
                null,
                null,
                connections);
        return new SweepConfig(
                List.of(server.label()), List.of(), load, started, 1, CpuPinning.NONE, StoreConfig.DEFAULT);
    }

    /** {@code ab} for all servers alike, except for those that do not keep HTTP/1.0 connections: {@code wrk}. */
    private static EngineConfig engineConfig(ServerCatalog server) {
        return server.misfit(LoadEngine.AB, true).isEmpty()
                ? EngineConfig.AB
                : new EngineConfig(LoadEngine.WRK, EngineConfig.SECONDS, List.of(), null, null, null);
    }
}
