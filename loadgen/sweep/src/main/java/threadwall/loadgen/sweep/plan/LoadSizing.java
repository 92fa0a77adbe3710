package threadwall.loadgen.sweep.plan;

import threadwall.loadgen.http.AnswerVerifier;
import threadwall.loadgen.http.RequestRoute;
import threadwall.process.PreconditionException;

/**
 * The size of a step's load. It has seconds for an engine that ends by time, requests for the others; the other value
 * is {@code null}.
 *
 * @param route with the sleep that {@code --full-house} chose
 * @param warmUpRounds loads before the measured one; each makes {@code warmUpRequests} or lasts {@code warmUpSeconds}
 * @param warmUpKeepAlive whether the warm-up uses keep-alive
 * @param verifiers connections of the verifier
 * @param timeoutSeconds a client gives up after this long without a response
 */
record LoadSizing(
        RequestRoute route,
        Long requests,
        Integer seconds,
        int warmUpRounds,
        Long warmUpRequests,
        Integer warmUpSeconds,
        boolean warmUpKeepAlive,
        int verifiers,
        int timeoutSeconds) {

    /**
     * Warm-up requests until a JVM has compiled the measured path, and those of one round. With 1,000 connections on
     * two cores spring-deferred reached 3,000 requests per CPU-second after 20,000 requests in one round, 4,900 to
     * 6,500 after 40,000 in one round, and 6,700 to 8,200 after four rounds of 10,000 with a rest after each.
     */
    private static final int WARM_UP_REQUESTS = 40_000;

    private static final int WARM_UP_REQUESTS_PER_ROUND = 10_000;

    /**
     * A JVM compiles during the first ten seconds or so of {@code wrk}'s load on two CPUs. Meanwhile a request costs a
     * sixth more.
     */
    private static final int WARM_UP_ROUNDS_BY_TIME = 5;

    private static final int WARM_UP_SECONDS = 5;

    /** Well below 15 minutes, after which the runner aborts a load. */
    private static final int MAX_SECONDS = 600;

    /** {@code ab} stores {@code -n} in an int. */
    private static final int MAX_REQUESTS = Integer.MAX_VALUE;

    private static final int MAX_TIMEOUT_SECONDS = 86_400;

    private static final int MIN_VERIFIERS = 4;

    /** @throws PreconditionException (usage) when the load is too large, or the route is unknown */
    static LoadSizing of(SweepConfig config, int concurrency) throws PreconditionException {
        var route = route(config, concurrency);
        int sleep = route.sleepMillis() == null ? 0 : route.sleepMillis();
        long timeoutSeconds = (long) config.load().timeoutSeconds() + Math.ceilDiv(sleep, 1_000);
        if (timeoutSeconds > MAX_TIMEOUT_SECONDS) {
            throw PreconditionException.usage(
                    "--timeout %,d and a sleep of %,d ms are more than a day: take less of them",
                    config.load().timeoutSeconds(), sleep);
        }
        return config.load().engineConfig().engine().byTime()
                ? byTime(config, route, concurrency, sleep, (int) timeoutSeconds)
                : byRequests(config, route, concurrency, sleep, (int) timeoutSeconds);
    }

    private static RequestRoute route(SweepConfig config, int concurrency) throws PreconditionException {
        var route = RequestRoute.of(config.load().route());
        if (!config.load().fullHouse()) {
            return route;
        }
        if (route.sleepMillis() == null) {
            throw PreconditionException.usage(
                    "--full-house picks the time of /json2?time=…; --route is %s", route.text());
        }
        return route.sleeping(fullHouseMillis(concurrency));
    }

    /**
     * A sleep long enough to open and accept every connection and start its thread: 2 ms per connection, at least 2 s.
     * Starting threads takes longest: 20,000 took 10 to 15 s on two cores (docs/fibers.md explains it).
     */
    static int fullHouseMillis(int concurrency) {
        return Math.max(2, Math.ceilDiv(concurrency, 500)) * 1_000;
    }

    private static LoadSizing byTime(
            SweepConfig config, RequestRoute route, int concurrency, int sleep, int timeoutSeconds)
            throws PreconditionException {
        int seconds = config.load().engineConfig().seconds();
        if (seconds > MAX_SECONDS) {
            throw PreconditionException.usage(
                    "a load of %,d s is too long; ask for %d s at most", seconds, MAX_SECONDS);
        }
        if (sleep >= MAX_SECONDS * 1_000) {
            throw PreconditionException.usage(
                    "a route that sleeps %,d ms answers nothing in the %d s that a load may take: take a shorter sleep",
                    sleep, MAX_SECONDS);
        }
        if (seconds * 1_000 <= sleep) {
            throw PreconditionException.usage(
                    "a load of %d s on a route that sleeps %,d ms ends before its first answer: take --duration %ds",
                    seconds, sleep, Math.min(Math.ceilDiv(5 * sleep, 1_000), MAX_SECONDS));
        }
        int warmUpSeconds = Math.min(seconds, Math.max(WARM_UP_SECONDS, 2 * Math.ceilDiv(sleep, 1_000)));
        // in a closed loop each verifier gets one answer per sleep; 1.3 is a margin
        double verifiers = 1.3 * AnswerVerifier.ANSWERS_CHECKED * sleep / (1_000.0 * seconds);
        return new LoadSizing(
                route,
                null,
                seconds,
                Math.clamp(WARM_UP_ROUNDS_BY_TIME * WARM_UP_SECONDS / warmUpSeconds, 1, WARM_UP_ROUNDS_BY_TIME),
                null,
                warmUpSeconds,
                config.load().keepAlive(),
                verifiers((long) Math.ceil(verifiers), concurrency),
                timeoutSeconds);
    }

    private static LoadSizing byRequests(
            SweepConfig config, RequestRoute route, int concurrency, int sleep, int timeoutSeconds)
            throws PreconditionException {
        long requests = config.load().requests().at(concurrency);
        if (requests > MAX_REQUESTS) {
            throw PreconditionException.usage(
                    "--requests come to %,d for %,d connections; ab counts to %,d",
                    requests, concurrency, MAX_REQUESTS);
        }
        var perConnection = config.load().engineConfig().warmUpsPerConnection();
        long warmUp = perConnection == null ? warmUpRound(concurrency, sleep) : (long) perConnection * concurrency;
        int rounds = perConnection == null
                ? (int) Math.clamp(WARM_UP_REQUESTS / warmUp, 1, WARM_UP_REQUESTS / WARM_UP_REQUESTS_PER_ROUND)
                : 1;
        // the verifier is a closed loop like ab: its share of requests is its share of connections; 1.3 is a margin
        long verifiers = (long) Math.ceil(1.3 * AnswerVerifier.ANSWERS_CHECKED * concurrency / requests);
        return new LoadSizing(
                route,
                requests,
                null,
                rounds,
                warmUp,
                null,
                config.load().keepAlive() || perConnection != null,
                verifiers(verifiers, concurrency),
                timeoutSeconds);
    }

    private static int verifiers(long count, int concurrency) {
        return (int) Math.clamp(count, MIN_VERIFIERS, Math.max(MIN_VERIFIERS, concurrency));
    }

    private static long warmUpRound(int concurrency, int sleep) {
        long times = sleep == 0 ? 20 : Math.clamp(2_000 / sleep, 1, 20);
        return Math.max(concurrency, Math.min(WARM_UP_REQUESTS_PER_ROUND, times * concurrency));
    }
}
