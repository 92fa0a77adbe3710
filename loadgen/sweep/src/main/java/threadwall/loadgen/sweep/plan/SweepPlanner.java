package threadwall.loadgen.sweep.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import threadwall.limits.LimitAssessment;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.sweep.plan.SweepConfig.Spinning;
import threadwall.loadgen.sweep.plan.SweepConfig.Target.Running;
import threadwall.loadgen.sweep.plan.SweepConfig.Target.Started;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.process.PreconditionException;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Shard;
import threadwall.record.StepPlan.TargetSettings;

/**
 * Plans the steps of a sweep within the limits of the machine. Pure: the same configuration on the same machine gives
 * the same plan, which {@code --dry-run} prints and the record stores.
 *
 * <p>Addresses: server processes listen on 127.0.0.1, .2, …. Clients that can bind an address use other ones, see
 * {@link LoadPartitioner}. The verifier connects from
 * {@value threadwall.loadgen.http.AnswerVerifier#AnswerVerifier.VERIFIER_SOURCE}.
 */
public final class SweepPlanner {

    /**
     * Descriptors that a server needs besides its connections: jars, selectors, logs, database (measured: 60 to 170).
     */
    static final int SERVER_RESERVE = 300;

    /** A step that needs more server processes than this is refused: the limit should be raised instead. */
    public static final int MAX_SHARDS = 16;

    private static final int HIGHEST_PORT = 65_535;

    private final SweepConfig config;
    private final HostLimits host;
    private final String folder;
    private final int first;
    private final List<StepPlan> steps;

    private SweepPlanner(SweepConfig config, HostLimits host, String folder, int first, List<StepPlan> steps) {
        this.config = config;
        this.host = host;
        this.folder = folder;
        this.first = first;
        this.steps = steps;
    }

    /**
     * @param folder the run's folder, as command lines are to contain it
     * @throws PreconditionException when the configuration is contradictory (usage) or this machine cannot run it
     *     (environment)
     */
    public static List<StepPlan> plan(SweepConfig config, HostLimits host, String folder) throws PreconditionException {
        return plan(config, host, folder, 1);
    }

    /**
     * The same for a run that has steps of another configuration before these.
     *
     * @param first number of the first step; numbers are part of folders and addresses, so they must be unique
     */
    public static List<StepPlan> plan(SweepConfig config, HostLimits host, String folder, int first)
            throws PreconditionException {
        checkPort(config.server().port());
        checkDistinct("--servers", config.servers());
        checkDistinct(
                "--target",
                config.targets().stream().map(SweepConfig.Target::name).toList());
        checkDistinct("--connections", config.load().concurrency());
        checkDistinct("--rate", config.load().engineConfig().rates());
        checkDistinct("--workers", config.server().workers());
        checkDistinct("--spinning", config.server().spinning());
        checkEngine(config);
        config.pin().check(host);
        checkStorage(config, host);
        var steps = new ArrayList<StepPlan>();
        for (int repeat = 1; repeat <= config.repeats(); repeat++) {
            for (var atRate : config.atEachRate()) {
                for (var each : atRate.onEachSize()) {
                    new SweepPlanner(each, host, folder, first, steps).addAll(repeat);
                }
            }
        }
        return List.copyOf(steps);
    }

    private void addAll(int repeat) throws PreconditionException {
        for (int concurrency : config.load().concurrency()) {
            for (var server : config.servers()) {
                for (var workers : config.server().workers()) {
                    for (var spinning : config.server().spinning()) {
                        add(ServerCatalog.named(server), workers.count(), spinning, repeat, concurrency);
                    }
                }
            }
            for (var target : config.targets()) {
                add(target, repeat, concurrency);
            }
        }
    }

    private static void checkPort(int port) throws PreconditionException {
        if (port < 1 || port > HIGHEST_PORT) {
            throw PreconditionException.usage("--port must be from 1 to %d, not %d", HIGHEST_PORT, port);
        }
    }

