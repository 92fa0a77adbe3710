package threadwall.loadgen.sweep.plan;

import threadwall.loadgen.http.AnswerVerifier;
import threadwall.loadgen.http.RequestRoute;
import threadwall.process.PreconditionException;

/**
 * How much the clients of a step ask for. An engine that goes by time has seconds, another requests; the other is
 * {@code null}.
 *
 * @param route with the sleep that {@code --full-house} picked
 * @param warmUpRounds loads before the measured one; each makes {@code warmUpRequests} or lasts {@code warmUpSeconds}
 * @param warmUpKept whether these keep connections
 * @param verifiers connections of the side verifier
 * @param timeoutSeconds silence after which a client gives up
 */
record LoadSizing(
        RequestRoute route,
        Long requests,
        Integer seconds,
        int warmUpRounds,
        Long warmUpRequests,
        Integer warmUpSeconds,
        boolean warmUpKept,
        int verifiers,
        int timeoutSeconds) {

    /**
     * Requests that bring a JVM's compiler to rest on the measured path, and those of one round. spring-deferred at 1,000
     * connections on two cores gave 3,000 requests per CPU-second after 20,000 requests in one go, 4,900 to 6,500 after
     * 40,000 in one go, 6,700 to 8,200 after four rounds of 10,000 with a rest after each.
     */
    private static final int WARM_UP = 40_000;

    private static final int WARM_UP_ROUND = 10_000;

    /**
     * A JVM compiles for some ten seconds of {@code wrk}'s load on two processors; a request costs a sixth more meanwhile.
     */
    private static final int WARM_UP_ROUNDS_BY_TIME = 5;

    private static final int WARM_UP_SECONDS = 5;

    /** A load that takes 15 minutes is given up, and this one is not to come near. */
    private static final int LONGEST_SECONDS = 600;

    /** {@code ab} keeps {@code -n} in an int. */
    private static final int MOST_REQUESTS = Integer.MAX_VALUE;

    private static final int LONGEST_TIMEOUT_SECONDS = 86_400;

    private static final int FEWEST_VERIFIERS = 4;

    /** @throws PreconditionException (usage) when what was asked is too much, or no route */
    static LoadSizing of(SweepConfig config, int concurrency) throws PreconditionException {
        var route = route(config, concurrency);
        int sleep = route.sleepMillis() == null ? 0 : route.sleepMillis();
        long timeoutSeconds = (long) config.load().timeoutSeconds() + Math.ceilDiv(sleep, 1_000);
        if (timeoutSeconds > LONGEST_TIMEOUT_SECONDS) {
            throw PreconditionException.usage(
                    "--timeout %,d and a sleep of %,d ms are more than a day: take less of them",
                    config.load().timeoutSeconds(), sleep);
        }
        return config.load().drive().engine().byTime()
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
     * A sleep in which every connection can be opened, accepted and given its thread: 2 ms a connection, at least 2 s.
     * Starting threads is what takes longest: 20,000 took 10 to 15 s on two cores (docs/fibers.md says why).
     */
    static int fullHouseMillis(int concurrency) {
        return Math.max(2, Math.ceilDiv(concurrency, 500)) * 1_000;
    }

    private static LoadSizing byTime(
            SweepConfig config, RequestRoute route, int concurrency, int sleep, int timeoutSeconds)
            throws PreconditionException {
        int seconds = config.load().drive().seconds();
        if (seconds > LONGEST_SECONDS) {
            throw PreconditionException.usage(
                    "a load of %,d s is too long; ask for %d s at most", seconds, LONGEST_SECONDS);
        }
        if (sleep >= LONGEST_SECONDS * 1_000) {
            throw PreconditionException.usage(
                    "a route that sleeps %,d ms answers nothing in the %d s that a load may take: take a shorter sleep",
                    sleep, LONGEST_SECONDS);
        }
        if (seconds * 1_000 <= sleep) {
            throw PreconditionException.usage(
                    "a load of %d s on a route that sleeps %,d ms ends before its first answer: take --duration %ds",
                    seconds, sleep, Math.min(Math.ceilDiv(5 * sleep, 1_000), LONGEST_SECONDS));
        }
        int warmUpSeconds = Math.min(seconds, Math.max(WARM_UP_SECONDS, 2 * Math.ceilDiv(sleep, 1_000)));
        // a closed loop makes a request a sleep; 1.3 to be sure
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
        if (requests > MOST_REQUESTS) {
            throw PreconditionException.usage(
                    "--requests come to %,d for %,d connections; ab counts to %,d",
                    requests, concurrency, MOST_REQUESTS);
        }
        var kept = config.load().drive().keptWarmUps();
        long warmUp = kept == null ? warmUpRound(concurrency, sleep) : (long) kept * concurrency;
        int rounds = kept == null ? (int) Math.clamp(WARM_UP / warmUp, 1, WARM_UP / WARM_UP_ROUND) : 1;
        // a closed loop like ab's: the same share of connections makes the same share of requests; 1.3 to be sure
        long verifiers = (long) Math.ceil(1.3 * AnswerVerifier.ANSWERS_CHECKED * concurrency / requests);
        return new LoadSizing(
                route,
                requests,
                null,
                rounds,
                warmUp,
                null,
                config.load().keepAlive() || kept != null,
                verifiers(verifiers, concurrency),
                timeoutSeconds);
    }

    private static int verifiers(long wanted, int concurrency) {
        return (int) Math.clamp(wanted, FEWEST_VERIFIERS, Math.max(FEWEST_VERIFIERS, concurrency));
    }

    private static long warmUpRound(int concurrency, int sleep) {
        long times = sleep == 0 ? 20 : Math.clamp(2_000 / sleep, 1, 20);
        return Math.max(concurrency, Math.min(WARM_UP_ROUND, times * concurrency));
    }
}
