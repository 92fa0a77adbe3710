package threadwall.loadgen.sweep.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.sweep.plan.StoreConfig;
import threadwall.loadgen.sweep.plan.SweepConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.EngineConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepPlanner;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/**
 * The plan of {@code bench speed}: loads like those of a sweep, one setting after the other, each at every number of
 * connections. Each repeat starts and warms up all servers anew. Then it loads them in turn, once per round: A B C,
 * C B A, B C A, A C B, …
 *
 * <p>Servers take short turns because a machine has slow phases. One of half a minute cost every server a fifth of its
 * speed; with turns it affects all servers alike. Each repeat starts servers anew because the JIT compiler's result
 * differs from start to start. With one start for the whole run the range would not show that.
 *
 * <p>A server that does not support a setting's protocol version or route is left out of that setting; {@link #leftOut}
 * has the reasons.
 *
 * @param concurrency connections of every setting except {@link Setting#WRK}, which has {@code wrkConnections}
 * @param requests of {@link Setting#CLOSE}; {@link Setting#KEEPALIVE} makes {@value #KEEPALIVE_FACTOR} times as many
 * @param seconds of the settings that end by time
 * @param rounds loads of each server in each repeat
 * @param port of the first server; the others have the following ports
 * @param collector of every JVM
 */
