package threadwall.loadgen.sweep.bench;

import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.engine.LoadEngine;
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
 * The plan of {@code bench idle} for one server and collector.
 *
 * @param collector {@code null} for a server that is not a JVM
 * @param step how the server is started and warmed up; its measured load serves as further load
 * @param sources source addresses of the held connections; no server listens there
 */
public record IdlePlan(
        ServerCatalog server, Collector collector, int connections, StepPlan step, List<String> sources) {

    /** Tomcat's default of worker threads: idle connections do not need one each. */
    private static final int TOMCAT_DEFAULT_WORKERS = 200;

    private static final int WARM_UP_CONNECTIONS = 500;
    private static final int WARM_UP_REQUESTS = 100_000;
    private static final int TIMEOUT_SECONDS = 30;

    /** Descriptors that client and server need besides the connections. */
    private static final int RESERVE = 300;

    /**
     * Plans every server with every collector; a server that is not a JVM once.
     *
     * @param folder the run's folder, as command lines are to contain it
     * @throws PreconditionException (usage) for an unknown server; (environment) when a process cannot hold the
     *     connections
     */
    public static List<IdlePlan> of(
            List<String> servers, List<Collector> collectors, int connections, int port, HostLimits host, String folder)
            throws PreconditionException {
        if (connections > host.nofile() - RESERVE) {
            throw PreconditionException.environment(
                    "asked for %,d connections to one process; its hard nofile limit is %,d, and the process needs %d"
                            + " descriptors itself. Raise nofile with ops/ulim.sh, or ask for fewer connections",
                    connections, host.nofile(), RESERVE);
        }
        var plans = new ArrayList<IdlePlan>();
        for (var name : servers) {
            var server = ServerCatalog.named(name);
            for (var collector : server.jvm() ? collectors : collectors.subList(0, 1)) {
                int number = plans.size() + 1;
                var step = step(server, collector, connections, port, host, folder, number);
                var sources = new ArrayList<String>();
                for (int i = 1; i <= Math.ceilDiv(connections, host.portsPerSource()); i++) {
                    sources.add("127.3.%d.%d".formatted(number % 256, i));
                }
                plans.add(new IdlePlan(server, server.jvm() ? collector : null, connections, step, sources));
            }
        }
        return List.copyOf(plans);
    }

    private static StepPlan step(
            ServerCatalog server,
            Collector collector,
            int connections,
            int port,
            HostLimits host,
            String folder,
            int number)
            throws PreconditionException {
        var load = new SweepConfig.LoadConfig(
                "/json",
                List.of(Math.min(connections, WARM_UP_CONNECTIONS)),
                new SweepConfig.Requests.Fixed(WARM_UP_REQUESTS),
                engineConfig(server),
                true,
                false,
                TIMEOUT_SECONDS);
        var started = new SweepConfig.ServerConfig(
                List.of(new SweepConfig.Workers(server.threadPerRequest() ? TOMCAT_DEFAULT_WORKERS : null)),
                List.of(SweepConfig.Spinning.DEFAULT),
                port,
                collector,
                null,
                null);
        var config = new SweepConfig(
                List.of(server.label()), List.of(), load, started, 1, CpuPinning.NONE, StoreConfig.DEFAULT);
        return SweepPlanner.plan(config, host, folder, number).getFirst();
    }

    /** {@code ab} for all servers alike, except for those that do not keep HTTP/1.0 connections: {@code wrk}. */
    private static EngineConfig engineConfig(ServerCatalog server) {
        return server.misfit(LoadEngine.AB, true).isEmpty()
                ? EngineConfig.AB
                : new EngineConfig(LoadEngine.WRK, EngineConfig.SECONDS, List.of(), null, null, null);
    }
}