    private static void checkStorage(SweepConfig config, HostLimits host) throws PreconditionException {
        var store = config.store();
        if (store.sizes() != null) {
            checkDistinct("--data-size", store.sizes().percents());
            store.sizes().requireWithin(host);
        }
        if (store.store() != null && !config.targets().isEmpty()) {
            throw PreconditionException.usage(
                    store.sizes() == null
                            ? "--store does not apply to %s, which is none of threadwall's servers: start it with that"
                                    + " store, and leave --store out"
                            : "--data-size does not apply to %s, which is none of threadwall's servers: it needs a PostgreSQL"
                                    + " that the sweep starts. Leave --data-size or --target out",
                    config.targets().getFirst().name());
        }
    }

    /** @throws PreconditionException (usage) when a value is repeated */
    public static void checkDistinct(String option, List<?> values) throws PreconditionException {
        var seen = new HashSet<Object>();
        for (var value : values) {
            if (!seen.add(value)) {
                throw PreconditionException.usage("%s has %s twice; to repeat steps use --repeats", option, value);
            }
        }
    }

    private static void checkEngine(SweepConfig config) throws PreconditionException {
        var engine = config.load().engineConfig().engine();
        if (!config.load().keepAlive() && !engine.canClose()) {
            throw PreconditionException.usage(
                    "%s cannot open a connection for each request: add --keep-alive, or use --engine ab or --engine"
                            + " oha",
                    engine.name());
        }
        for (var name : config.servers()) {
            var misfit = ServerCatalog.named(name).misfit(engine, config.load().keepAlive());
            if (misfit.isPresent()) {
                throw PreconditionException.usage("%s; use --engine wrk, or leave it out of --servers", misfit.get());
            }
        }
    }

    private void add(ServerCatalog server, Integer configuredWorkers, Spinning spinning, int repeat, int concurrency)
            throws PreconditionException {
        var load = LoadSizing.of(config, host, concurrency, 1);
        server.requireRoute(load.route());
        var store = config.store().storeFor(server, load.route());
        if (spinning == Spinning.OFF) {
            server.requireSpinningOff();
        }
        int count = processes(concurrency + config.server().held(), load.verifiers());
        load = LoadSizing.of(config, host, concurrency, count);
        Integer workers = configuredWorkers;
        if (workers == null && server.threadPerRequest()) {
            // one platform thread per request, also for the verifier's requests
            workers = Math.ceilDiv(concurrency + load.verifiers(), count);
        }
        var threadLimit =
                server.threadPerRequest() ? host.wallBefore(concurrency, count) : Optional.<LimitAssessment>empty();
        if (config.load().fullHouse() && threadLimit.isPresent()) {
            throw PreconditionException.environment(
                    "asked for %,d requests in %s's handler at once, each on its own thread; %s allows %,d threads;"
                            + " raise it (./threadwall doctor --threads %d shows how) or ask for fewer",
                    concurrency,
                    server.label(),
                    threadLimit.get().name(),
                    threadLimit.get().allows().orElseThrow(),
                    concurrency);
        }
        var memoryBytes = memoryBytes(server, count);
        var shards = new ArrayList<Shard>();
        for (int i = 0; i < count; i++) {
            shards.add(shard(server, store, workers, spinning, memoryBytes, concurrency, i));
        }
        var expect = new PlanNotes(config, host, load, concurrency).forServer(count, threadLimit);
        add(server.label(), repeat, concurrency, load, workers, spinning, store, shards, expect, null);
    }

    /**
     * The server processes that so many connections need: each holds as many as its descriptors allow.
     *
     * @param verifiers connections that are spread over the processes like those of the load
     */
    private int processes(int concurrency, int verifiers) throws PreconditionException {
        int held = config.server().held();
        long room = Math.max(0, host.nofile() - SERVER_RESERVE);
        long most = Math.max(0, MAX_SHARDS * room - verifiers);
        if (concurrency > most) {
            throw PreconditionException.environment(
                    "asked for %,d connections; nofile is %,d (hard), so %d server processes hold at most %,d;"
                            + " raise it with ops/ulim.sh or ask for fewer",
                    held > 0 ? held : concurrency, host.nofile(), MAX_SHARDS, most);
        }
        int count = (int) Math.ceilDiv(concurrency + verifiers, room);
        checkRemote(concurrency, count, room - verifiers);
        return count;
    }

