package threadwall.loadgen.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import threadwall.limits.Wall;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Client;
import threadwall.record.StepPlan.Shard;

/**
 * Turns what was asked into steps, within the limits of the machine. Pure: the same question on the same machine is the
 * same plan, which {@code --dry-run} prints and the record keeps.
 *
 * <p>Addresses: server processes listen on 127.0.0.1, .2, …; nobody listens where clients connect from. {@code ab} number k
 * of step s binds 127.1.s.k, and 127.2.s.k to warm up: all connections of a bound source share its ports, those in
 * TIME_WAIT too, so that no load may inherit the ports of the one before. The verifier has {@value #VERIFIER_SOURCE}.
 */
public final class Planner {

    public static final String VERIFIER_SOURCE = "127.0.127.1";

    /** {@code ab}'s option for kept connections. */
    public static final String KEEP = "-k";

    /** Descriptors that a server needs beside its connections: jars, selectors, logs, database (seen: 60 to 170). */
    static final int SERVER_RESERVE = 300;

    /** Descriptors that {@code ab} needs beside its connections. */
    static final int CLIENT_RESERVE = 20;

    /** More server processes than this for one step are no sweep any more but a sign of a limit to raise. */
    static final int MOST_SHARDS = 16;

    /** Answers that the verifier checks in a step: a server wrong once in 100 slips through 0.99^700 = 0.09 % of steps. */
    public static final int ANSWERS_CHECKED = 700;

    /**
     * Requests that bring a JVM's compiler to rest on the measured path, and those of one round. spring-deferred at 1,000
     * connections on two cores gave 3,000 requests per CPU-second after 20,000 requests in one go, 4,900 to 6,500 after
     * 40,000 in one go, 6,700 to 8,200 after four rounds of 10,000 with a rest after each.
     */
    private static final int WARM_UP = 40_000;

    private static final int WARM_UP_ROUND = 10_000;

    /** {@code ab} keeps {@code -n} in an int. */
    private static final int MOST_REQUESTS = Integer.MAX_VALUE;

    private static final int LONGEST_TIMEOUT_SECONDS = 86_400;

    /** What one {@code ab} was seen to open at most, in connections a second, at 97 % of a core. */
    private static final int AB_CONNECTIONS_PER_SECOND = 22_600;

    private final Ask ask;
    private final Host host;
    private final String folder;
    private final int first;
    private final List<StepPlan> steps = new ArrayList<>();

    private Planner(Ask ask, Host host, String folder, int first) {
        this.ask = ask;
        this.host = host;
        this.folder = folder;
        this.first = first;
    }

    /**
     * @param folder the run's folder, as it is to stand in command lines
     * @throws Refused when the question makes no sense (usage) or this machine cannot do it (environment)
     */
    public static List<StepPlan> plan(Ask ask, Host host, String folder) throws Refused {
        return plan(ask, host, folder, 1);
    }

    /**
     * The same for a run that has steps of another question before these.
     *
     * @param first number of the first step: it names folders and addresses, so that none is taken twice
     */
    public static List<StepPlan> plan(Ask ask, Host host, String folder, int first) throws Refused {
        checkDistinct("--servers", ask.servers());
        checkDistinct("--target", ask.targets().stream().map(Ask.Target::name).toList());
        checkDistinct("--concurrency", ask.concurrency());
        var planner = new Planner(ask, host, folder, first);
        for (int repeat = 1; repeat <= ask.repeats(); repeat++) {
            for (int concurrency : ask.concurrency()) {
                for (var server : ask.servers()) {
                    planner.add(Servers.named(server), repeat, concurrency);
                }
                for (var target : ask.targets()) {
                    planner.add(target, repeat, concurrency);
                }
            }
        }
        return List.copyOf(planner.steps);
    }

    /** @throws Refused (usage) */
    public static void checkDistinct(String option, List<?> values) throws Refused {
        var seen = new HashSet<Object>();
        for (var value : values) {
            if (!seen.add(value)) {
                throw Refused.usage("%s has %s twice; --repeats runs the same step again", option, value);
            }
        }
    }

    private void add(Servers server, int repeat, int concurrency) throws Refused {
        var load = load(concurrency);
        if (server.store() == Servers.Store.NONE && load.route.needsStore()) {
            throw Refused.usage(
                    "%s has no %s, for it has no store: leave it out of --servers, or ask it for /json or /json2?time=MS",
                    server.label(), load.route.text());
        }
        // the verifier's connections are dealt over the shards as the load's are
        long room = Math.max(0, host.nofile() - SERVER_RESERVE);
        long most = Math.max(0, MOST_SHARDS * room - load.verifiers);
        if (concurrency > most) {
            throw Refused.environment(
                    "asked for %,d connections; nofile is %,d (hard), with which %d server processes hold %,d at most;"
                            + " raise it with ops/ulim.sh or ask for fewer",
                    concurrency, host.nofile(), MOST_SHARDS, most);
        }
        int count = (int) Math.ceilDiv(concurrency + load.verifiers, room);
        Integer workers = ask.workers();
        if (workers == null && server.threadPerRequest()) {
            // one platform thread a request, and the verifier's requests want theirs too
            workers = ceilDiv(concurrency + load.verifiers, count);
        }
        var wall = server.threadPerRequest() ? host.wallBefore(concurrency, count) : Optional.<Wall>empty();
        if (ask.fullHouse() && wall.isPresent()) {
            throw Refused.environment(
                    "asked for %,d requests in %s's handler at once, a thread each; %s allows %,d threads;"
                            + " raise it (./threadwall doctor --threads %d says how) or ask for fewer",
                    concurrency,
                    server.label(),
                    wall.get().limit(),
                    wall.get().allows().orElseThrow(),
                    concurrency);
        }
        var shards = new ArrayList<Shard>();
        for (int i = 0; i < count; i++) {
            shards.add(shard(server, workers, concurrency, i));
        }
        add(server.label(), repeat, concurrency, load, workers, shards, expect(concurrency, load, count, wall));
    }

