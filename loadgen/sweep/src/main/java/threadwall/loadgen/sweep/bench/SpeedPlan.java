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
import threadwall.loadgen.sweep.plan.SweepConfig.Drive;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepPlanner;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/**
 * The steps of {@code bench speed}: the sweep's own loads, one setting after the other, each at every number of
 * connections. In each repeat all servers are started anew and warmed up, and then loaded in turn (A B C, C B A, B C A,
 * A C B, …), as often as there are rounds.
 *
 * <p>In turn and briefly, since a machine has slow phases: one of half a minute took a fifth of every server's speed, and
 * then it is to meet them all. Anew, since a server that is kept for all would carry one outcome of its compiler through
 * the whole run, whose range would say nothing of how another start comes out.
 *
 * <p>A server that cannot be put under a setting, since its engine speaks what the server does not or asks for a route that
 * it has not, is left out of that setting; {@link #leftOut} says why.
 *
 * @param concurrency connections of every setting but {@link Setting#WRK}, which has {@code wrkConnections}
 * @param requests of {@link Setting#CLOSE}; {@link Setting#KEEPALIVE} makes {@value #LONGER} times as many
 * @param seconds of the settings that go by time
 * @param rounds loads of each server in each repeat
 * @param port of the first server; the others have the ports behind it
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

    /** A kept connection leaves one socket in TIME_WAIT for all of its requests, so such a step can be longer. */
    private static final int LONGER = 5;

    /**
     * Requests a connection before those that are measured, on kept connections: what is closed takes a port and a place in
     * TIME_WAIT for a minute, and the 40,000 requests of a sweep's warm-up, a connection each, leave JVMs compiling through the
     * first load. With 10 on each of 19,000 they still were, and a request cost a sixth more than after 20 others.
     */
    private static final int WARM_UPS = 40;

    private static final int TIMEOUT_SECONDS = 30;

    /** A load. */
    public enum Setting {
        /** {@code ab}, a connection for each request, answered after a sleep. */
        CLOSE(LoadEngine.AB, false, "/json2?time=100"),
        /** {@code ab -k}, the same on kept connections. */
        KEEPALIVE(LoadEngine.AB, true, "/json2?time=100"),
        /** The same by {@code wrk}: whether both engines find the same, and for servers that keep no HTTP/1.0 connection. */
        KEEPALIVE_WRK(LoadEngine.WRK, true, "/json2?time=100"),
        /** {@code wrk} on kept connections, without a sleep. */
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

        /** Why a server cannot be put under it; empty when it can. */
        private Optional<String> misfit(ServerCatalog server) throws PreconditionException {
            var lacking = server.lacks(RequestRoute.of(route));
            return lacking.isPresent() ? lacking : server.misfit(engine, keepAlive);
        }
    }

    /**
     * Servers that are up together.
     *
     * @param steps in the order in which they are run, {@code repeat} the number of the round in the whole run. The first
     *     of each server has its warm-up, which goes before all loads; the others have none.
     */
    public record Start(List<StepPlan> steps) {

        /** Those with a warm-up, one of each server. */
        public List<StepPlan> warmUps() {
            return steps.stream().filter(step -> !step.onKeptServers()).toList();
        }
    }

    /**
     * @param folder the run's folder, as it is to stand in command lines
     * @throws PreconditionException as {@link SweepPlanner#plan}; (usage) also when a server can be put under none of the settings;
     *     (environment) also when one process cannot hold the connections
     */
    public List<Start> starts(HostLimits host, String folder) throws PreconditionException {
        SweepPlanner.checkDistinct("--servers", servers);
        SweepPlanner.checkDistinct("--concurrency", concurrency);
        int highest = 65_536 - servers.size();
        if (port < 1 || port > highest) {
            throw PreconditionException.usage(
                    "--port must be from 1 to %d for %d servers, a port each, not %d", highest, servers.size(), port);
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

    /** Who is left out of which settings and why, a sentence each. */
    public List<String> leftOut() throws PreconditionException {
        var reasons = new ArrayList<String>();
        for (var setting : settings) {
            for (var server : servers) {
                setting.misfit(ServerCatalog.named(server))
                        .ifPresent(why -> reasons.add("left out of %s: %s".formatted(setting.label(), why)));
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
                        "%s: take other --settings, or leave it out of --servers", misfits.getFirst());
            }
        }
    }

    private List<Integer> connections(Setting setting) {
        return setting == Setting.WRK ? List.of(wrkConnections) : concurrency;
    }

    private void checkRoom(Setting setting, HostLimits host) throws PreconditionException {
        long room = host.connectionsOfOneClient();
        for (int connections : connections(setting)) {
            if (!setting.engine.several() && connections > room) {
                var option = setting == Setting.WRK ? "--wrk-connections" : "--concurrency";
                throw PreconditionException.environment(
                        "asked for %,d connections by one %s, which cannot be dealt over several; it has descriptors and ports"
                                + " for %,d: ask for fewer by %s, or leave %s out of --settings",
                        connections, setting.engine.name(), room, option, setting.label());
            }
        }
    }

    private Start start(Setting setting, int connections, int repeat, HostLimits host, String folder, int first)
            throws PreconditionException {
        var fitting = new ArrayList<String>();
        for (var server : servers) {
            if (setting.misfit(ServerCatalog.named(server)).isEmpty()) {
                fitting.add(server);
            }
        }
        var steps = new ArrayList<StepPlan>();
        var started = new HashMap<String, StepPlan>();
        for (int round = 0; round < rounds; round++) {
            for (int turn = 0; turn < fitting.size(); turn++) {
                var server = fitting.get(turn(round, turn, fitting.size()));
                var planned = SweepPlanner.plan(
                                config(setting, connections, server), host, folder, first + steps.size())
                        .getFirst();
                if (planned.shards().size() > 1) {
                    throw PreconditionException.environment(
                            "asked for %,d connections to one process of each server; nofile %,d (hard) is too low for"
                                    + " that: raise it with ops/ulim.sh or ask for fewer",
                            planned.concurrency(), host.nofile());
                }
                var step = numbered(planned, repeat * rounds + round + 1);
                steps.add(started.containsKey(server) ? again(step, started.get(server)) : step);
                started.putIfAbsent(server, step);
            }
        }
        return new Start(List.copyOf(steps));
    }

    /** There and back from another one each time: who comes behind whom, and who first, is not always the same. */
    private static int turn(int round, int turn, int servers) {
        int place = round % 2 == 0 ? turn : servers - 1 - turn;
        return (round / 2 + place) % servers;
    }

    private SweepConfig config(Setting setting, int connections, String server) throws PreconditionException {
        var load = new SweepConfig.LoadConfig(
                setting.route,
                List.of(connections),
                setting == Setting.KEEPALIVE ? at -> LONGER * requests.at(at) : requests,
                drive(setting, ServerCatalog.named(server)),
                setting.keepAlive,
                false,
                TIMEOUT_SECONDS);
        var servers = new SweepConfig.ServerConfig(
                List.of(new SweepConfig.Workers(workers)),
                List.of(SweepConfig.Spinning.DEFAULT),
                port + this.servers.indexOf(server),
                collector,
                null);
        return new SweepConfig(List.of(server), List.of(), load, servers, 1, CpuPinning.NONE, StoreConfig.USUAL);
    }

    /** A server that keeps no connection of {@code ab} is warmed up by rounds like its load. */
    private Drive drive(Setting setting, ServerCatalog server) {
        return setting.engine.byTime()
                ? new Drive(setting.engine, seconds, null, null)
                : new Drive(setting.engine, null, null, server.keepsHttp10() ? WARM_UPS : null);
    }

    private static StepPlan numbered(StepPlan step, int repeat) {
        return with(step, repeat, step.warmUpRounds(), step.warmUpRequests(), step.shards(), step.clients());
    }

    /** @param first the step that started the server, by the command that stands there */
    private static StepPlan again(StepPlan step, StepPlan first) {
        var clients = step.clients().stream().map(SpeedPlan::withoutWarmUp).toList();
        return with(step, step.repeat(), 0, null, first.shards(), clients);
    }

    private static StepPlan.Client withoutWarmUp(StepPlan.Client client) {
        return new StepPlan.Client(client.shard(), null, client.cold(), client.measured());
    }

    private static StepPlan with(
            StepPlan step,
            int repeat,
            int warmUpRounds,
            Long warmUpRequests,
            List<StepPlan.Shard> shards,
            List<StepPlan.Client> clients) {
        return new StepPlan(
                step.number(),
                step.server(),
                repeat,
                step.route(),
                step.sleepMillis(),
                step.concurrency(),
                step.requests(),
                warmUpRounds,
                warmUpRequests,
                step.keepAlive(),
                step.engine(),
                step.pin(),
                step.workers(),
                step.spinning(),
                step.verifiers(),
                step.timeoutSeconds(),
                step.lingerSeconds(),
                shards,
                clients,
                step.expect(),
                step.store(),
                step.dbConnections(),
                step.dataSize());
    }
}