    /** Hosts load one server process, which listens on one address. */
    private void checkRemote(int concurrency, int processes, long most) throws PreconditionException {
        var remote = config.load().engineConfig().remote();
        if (remote == null) {
            return;
        }
        if (processes > 1) {
            throw PreconditionException.environment(
                    "asked for %,d connections from other hosts to one server process; nofile is %,d (hard), so it holds"
                            + " %,d: raise it with ops/ulim.sh, or ask for fewer",
                    concurrency, host.nofile(), most);
        }
        if (concurrency > remote.maxConnections()) {
            throw PreconditionException.environment(
                    "asked for %,d connections; the hosts of --clients may open %,d: %s. Raise the limits there, name more"
                            + " hosts, or ask for fewer (./threadwall doctor --host %s --connections %d shows how)",
                    concurrency,
                    remote.maxConnections(),
                    remote.shares(),
                    remote.hosts().getFirst().name(),
                    Math.ceilDiv(concurrency, remote.hosts().size()));
        }
    }

    private void add(SweepConfig.Target target, int repeat, int concurrency) throws PreconditionException {
        if (config.server().spinning().contains(Spinning.OFF)) {
            throw PreconditionException.usage(
                    "--spinning off does not apply to %s, which is none of threadwall's servers: start it with spinning"
                            + " off, and leave --spinning out",
                    target.name());
        }
        TargetResolver.requireUse(target, RequestRoute.of(config.load().route()));
        switch (target) {
            case Running running -> add(running, repeat, concurrency);
            case Started started -> add(started, repeat, concurrency);
        }
    }

    private void add(Running target, int repeat, int concurrency) throws PreconditionException {
        var load = LoadSizing.of(config, host, concurrency, 1);
        if (config.server().limits() != null) {
            throw PreconditionException.usage(
                    "--server-memory and --server-cpus cannot limit %s, which you run: start it in a cgroup or a container,"
                            + " and leave them out",
                    target.name());
        }
        if (config.pin().server() != null) {
            throw PreconditionException.usage(
                    "--pin server=%s cannot pin %s, which you run: pin it yourself (taskset -cp), and leave server= out",
                    config.pin().server(), target.name());
        }
        checkRemote(concurrency, 1, Long.MAX_VALUE);
        if (target.nofile() != null && concurrency + load.verifiers() > target.nofile()) {
            throw PreconditionException.environment(
                    "asked for %,d connections to %s; its nofile is %,d: start it with a higher one, or ask for fewer",
                    concurrency, target.name(), target.nofile());
        }
        add(
                target,
                repeat,
                concurrency,
                load,
                List.of(new Shard(target.url().toString(), target.pids(), null, null, null)),
                new PlanNotes(config, host, load, concurrency).forLoad());
    }

    /** Its threads are not known, so the plan does not say which limit will stop them. */
    private void add(Started target, int repeat, int concurrency) throws PreconditionException {
        int count = processes(
                concurrency, LoadSizing.of(config, host, concurrency, 1).verifiers());
        if (count > 1 && !target.command().contains(Started.HOST)) {
            throw PreconditionException.usage(
                    "--target %s: %,d connections need %d processes, each on its own address: add %s to the command, as"
                            + " in --server.address=%s, or ask for fewer connections",
                    target.name(), concurrency, count, Started.HOST, Started.HOST);
        }
        var load = LoadSizing.of(config, host, concurrency, count);
        int port = config.server().port();
        var shards = new ArrayList<Shard>();
        for (int i = 0; i < count; i++) {
            var command = config.pin().ofServer(target.at(address(i), port));
            shards.add(new Shard(url(address(i)), List.of(), null, null, new CommandLine(command)));
        }
        var expect = new PlanNotes(config, host, load, concurrency).forServer(count, Optional.empty());
        add(target, repeat, concurrency, load, shards, expect);
    }