    private void add(Ask.Target target, int repeat, int concurrency) throws Refused {
        var load = load(concurrency);
        if (target.nofile() != null && concurrency + load.verifiers > target.nofile()) {
            throw Refused.environment(
                    "asked for %,d connections to %s; its nofile is %,d: start it with more, or ask for fewer",
                    concurrency, target.name(), target.nofile());
        }
        var shards = List.of(new Shard(target.url().toString(), target.pids(), List.of()));
        add(target.name(), repeat, concurrency, load, null, shards, expectOccupancy(concurrency, load));
    }

    private Shard shard(Servers server, Integer workers, int concurrency, int index) {
        var address = "127.0.0." + (index + 1);
        var options = new ArrayList<>(List.of("--host", address, "--port", String.valueOf(ask.port())));
        if (workers != null) {
            options.addAll(List.of("--workers", workers.toString()));
        }
        if (server.store() == Servers.Store.POSTGRES) {
            options.addAll(List.of("--postgres", Servers.POSTGRES_URL));
        }
        var gcLog = "%s/gc-%d.log".formatted(stepFolder(server.label(), concurrency), index + 1);
        return new Shard(
                "http://%s:%d".formatted(address, ask.port()),
                List.of(),
                server.command(ask.collector(), gcLog, options));
    }

    private void add(
            String server,
            int repeat,
            int concurrency,
            Load load,
            Integer workers,
            List<Shard> shards,
            List<String> expect)
            throws Refused {
        var clients = new ArrayList<Client>();
        for (int i = 0; i < shards.size(); i++) {
            addClients(clients, shards, i, concurrency, load, stepFolder(server, concurrency));
        }
        steps.add(new StepPlan(
                number(),
                server,
                repeat,
                load.route.text(),
                load.route.sleepMillis(),
                concurrency,
                load.requests,
                load.warmUpRounds,
                load.warmUp,
                ask.keepAlive(),
                workers,
                load.verifiers,
                load.timeoutSeconds,
                ask.lingerSeconds(),
                List.copyOf(shards),
                List.copyOf(clients),
                expect));
    }

    /** The clients of one shard: as many {@code ab} as descriptors and ports demand, each from an address of its own. */
    private void addClients(
            List<Client> clients, List<Shard> shards, int shard, int concurrency, Load load, String stepFolder)
            throws Refused {
        int mine = share(concurrency, shards.size(), shard);
        long room = Math.min(host.nofile() - CLIENT_RESERVE, host.portsPerSource());
        if (room < 1) {
            throw Refused.environment(
                    "nofile is %,d (hard) and the port range gives %,d connections to one source address: too few for ab",
                    host.nofile(), host.portsPerSource());
        }
        int count = ceilDiv(mine, (int) room);
        int before = clients.stream().mapToInt(Client::concurrency).sum();
        for (int i = 0; i < count; i++) {
            int number = clients.size() + 1;
            int connections = share(mine, count, i);
            long requests = share(load.requests, concurrency, before, connections);
            long warmUp = share(load.warmUp, concurrency, before, connections);
            before += connections;
            var source = source(1, number);
            var url = shards.get(shard).url() + load.route.text();
            clients.add(new Client(
                    shard,
                    source,
                    connections,
                    requests,
                    ab(connections, warmUp, source(2, number), url, load, null),
                    ab(connections, requests, source, url, load, "%s/ab-%d.tsv".formatted(stepFolder, number))));
        }
    }

    private String source(int phase, int client) throws Refused {
        if (client > 254) {
            throw Refused.environment("more than 254 ab processes for one step: raise nofile (ops/ulim.sh)");
        }
        return "127.%d.%d.%d".formatted(phase, (number() - 1) % 256, client);
    }

    private List<String> ab(int connections, long requests, String source, String url, Load load, String log) {
        // without -q: its standard error says how far it is, ten times in a load
        var line = new ArrayList<>(List.of("ab", "-r"));
        if (!load.route.constantLength()) {
            line.add("-l");
        }
        if (ask.keepAlive()) {
            line.add(KEEP);
        }
        line.addAll(List.of(
                "-s", String.valueOf(load.timeoutSeconds),
                "-c", String.valueOf(connections),
                "-n", String.valueOf(requests),
                "-B", source));
        if (log != null) {
            line.addAll(List.of("-g", log));
        }
        line.add(url);
        return List.copyOf(line);
    }

