package threadwall.loadgen.sweep.plan;

import java.time.Duration;
import java.util.List;
import threadwall.limits.NewConnectionRate;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.process.PreconditionException;
import threadwall.record.ClientHost;

/**
 * The size of a step's load. It has seconds for an engine that ends by time, requests for the others; the other value
 * is {@code null}.
 *
 * @param route with the sleep that {@code --full-house} chose
 * @param atLeastSeconds {@code requests} is raised after the warm-up so that the load lasts this long; {@code null} for a
 *     fixed number
 * @param rate requests that are due in a second; {@code null} for an engine that waits for responses
 * @param warmUpRounds most loads before the measured one; each makes {@code warmUpRequests} or lasts
 *     {@code warmUpSeconds}
 * @param warmUpLimitSeconds no round begins that is expected to end later; {@code null} = all rounds are made
 * @param warmUpKeepAlive whether the warm-up uses keep-alive
 * @param verifiers connections of the verifier
 * @param timeoutSeconds a client gives up after this long without a response
 */
record LoadSizing(
        RequestRoute route,
        Long requests,
        Integer atLeastSeconds,
        Integer seconds,
        Integer rate,
        int warmUpRounds,
        Long warmUpRequests,
        Integer warmUpSeconds,
        Integer warmUpLimitSeconds,
        boolean warmUpKeepAlive,
        int verifiers,
        int timeoutSeconds) {

    /**
     * Requests of a round for each server process, and the most rounds. With 5,000 connections on two cores spring-virtual
     * and spring-deferred needed 80,000 to 100,000 requests until their compilers had nothing to do, kilim 30,000
     * (docs/internals/architecture.md).
     */
    private static final int WARM_UP_REQUESTS_PER_ROUND = 10_000;

    private static final int MAX_WARM_UP_ROUNDS = 20;

    /** Rounds of a load with a small, fixed number of requests: a short look is not worth a long warm-up. */
    private static final int MIN_WARM_UP_ROUNDS = 4;

    /** More rounds make no more than this multiple of a fixed number of requests. */
    private static final int WARM_UPS_PER_REQUEST = 4;

    /**
     * The time for these rounds. Several processes compile the same code on the same cores, one beside the other: two
     * JVMs of spring-virtual with 20,000 connections had made half as many requests each after twice the time.
     */
    private static final int WARM_UP_LIMIT_SECONDS = 15;

    private static final int WARM_UP_LIMIT_SECONDS_OF_EACH = 25;

    /**
     * A JVM compiles during the first ten seconds or so of {@code wrk}'s load on two CPUs. Meanwhile a request costs a
     * sixth more.
     */
    private static final int WARM_UP_ROUNDS_BY_TIME = 5;

    private static final int WARM_UP_SECONDS = 5;

    /** Well below {@link LoadEngine#LONGEST_LOAD}. */
    private static final int MAX_SECONDS = 600;

    /** So much less than {@link LoadEngine#longestLoad} a load by requests may take: Tsung takes up to a minute to begin. */
    private static final Duration BEGINNING = Duration.ofMinutes(1);

    /** {@code ab} stores {@code -n} in an int. */
    private static final int MAX_REQUESTS = Integer.MAX_VALUE;

    /** The client's log has 170 bytes for each, and their times are in this JVM's memory for a moment. */
    static final int MAX_REQUESTS_AT_A_RATE = 6_000_000;

    private static final int MAX_TIMEOUT_SECONDS = 86_400;

    /** Of the time that it takes to start all connections from other hosts. */
    private static final double START_MARGIN = 1.5;

    /** A request of other hosts that sleeps and travels for less waits mostly for those of the others. */
    private static final double SHORT_MILLIS = 40;

    /** Of each connection from other hosts, if a request is short: with so many, 19,000 connections were open at once. */
    private static final int SHORT_REQUESTS = 40;

    /** So long each connection makes requests, at most {@link #SHORT_REQUESTS}: a busy machine starts fewer than Tsung can. */
    private static final double START_MILLIS = 10_000;

    private static final int MIN_VERIFIERS = 4;

    /**
     * @param host whose ports bound the rounds of a warm-up with kept connections
     * @param processes of the server
     * @throws PreconditionException (usage) when the load is too large, or the route is unknown
     */
    static LoadSizing of(SweepConfig config, HostLimits host, int concurrency, int processes)
            throws PreconditionException {
        var route = route(config, concurrency);
        int sleep = route.sleepMillis() == null ? 0 : route.sleepMillis();
        long timeoutSeconds = (long) config.load().timeoutSeconds() + Math.ceilDiv(sleep, 1_000);
        if (timeoutSeconds > MAX_TIMEOUT_SECONDS) {
            throw PreconditionException.usage(
                    "--timeout %,d and a sleep of %,d ms together exceed a day: lower one of them",
                    config.load().timeoutSeconds(), sleep);
        }
        return config.load().engineConfig().engine().byTime()
                ? byTime(config, host, route, concurrency, sleep, (int) timeoutSeconds)
                : byRequests(config, host, route, concurrency, processes, sleep, (int) timeoutSeconds);
    }

    private static RequestRoute route(SweepConfig config, int concurrency) throws PreconditionException {
        var route = RequestRoute.of(config.load().route());
        if (!config.load().fullHouse()) {
            return route;
        }
        if (route.sleepMillis() == null) {
            throw PreconditionException.usage(
                    "--full-house sets the sleep of /json2?time=…, but --route is %s: leave one of them out",
                    route.text());
        }
        return route.sleeping(fullHouseMillis(concurrency));
    }

    /**
     * A sleep long enough to open and accept every connection and start its thread: 2 ms per connection, at least 2 s.
     * Starting threads takes longest: 20,000 took 10 to 15 s on two cores (docs/explanation/small-fibers.md explains it).
     */
    static int fullHouseMillis(int concurrency) {
        return Math.max(2, Math.ceilDiv(concurrency, 500)) * 1_000;
    }

    private static LoadSizing byTime(
            SweepConfig config, HostLimits host, RequestRoute route, int concurrency, int sleep, int timeoutSeconds)
            throws PreconditionException {
        int seconds = config.load().engineConfig().seconds();
        if (seconds > MAX_SECONDS) {
            throw PreconditionException.usage(
                    "--duration %,d s is too long; ask for at most %d s", seconds, MAX_SECONDS);
        }
        if (sleep >= MAX_SECONDS * 1_000) {
            throw PreconditionException.usage(
                    "a route that sleeps %,d ms does not answer within %d s, the longest load: use a shorter sleep",
                    sleep, MAX_SECONDS);
        }
        if (seconds * 1_000 <= sleep) {
            throw PreconditionException.usage(
                    "a load of %d s ends before the first answer of a route that sleeps %,d ms: use --duration %ds",
                    seconds, sleep, Math.min(Math.ceilDiv(5 * sleep, 1_000), MAX_SECONDS));
        }
        int warmUpSeconds = Math.min(seconds, Math.max(WARM_UP_SECONDS, 2 * Math.ceilDiv(sleep, 1_000)));
        checkRate(config, host, concurrency, Math.max(seconds, warmUpSeconds * WARM_UP_ROUNDS_BY_TIME));
        int rounds = Math.clamp(WARM_UP_ROUNDS_BY_TIME * WARM_UP_SECONDS / warmUpSeconds, 1, WARM_UP_ROUNDS_BY_TIME);
        return new LoadSizing(
                route,
                null,
                null,
                seconds,
                config.load().engineConfig().rate(),
                rounds,
                null,
                warmUpSeconds,
                rounds * warmUpSeconds,
                config.load().keepAlive(),
                verifiers(ofSeconds(seconds, sleep), concurrency),
                timeoutSeconds);
    }

    /** In a closed loop each verifier gets one answer per sleep; 1.3 is a margin. */
    private static long ofSeconds(int seconds, int sleep) {
        return (long) Math.ceil(1.3 * AnswerVerifier.ANSWERS_CHECKED * sleep / (1_000.0 * seconds));
    }

    /** @param seconds of the longer of load and warm-up, each of which has the ports of its source addresses */
    private static void checkRate(SweepConfig config, HostLimits host, int concurrency, int seconds)
            throws PreconditionException {
        var rate = config.load().engineConfig().rate();
        if (rate == null) {
            return;
        }
        long requests = (long) rate * config.load().engineConfig().seconds();
        if (requests > MAX_REQUESTS_AT_A_RATE) {
            throw PreconditionException.usage(
                    "--rate %,d for %,d s makes %,d requests; the maximum is %,d: lower --rate or --duration",
                    rate, config.load().engineConfig().seconds(), requests, MAX_REQUESTS_AT_A_RATE);
        }
        if (config.load().keepAlive() || host.connectionsOfOneClient() < 1) {
            return;
        }
        long ports = (long) host.allPorts() * host.clients(concurrency);
        long most = NewConnectionRate.most(ports, seconds);
        if (rate > most) {
            throw PreconditionException.environment(
                    "asked for %,d new connections a second, each of which may keep a port of the client for a minute; the"
                            + " client's %,d ports are used up after %.0f s: leave out --no-keep-alive, or ask for --rate %d"
                            + " at most",
                    rate, ports, NewConnectionRate.secondsUntilUsedUp(ports, rate), most);
        }
    }

    private static LoadSizing byRequests(
            SweepConfig config,
            HostLimits host,
            RequestRoute route,
            int concurrency,
            int processes,
            int sleep,
            int timeoutSeconds)
            throws PreconditionException {
        var rate = config.load().engineConfig().rate();
        long requests = rate == null
                ? Math.max(
                        config.load().requests().at(concurrency),
                        concurrency * outlastingTheStart(config, concurrency, sleep))
                : (long) rate * config.load().engineConfig().seconds();
        if (rate != null) {
            checkArrivals(config);
        }
        if (requests > MAX_REQUESTS) {
            throw PreconditionException.usage(
                    "--requests means %,d requests at %,d connections; the maximum is %,d: lower --requests",
                    requests, concurrency, MAX_REQUESTS);
        }
        if (rate == null) {
            checkLength(config, requests, concurrency, sleep);
        }
        var perConnection = config.load().engineConfig().warmUpsPerConnection();
        long warmUp =
                perConnection == null ? warmUpRound(concurrency, sleep, processes) : (long) perConnection * concurrency;
        int rounds = perConnection == null ? warmUpRounds(config, requests, warmUp) : 1;
        boolean kept = config.load().keepAlive() || perConnection != null;
        int fitting = kept ? Math.min(rounds, keptRounds(host, Math.ceilDiv(concurrency, processes))) : rounds;
        // no round is cut short, so that a long one must fit into the limit
        long longest = sleep == 0 ? Long.MAX_VALUE : Math.max(1, warmUpLimit(processes) * 1_000L / sleep) * concurrency;
        // the verifier is a closed loop like ab: its share of requests is its share of connections; 1.3 is a margin
        long verifiers = rate == null
                ? (long) Math.ceil(1.3 * AnswerVerifier.ANSWERS_CHECKED * concurrency / requests)
                : ofSeconds(config.load().engineConfig().seconds(), sleep);
        return new LoadSizing(
                route,
                rate == null ? Long.valueOf(requests) : null,
                rate == null ? config.load().requests().atLeastSeconds() : null,
                config.load().engineConfig().seconds(),
                rate,
                fitting,
                Math.max(warmUp, Math.min(warmUp * rounds / fitting, longest)),
                null,
                perConnection == null ? Integer.valueOf(warmUpLimit(processes)) : null,
                kept,
                verifiers(verifiers, concurrency),
                timeoutSeconds);
    }

    /**
     * How many requests a connection makes at least, so that the first ones to start still make some when the last ones have
     * started. While few are open, a request takes hardly longer than its sleep and the round trip.
     */
    private static long outlastingTheStart(SweepConfig config, int concurrency, int sleep) {
        var engine = config.load().engineConfig();
        if (config.load().requests().atLeastSeconds() == null || engine.remote() == null) {
            return 0;
        }
        var hosts = engine.remote().hostsFor(concurrency);
        double millis = sleep + LoadLength.shortestRoundTripMillis(hosts);
        if (millis < SHORT_MILLIS) {
            return SHORT_REQUESTS;
        }
        double start = START_MARGIN * 1e3 * engine.engine().startSeconds(hosts, concurrency);
        return (long) Math.ceil(Math.max(start, Math.min(SHORT_REQUESTS * millis, START_MILLIS)) / millis);
    }

    /** A connection sends its next request after the response, which takes the sleep and the round trip at least. */
    private static void checkLength(SweepConfig config, long requests, int concurrency, int sleep)
            throws PreconditionException {
        long each = Math.ceilDiv(requests, (long) concurrency);
        var remote = config.load().engineConfig().remote();
        var hosts = remote == null ? List.<ClientHost>of() : remote.hostsFor(concurrency);
        double roundTrip = LoadLength.shortestRoundTripMillis(hosts);
        double start = config.load().engineConfig().engine().startSeconds(hosts, concurrency);
        long seconds = (long) Math.ceil(each * (sleep + roundTrip) / 1e3 + start);
        long most = config.load()
                .engineConfig()
                .engine()
                .longestLoad()
                .minus(BEGINNING)
                .toSeconds();
        if (seconds > most) {
            var far = hosts.isEmpty()
                    ? ""
                    : " over a round trip of %.1f ms, after a start of %.0f s,".formatted(roundTrip, start);
            throw PreconditionException.usage(
                    "%,d requests of each connection that sleep %,d ms%s take %,d s, and a load may take %,d s: lower"
                            + " --requests, %suse a shorter sleep",
                    each, sleep, far, seconds, most, hosts.isEmpty() ? "or " : "name more hosts, or ");
        }
    }

    /** Each arrival opens a connection on one of the hosts, and the client's port may be taken for a minute. */
    private static void checkArrivals(SweepConfig config) throws PreconditionException {
        var engine = config.load().engineConfig();
        if (engine.seconds() > MAX_SECONDS) {
            throw PreconditionException.usage(
                    "--duration %,d s is too long; ask for at most %d s", engine.seconds(), MAX_SECONDS);
        }
        long most = NewConnectionRate.most(engine.remote().maxConnections(), engine.seconds());
        if (engine.rate() > most) {
            throw PreconditionException.environment(
                    "asked for %,d new connections a second from hosts with %,d ports and descriptors in all: ask for --rate"
                            + " %d at most, or name more hosts",
                    engine.rate(), engine.remote().maxConnections(), most);
        }
    }

    private static int verifiers(long count, int concurrency) {
        return (int) Math.clamp(count, MIN_VERIFIERS, Math.max(MIN_VERIFIERS, concurrency));
    }

    private static int warmUpRounds(SweepConfig config, long requests, long warmUp) {
        return config.load().requests().atLeastSeconds() == null
                ? (int) Math.clamp(WARM_UPS_PER_REQUEST * requests / warmUp, MIN_WARM_UP_ROUNDS, MAX_WARM_UP_ROUNDS)
                : MAX_WARM_UP_ROUNDS;
    }

    /**
     * Most rounds of kept connections. At the end of a round {@code ab} closes them, and the client's ports stay in
     * TIME_WAIT for a minute, where no other round can have them.
     *
     * @param connections to one process of the server
     */
    private static int keptRounds(HostLimits host, int connections) {
        return host.connectionsOfOneClient() < 1
                ? 1 // refused later, with the reason
                : Math.max(1, host.portsPerSource() / Math.ceilDiv(connections, host.clients(connections)));
    }

    private static int warmUpLimit(int processes) {
        return processes == 1 ? WARM_UP_LIMIT_SECONDS : processes * WARM_UP_LIMIT_SECONDS_OF_EACH;
    }

    /**
     * As many requests for each process as a single one gets, but no more than one for a connection where that is more.
     * With 10,000 connections on one source address a round of two requests each leaves 2,000 of the client's own sockets
     * in TIME_WAIT, one of one request none; from the third such round on {@code ab} searched for ports for 8 s.
     */
    private static long warmUpRound(int concurrency, int sleep, int processes) {
        long times = sleep == 0 ? 20 : Math.clamp(2_000 / sleep, 1, 20);
        return Math.max(concurrency, Math.min((long) processes * WARM_UP_REQUESTS_PER_ROUND, times * concurrency));
    }
}