    private void add(
            SweepConfig.Target target,
            int repeat,
            int concurrency,
            LoadSizing load,
            List<Shard> shards,
            List<String> expect)
            throws PreconditionException {
        add(
                target.name(),
                repeat,
                concurrency,
                load,
                null,
                Spinning.DEFAULT,
                Optional.empty(),
                shards,
                expect,
                target.settings());
    }

    /** Of the process with that index: loads from other hosts reach a single one. */
    private String address(int index) {
        var remote = config.load().engineConfig().remote();
        return remote == null ? "127.0.0." + (index + 1) : remote.listen();
    }

    /** Of one of so many processes; {@code null} where the usual heap is enough. */
    private Long memoryBytes(ServerCatalog server, int processes) {
        var limits = config.server().limits();
        int held = Math.ceilDiv(config.server().held(), processes);
        return limits == null ? server.memoryFor(held).orElse(null) : limits.memoryBytes();
    }

    private String url(String address) {
        return "http://%s:%d".formatted(address, config.server().port());
    }

    private Shard shard(
            ServerCatalog server,
            Optional<StoreKind> store,
            Integer workers,
            Spinning spinning,
            Long memoryBytes,
            int concurrency,
            int index) {
        var options = new ArrayList<>(List.of(
                "--host",
                address(index),
                "--port",
                String.valueOf(config.server().port())));
        if (workers != null) {
            options.addAll(List.of("--workers", workers.toString()));
        }
        store.map(config.store()::options).ifPresent(options::addAll);
        if (config.server().held() > 0) {
            options.addAll(server.keepIdle());
        }
        var gcLog = "%s/gc-%d.log".formatted(stepFolder(server.label(), concurrency), index + 1);
        var command = new ArrayList<String>();
        if (spinning == Spinning.OFF) {
            command.addAll(List.of("env", server.spinningOff().orElseThrow()));
        }
        command.addAll(server.command(config.server().collector(), memoryBytes, gcLog, options));
        return new Shard(
                url(address(index)),
                List.of(),
                store.map(StoreKind::toString).orElse(null),
                server.jvm() ? gcLog : null,
                new CommandLine(config.pin().ofServer(command)));
    }

    private void add(
            String server,
            int repeat,
            int concurrency,
            LoadSizing load,
            Integer workers,
            Spinning spinning,
            Optional<StoreKind> store,
            List<Shard> shards,
            List<String> expect,
            TargetSettings target)
            throws PreconditionException {
        var routeStore = store.filter(any -> load.route().needsStore());
        var sizes = config.store().sizes();
        var partitioner =
                new LoadPartitioner(config, host, load, concurrency, number(), stepFolder(server, concurrency));
        var clients = new StepPlan.LoadSettings(
                load.route().text(),
                load.route().sleepMillis(),
                concurrency,
                load.requests(),
                load.atLeastSeconds(),
                load.rate(),
                config.load().keepAlive(),
                config.load().engineConfig().engine().name(),
                load.verifiers(),
                load.timeoutSeconds(),
                config.load().request());
        var servers = new StepPlan.ServerSettings(
                config.pin().planned(),
                workers,
                spinning == Spinning.DEFAULT ? null : spinning.toString(),
                config.server().lingerSeconds(),
                target,
                config.server().limits());
        var data = new StepPlan.DataSettings(
                routeStore.map(StoreKind::toString).orElse(null),
                routeStore
                        .filter(StoreKind.POSTGRES::equals)
                        .map(any -> config.store().connections())
                        .orElse(null),
                sizes == null ? null : sizes.planned());
        steps.add(new StepPlan(
                number(),
                server,
                repeat,
                clients,
                new StepPlan.WarmUpSettings(load.warmUpRounds(), load.warmUpRequests(), load.warmUpLimitSeconds()),
                servers,
                List.copyOf(shards),
                partitioner.partition(shards),
                expect,
                data,
                null));
    }

    private String stepFolder(String server, int concurrency) {
        return folder + "/" + StepPlan.folder(number(), server, concurrency);
    }

    /** The number of the step that is being planned. */
    private int number() {
        return first + steps.size();
    }
}
