package threadwall.loadgen.wrk;

import java.util.List;
import threadwall.loadgen.plan.Planner;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.Client;

/** Puts {@code wrk} into a step in the place of {@code ab}: kept connections, for a time. */
public final class Wrk {

    public static final String PROGRAM = "wrk";

    /** It can bind no address, so the kernel takes that of the server. */
    private static final String SOURCE = "127.0.0.1";

    /** A sweep takes as many as it needs to have enough checked when the load ends, which depends on its requests. */
    private static final int VERIFIERS = 4;

    /** A JVM compiles for some ten seconds of such a load on two processors; a request costs a sixth more meanwhile. */
    private static final int WARM_UP_ROUNDS = 5;

    private static final int WARM_UP_SECONDS = 5;

    private Wrk() {}

    /**
     * @param step of one server process, planned by {@link Planner} with kept connections
     * @param threads of {@code wrk}
     * @param seconds of the measured load; a round of warm-up is no longer
     */
    public static StepPlan instead(StepPlan step, int threads, int seconds) {
        var url = step.shards().getFirst().url() + step.route();
        var client = new Client(
                0,
                SOURCE,
                step.concurrency(),
                null,
                line(step, threads, Math.min(seconds, WARM_UP_SECONDS), url),
                line(step, threads, seconds, url));
        return new StepPlan(
                step.number(),
                step.server(),
                step.repeat(),
                step.route(),
                step.sleepMillis(),
                step.concurrency(),
                null,
                WARM_UP_ROUNDS,
                null,
                true,
                step.workers(),
                VERIFIERS,
                step.timeoutSeconds(),
                step.lingerSeconds(),
                step.shards(),
                List.of(client),
                step.expect());
    }

    /** Seconds that a command line of it takes; {@code null} when it is none. */
    public static Integer seconds(List<String> command) {
        return command.getFirst().equals(PROGRAM)
                ? command.stream()
                        .filter(word -> word.matches("-d\\d+s"))
                        .map(word -> Integer.valueOf(word.substring(2, word.length() - 1)))
                        .findFirst()
                        .orElse(null)
                : null;
    }

    private static List<String> line(StepPlan step, int threads, int seconds, String url) {
        return List.of(
                PROGRAM,
                "-t" + threads,
                "-c" + step.concurrency(),
                "-d" + seconds + "s",
                "--timeout",
                step.timeoutSeconds() + "s",
                "-s",
                "loadgen/wrk.lua",
                url);
    }
}