    private record Load(Route route, long requests, int warmUpRounds, long warmUp, int verifiers, int timeoutSeconds) {}

    private Load load(int concurrency) throws Refused {
        var route = Route.of(ask.route());
        if (ask.fullHouse()) {
            if (route.sleepMillis() == null) {
                throw Refused.usage("--full-house picks the time of /json2?time=…; --route is %s", route.text());
            }
            route = route.sleeping(fullHouseMillis(concurrency));
        }
        int sleep = route.sleepMillis() == null ? 0 : route.sleepMillis();
        long requests = ask.requests().at(concurrency);
        if (requests > MOST_REQUESTS) {
            throw Refused.usage(
                    "--requests come to %,d for %,d connections; ab counts to %,d",
                    requests, concurrency, MOST_REQUESTS);
        }
        long timeoutSeconds = (long) ask.timeoutSeconds() + ceilDiv(sleep, 1_000);
        if (timeoutSeconds > LONGEST_TIMEOUT_SECONDS) {
            throw Refused.usage(
                    "--timeout %,d and a sleep of %,d ms are more than a day: take less of them",
                    ask.timeoutSeconds(), sleep);
        }
        long rounds = sleep == 0 ? 20 : Math.clamp(2_000 / sleep, 1, 20);
        long warmUp = Math.max(concurrency, Math.min(WARM_UP_ROUND, rounds * concurrency));
        int warmUpRounds = (int) Math.clamp(WARM_UP / warmUp, 1, WARM_UP / WARM_UP_ROUND);
        // a closed loop like ab's: the same share of connections makes the same share of requests; 1.3 to be sure
        long verifiers = (long) Math.ceil(1.3 * ANSWERS_CHECKED * concurrency / requests);
        return new Load(
                route, requests, warmUpRounds, warmUp, (int) Math.clamp(verifiers, 4, Math.max(4, concurrency)), (int)
                        timeoutSeconds);
    }

    /**
     * A sleep in which every connection can be opened, accepted and given its thread: 2 ms a connection, at least 2 s.
     * Starting threads is what takes longest: 20,000 took 10 to 15 s on two cores (quadratic in HotSpot's thread list).
     */
    static int fullHouseMillis(int concurrency) {
        return Math.max(2, ceilDiv(concurrency, 500)) * 1_000;
    }

    private List<String> expect(int concurrency, Load load, int shards, Optional<Wall> wall) {
        var lines = new ArrayList<String>();
        if (shards > 1) {
            lines.add("%d server processes: nofile %,d is the most that one may hold".formatted(shards, host.nofile()));
        }
        lines.addAll(expectOccupancy(concurrency, load));
        wall.ifPresent(limit -> lines.add("may want %,d threads; %s = %,d allows %,d"
                .formatted(
                        concurrency,
                        limit.limit(),
                        limit.inForce().orElseThrow(),
                        limit.allows().orElseThrow())));
        return List.copyOf(lines);
    }

    /** Little's law, N = rate x time: what it would take to have every connection's request in the handler. */
    private List<String> expectOccupancy(int concurrency, Load load) {
        var lines = new ArrayList<String>();
        Integer sleep = load.route.sleepMillis();
        if (sleep != null && sleep > 0) {
            double needed = concurrency * 1_000.0 / sleep;
            if (!ask.keepAlive() && needed > AB_CONNECTIONS_PER_SECOND) {
                lines.add(("%,d connections open, but in the handler only rate x %d ms: all at once would take %,.0f"
                                + " requests/s, and one ab opens about %,d connections/s at most (--full-house fills it)")
                        .formatted(concurrency, sleep, needed, AB_CONNECTIONS_PER_SECOND));
            } else {
                lines.add("%,d requests in the handler at once take %,.0f requests/s".formatted(concurrency, needed));
            }
        }
        if (host.somaxconn() != null && concurrency > host.somaxconn()) {
            lines.add("accept queue %,d (net.core.somaxconn): bursts of connections beyond it wait for SYN retries"
                    .formatted(host.somaxconn()));
        }
        return lines;
    }

    private String stepFolder(String server, int concurrency) {
        return folder + "/" + StepPlan.folder(number(), server, concurrency);
    }

    /** Of the step that is being made. */
    private int number() {
        return first + steps.size();
    }

    /** Part {@code index} of {@code total} dealt evenly over {@code parts}. */
    private static int share(int total, int parts, int index) {
        return total / parts + (index < total % parts ? 1 : 0);
    }

    /**
     * What connections {@code from} to {@code from + connections} of {@code concurrency} get of {@code total}: as even as
     * whole numbers can be, all of it together, and no less than one a connection where there is one for each.
     */
    private static long share(long total, int concurrency, int from, int connections) {
        return total * (from + connections) / concurrency - total * from / concurrency;
    }

    private static int ceilDiv(int a, int b) {
        return Math.ceilDiv(a, b);
    }
}
