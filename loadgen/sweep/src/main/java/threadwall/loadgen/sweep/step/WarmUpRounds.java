package threadwall.loadgen.sweep.step;

import java.util.List;
import threadwall.record.StepRecord.WarmUpRound;
import threadwall.record.StepRecord.WarmedUp;

/**
 * The rounds of a warm-up so far. Pure.
 *
 * @param seconds from the start of the first to the end of the last one's rest
 */
public record WarmUpRounds(List<Round> rounds, double seconds) {

    /**
     * One load of the warm-up.
     *
     * @param failed requests of these, at most
     * @param seconds from the first client's start to the last response
     * @param answeringSeconds that all its requests would take at the rate of the responses, as clients report them:
     *     without the time until the first one, in which clients open their connections; {@code null} if unknown
     * @param compilationSeconds of the servers' JVMs meanwhile; {@code null} without a HotSpot JVM
     * @param clientCpuSeconds user and system time of the clients; {@code null} if unknown
     */
    record Round(
            RequestCost cost,
            long failed,
            double seconds,
            Double answeringSeconds,
            Double compilationSeconds,
            Double clientCpuSeconds) {

        private boolean isSettledAfter(Round before) {
            return cost.isSteadyAfter(before.cost) && hardlyCompiled(compilationSeconds, seconds);
        }
    }

    /** Compilation time as a share of a load's time: the load has this much less CPU for requests at most. */
    private static final double COMPILED_SHARE = 0.1;

    /** A compiler may have nothing to do in one round and go on in the next: two quiet rounds in a row are needed. */
    private static final int QUIET_ROUNDS = 2;

    /**
     * Whether the cost of a request has settled: in the last two rounds the CPU time of a request was that of the
     * round before, and the JVMs hardly compiled.
     */
    boolean isSettled() {
        int size = rounds.size();
        if (size <= QUIET_ROUNDS) {
            return false;
        }
        for (int i = size - QUIET_ROUNDS; i < size; i++) {
            if (!rounds.get(i).isSettledAfter(rounds.get(i - 1))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether the servers' JVMs have done with compiling.
     *
     * @param compilationSeconds during a load; {@code null} without a HotSpot JVM
     * @param seconds that it lasted
     */
    static boolean hardlyCompiled(Double compilationSeconds, double seconds) {
        return compilationSeconds == null || compilationSeconds <= COMPILED_SHARE * seconds;
    }

    /**
     * Requests per second that a longer load than the last round will have, about. The round as a whole is slower than
     * that, since no client reads a response before all its connections are open; its responses alone are faster, since
     * many of their connections were opened before. So the middle of both is taken.
     *
     * @param sleepMillis of the route, which the first responses wait for; {@code null} for none
     */
    double requestsPerSecond(Integer sleepMillis) {
        var last = rounds.getLast();
        double asleep = sleepMillis == null ? 0 : sleepMillis / 1e3;
        double whole = Math.max(last.seconds() - asleep, last.seconds() / 2);
        double answering = last.answeringSeconds() == null ? whole : Math.max(last.answeringSeconds(), whole / 2);
        return last.cost().requests() / ((whole + answering) / 2);
    }

    WarmedUp record() {
        var last = rounds.getLast();
        return new WarmedUp(
                rounds.size(),
                (long) rounds.stream()
                        .mapToDouble(round -> round.cost().requests())
                        .sum(),
                seconds,
                last.cost().requests() == 0 ? 0 : last.cost().cpuMicros(),
                last.compilationSeconds(),
                rounds.stream()
                        .map(round -> new WarmUpRound(
                                (long) round.cost().requests(),
                                round.failed(),
                                round.seconds(),
                                round.cost().cpuSeconds(),
                                round.clientCpuSeconds()))
                        .toList());
    }
}
