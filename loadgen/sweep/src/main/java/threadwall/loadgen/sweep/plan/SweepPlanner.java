package threadwall.loadgen.sweep.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import threadwall.limits.LimitAssessment;
import threadwall.loadgen.sweep.plan.SweepConfig.Spinning;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.process.PreconditionException;
import threadwall.record.CommandLine;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Shard;

/**
 * Turns what was asked into steps, within the limits of the machine. Pure: the same question on the same machine is the
 * same plan, which {@code --dry-run} prints and the record keeps.
 *
 * <p>Addresses: server processes listen on 127.0.0.1, .2, …; clients connect from others where they can choose, see
 * {@link LoadPartitioner}. The verifier has {@value threadwall.loadgen.http.AnswerVerifier#AnswerVerifier.VERIFIER_SOURCE}.
 */
public final class SweepPlanner {

    /** Descriptors that a server needs beside its connections: jars, selectors, logs, database (seen: 60 to 170). */
    static final int SERVER_RESERVE = 300;

    /** More server processes than this for one step are no sweep any more but a sign of a limit to raise. */
    static final int MOST_SHARDS = 16;

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
     * @param folder the run's folder, as it is to stand in command lines
     * @throws PreconditionException when the question makes no sense (usage) or this machine cannot do it (environment)
     */
    public static List<StepPlan> plan(SweepConfig config, HostLimits host, String folder) throws PreconditionException {
        return plan(config, host, folder, 1);
    }