public record SpeedPlan(
        List<String> servers,
        List<Setting> settings,
        List<Integer> concurrency,
        int wrkConnections,
        Requests requests,
        int seconds,
        int repeats,
        int rounds,
        Integer workers,
        int port,
        ServerCatalog.Collector collector) {

    /** With keep-alive a step leaves one socket per connection in TIME_WAIT, so it can make more requests. */
    private static final int KEEPALIVE_FACTOR = 5;

    /**
     * Warm-up requests per connection, with keep-alive because each closed connection takes a port and a place in
     * TIME_WAIT for a minute. After a sweep's warm-up of 40,000 requests, one per connection, JVMs still compile during
     * the first load. They also did after 10 requests on each of 19,000 connections, and a request cost a sixth more
     * than after 20.
     */
    private static final int WARM_UPS_PER_CONNECTION = 40;

    private static final int TIMEOUT_SECONDS = 30;

    /** A load. */
    public enum Setting {
        /** {@code ab}, one connection per request, on a route that sleeps. */
        CLOSE(LoadEngine.AB, false, "/json2?time=100"),
        /** {@code ab -k}: the same with keep-alive. */
        KEEPALIVE(LoadEngine.AB, true, "/json2?time=100"),
        /** The same with {@code wrk}, to compare the engines, and for servers that do not keep HTTP/1.0 connections. */
        KEEPALIVE_WRK(LoadEngine.WRK, true, "/json2?time=100"),
        /** {@code wrk} with keep-alive, on a route without a sleep. */
        WRK(LoadEngine.WRK, true, "/json");

        private final LoadEngine engine;
        private final boolean keepAlive;
        private final String route;

        Setting(LoadEngine engine, boolean keepAlive, String route) {
            this.engine = engine;
            this.keepAlive = keepAlive;
            this.route = route;
        }

        /** As {@code --settings} takes it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        public static Optional<Setting> named(String label) {
            return Stream.of(values())
                    .filter(setting -> setting.label().equals(label))
                    .findFirst();
        }

        public static String names() {
            return Stream.of(values()).map(Setting::label).collect(Collectors.joining(", "));
        }

        /** Why a server does not support this setting; empty when it does. */
        private Optional<String> misfit(ServerCatalog server) throws PreconditionException {
            var lacking = server.lacks(RequestRoute.of(route));
            return lacking.isPresent() ? lacking : server.misfit(engine, keepAlive);
        }
    }

    /**
     * One start of the servers, which then run at the same time.
     *
     * @param steps in the order of execution, where {@code repeat} is the number of the round in the whole run. Only
     *     the first step of each server has a warm-up, which runs before all loads.
     */
    public record Start(List<StepPlan> steps) {

        /** The steps with a warm-up, one of each server. */
        public List<StepPlan> warmUps() {
            return steps.stream().filter(step -> !step.onKeptServers()).toList();
        }
    }

    /**
     * @param folder the run's folder, as command lines are to contain it
     * @throws PreconditionException as {@link SweepPlanner#plan}; (usage) also when a server supports none of the
     *     settings; (environment) also when one process cannot hold the connections
     */
    public List<Start> starts(HostLimits host, String folder) throws PreconditionException {
        SweepPlanner.checkDistinct("--servers", servers);
        SweepPlanner.checkDistinct("--connections", concurrency);
        int highest = 65_536 - servers.size();
        if (port < 1 || port > highest) {
            throw PreconditionException.usage(
                    "--port must be from 1 to %d for %d servers on consecutive ports, not %d",
                    highest, servers.size(), port);
        }
        checkFits();
        for (var setting : settings) {
            checkRoom(setting, host);
        }
        var starts = new ArrayList<Start>();
        int number = 1;
        for (var setting : settings) {
            for (int connections : connections(setting)) {
                for (int repeat = 0; repeat < repeats; repeat++) {
                    var start = start(setting, connections, repeat, host, folder, number);
                    starts.add(start);
                    number += start.steps().size();
                }
            }
        }
        return List.copyOf(starts);
    }

    /** Which servers are left out of which settings and why, one sentence each. */
    public List<String> leftOut() throws PreconditionException {
        var reasons = new ArrayList<String>();
        for (var setting : settings) {
            for (var server : servers) {
                setting.misfit(ServerCatalog.named(server))
                        .ifPresent(why -> reasons.add("skipped for setting %s: %s".formatted(setting.label(), why)));
            }
        }
        return List.copyOf(reasons);
    }

    private void checkFits() throws PreconditionException {
        for (var server : servers) {
            var misfits = new ArrayList<String>();
            for (var setting : settings) {
                setting.misfit(ServerCatalog.named(server)).ifPresent(misfits::add);
            }
            if (misfits.size() == settings.size()) {
                throw PreconditionException.usage(
                        "%s; use other --settings, or leave it out of --servers", misfits.getFirst());
            }
        }
    }

    private List<Integer> connections(Setting setting) {
        return setting == Setting.WRK ? List.of(wrkConnections) : concurrency;
    }

    private void checkRoom(Setting setting, HostLimits host) throws PreconditionException {
        long room = host.connectionsOfOneClient();
        for (int connections : connections(setting)) {
            if (!setting.engine.canPartition() && connections > room) {
                var option = setting == Setting.WRK ? "--wrk-connections" : "--connections";
                throw PreconditionException.environment(
                        "asked for %,d connections from one process of %s; it has descriptors and ports for %,d:"
                                + " lower %s, or leave %s out of --settings",
                        connections, setting.engine.name(), room, option, setting.label());
            }
        }
    }

    private Start start(Setting setting, int connections, int repeat, HostLimits host, String folder, int first)
            throws PreconditionException {
        var supported = new ArrayList<String>();
        for (var server : servers) {
            if (setting.misfit(ServerCatalog.named(server)).isEmpty()) {
                supported.add(server);
            }
        }
        var steps = new ArrayList<StepPlan>();
        var started = new HashMap<String, StepPlan>();
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < supported.size(); turn++) {
                var server = supported.get(turn(round, turn, supported.size()));
                var planned = SweepPlanner.plan(
                                config(setting, connections, server), host, folder, first + steps.size())
                        .getFirst();
                if (planned.shards().size() > 1) {
                    throw PreconditionException.environment(
                            "asked for %,d connections to one process of each server; nofile is %,d (hard), too low:"
                                    + " raise it with ops/ulim.sh or ask for fewer",
                            planned.load().concurrency(), host.nofile());
                }
                var inRound = planned.inRepeat(repeat * rounds + round + 1);
                var earlier = started.get(server);
                var step = earlier == null ? inRound : inRound.onServersOf(earlier);
                steps.add(step);
                started.putIfAbsent(server, step);
            }
        }
        return new Start(List.copyOf(steps));
    }

    /** Rounds alternate in direction and rotate the first server, so that order effects average out. */
    private static int turn(int round, int turn, int servers) {
        int place = round % 2 == 0 ? turn : servers - 1 - turn;
        return (round / 2 + place) % servers;
    }

    private SweepConfig config(Setting setting, int connections, String server) throws PreconditionException {
        var load = new SweepConfig.LoadConfig(
                setting.route,
                List.of(connections),
                setting == Setting.KEEPALIVE ? at -> KEEPALIVE_FACTOR * requests.at(at) : requests,
                engineConfig(setting, ServerCatalog.named(server)),
                setting.keepAlive,
                false,
                TIMEOUT_SECONDS);
        var servers = new SweepConfig.ServerConfig(
                List.of(new SweepConfig.Workers(workers)),
                List.of(SweepConfig.Spinning.DEFAULT),
                port + this.servers.indexOf(server),
                collector,
                null,
                null,
                0);
        return new SweepConfig(List.of(server), List.of(), load, servers, 1, CpuPinning.NONE, StoreConfig.DEFAULT);
    }

    /** A server that does not keep HTTP/1.0 connections is warmed up by rounds like its load. */
    private EngineConfig engineConfig(Setting setting, ServerCatalog server) {
        return setting.engine.byTime()
                ? new EngineConfig(setting.engine, seconds, List.of(), null, null, null)
                : new EngineConfig(
                        setting.engine,
                        null,
                        List.of(),
                        null,
                        null,
                        server.keepsHttp10() ? WARM_UPS_PER_CONNECTION : null);
    }
}