    /**
     * The same for a run that has steps of another question before these.
     *
     * @param first number of the first step: it names folders and addresses, so that none is taken twice
     */
    public static List<StepPlan> plan(SweepConfig config, HostLimits host, String folder, int first)
            throws PreconditionException {
        checkDistinct("--servers", config.servers());
        checkDistinct(
                "--target",
                config.targets().stream().map(SweepConfig.Target::name).toList());
        checkDistinct("--concurrency", config.load().concurrency());
        checkDistinct("--workers", config.server().workers());
        checkDistinct("--spinning", config.server().spinning());
        checkEngine(config);
        config.pin().check(host);
        checkStorage(config, host);
        var steps = new ArrayList<StepPlan>();
        for (int repeat = 1; repeat <= config.repeats(); repeat++) {
            var sizes = config.store().sizes();
            if (sizes == null) {
                new SweepPlanner(config, host, folder, first, steps).addAll(repeat);
            } else {
                for (var size : sizes.each()) {
                    new SweepPlanner(config.on(size), host, folder, first, steps).addAll(repeat);
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

    private static void checkStorage(SweepConfig config, HostLimits host) throws PreconditionException {
        var storage = config.store();
        if (storage.sizes() != null) {
            checkDistinct("--data-size", storage.sizes().percents());
            storage.sizes().requireWithin(host);
        }
        if (storage.store() != null && !config.targets().isEmpty()) {
            throw PreconditionException.usage(
                    "%s cannot choose the store of %s, which you run: start it so yourself, and leave one of them out",
                    storage.sizes() == null ? "--store" : "--data-size",
                    config.targets().getFirst().name());
        }
    }

    /** @throws PreconditionException (usage) */
    public static void checkDistinct(String option, List<?> values) throws PreconditionException {
        var seen = new HashSet<Object>();
        for (var value : values) {
            if (!seen.add(value)) {
                throw PreconditionException.usage("%s has %s twice; --repeats runs the same step again", option, value);
            }
        }
    }

    private static void checkEngine(SweepConfig config) throws PreconditionException {
        var engine = config.load().drive().engine();
        if (!config.load().keepAlive() && !engine.canClose()) {
            throw PreconditionException.usage(
                    "%s cannot open a connection for each request: add --keep-alive, or take --engine ab or --engine oha",
                    engine.name());
        }
        for (var name : config.servers()) {
            var misfit = ServerCatalog.named(name).misfit(engine, config.load().keepAlive());
            if (misfit.isPresent()) {
                throw PreconditionException.usage("%s: take --engine wrk, or leave it out of --servers", misfit.get());
            }
        }
    }

    private void add(ServerCatalog server, Integer asked, Spinning spinning, int repeat, int concurrency)
            throws PreconditionException {
        var load = LoadSizing.of(config, concurrency);
        server.requireRoute(load.route());
        var store = config.store().of(server, load.route());
        if (spinning == Spinning.OFF) {
            server.requireSpinningOff();
        }
        // the verifier's connections are dealt over the shards as the load's are
        long room = Math.max(0, host.nofile() - SERVER_RESERVE);
        long most = Math.max(0, MOST_SHARDS * room - load.verifiers());
        if (concurrency > most) {
            throw PreconditionException.environment(
                    "asked for %,d connections; nofile is %,d (hard), with which %d server processes hold %,d at most;"
                            + " raise it with ops/ulim.sh or ask for fewer",
                    concurrency, host.nofile(), MOST_SHARDS, most);
        }
        int count = (int) Math.ceilDiv(concurrency + load.verifiers(), room);
        Integer workers = asked;
        if (workers == null && server.threadPerRequest()) {
            // one platform thread a request, and the verifier's requests want theirs too
            workers = Math.ceilDiv(concurrency + load.verifiers(), count);
        }
        var wall = server.threadPerRequest() ? host.wallBefore(concurrency, count) : Optional.<LimitAssessment>empty();
        if (config.load().fullHouse() && wall.isPresent()) {
            throw PreconditionException.environment(
                    "asked for %,d requests in %s's handler at once, a thread each; %s allows %,d threads;"
                            + " raise it (./threadwall doctor --threads %d says how) or ask for fewer",
                    concurrency,
                    server.label(),
                    wall.get().name(),
                    wall.get().allows().orElseThrow(),
                    concurrency);
        }
        var shards = new ArrayList<Shard>();
        for (int i = 0; i < count; i++) {
            shards.add(shard(server, store, workers, spinning, concurrency, i));
        }
        var expect = new PlanNotes(config, host, load, concurrency).ofOurs(count, wall);
        add(server.label(), repeat, concurrency, load, workers, spinning, store, shards, expect);
    }

    private void add(SweepConfig.Target target, int repeat, int concurrency) throws PreconditionException {
        var load = LoadSizing.of(config, concurrency);
        if (config.pin().server() != null) {
            throw PreconditionException.usage(
                    "--pin server=%s cannot move %s, which you run: pin it yourself (taskset -cp), and leave server= out",
                    config.pin().server(), target.name());
        }
        if (config.server().spinning().contains(Spinning.OFF)) {
            throw PreconditionException.usage(
                    "--spinning off cannot reach %s, which you run: start it so yourself, and leave --spinning out",
                    target.name());
        }
        if (target.nofile() != null && concurrency + load.verifiers() > target.nofile()) {
            throw PreconditionException.environment(
                    "asked for %,d connections to %s; its nofile is %,d: start it with more, or ask for fewer",
                    concurrency, target.name(), target.nofile());
        }
        var shards = List.of(new Shard(target.url().toString(), target.pids(), null, null, null));
        var expect = new PlanNotes(config, host, load, concurrency).ofAny();
        add(target.name(), repeat, concurrency, load, null, Spinning.DEFAULT, Optional.empty(), shards, expect);
    }

    private Shard shard(
            ServerCatalog server,
            Optional<StoreKind> store,
            Integer workers,
            Spinning spinning,
            int concurrency,
            int index) {
        var address = "127.0.0." + (index + 1);
        var options = new ArrayList<>(List.of(
                "--host", address, "--port", String.valueOf(config.server().port())));
        if (workers != null) {
            options.addAll(List.of("--workers", workers.toString()));
        }
        store.map(config.store()::options).ifPresent(options::addAll);
        var gcLog = "%s/gc-%d.log".formatted(stepFolder(server.label(), concurrency), index + 1);
        var command = new ArrayList<String>();
        if (spinning == Spinning.OFF) {
            command.addAll(List.of("env", server.spinningOff().orElseThrow()));
        }
        command.addAll(server.command(config.server().collector(), gcLog, options));
        return new Shard(
                "http://%s:%d".formatted(address, config.server().port()),
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
            List<String> expect)
            throws PreconditionException {
        var asked = store.filter(any -> load.route().needsStore());
        var sizes = config.store().sizes();
        var dealing = new LoadPartitioner(config, host, load, concurrency, number(), stepFolder(server, concurrency));
        steps.add(new StepPlan(
                number(),
                server,
                repeat,
                load.route().text(),
                load.route().sleepMillis(),
                concurrency,
                load.requests(),
                load.warmUpRounds(),
                load.warmUpRequests(),
                config.load().keepAlive(),
                config.load().drive().engine().name(),
                config.pin().planned(),
                workers,
                spinning == Spinning.DEFAULT ? null : spinning.toString(),
                load.verifiers(),
                load.timeoutSeconds(),
                config.server().lingerSeconds(),
                List.copyOf(shards),
                dealing.over(shards),
                expect,
                asked.map(StoreKind::toString).orElse(null),
                asked.filter(StoreKind.POSTGRES::equals)
                        .map(any -> config.store().connections())
                        .orElse(null),
                sizes == null ? null : sizes.planned()));
    }

    private String stepFolder(String server, int concurrency) {
        return folder + "/" + StepPlan.folder(number(), server, concurrency);
    }

    /** Of the step that is being made. */
    private int number() {
        return first + steps.size();
    }
}
