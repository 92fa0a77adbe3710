package threadwall.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import threadwall.record.StepPlan.Trial.Part;

/** Why a server's capacity cannot be trusted as it stands. */
public sealed interface CapacityDoubt {

    @JsonValue
    String text();

    /** Whether something but the server ended the searches. */
    default boolean isAtLeast() {
        return false;
    }

    /**
     * The client was the bottleneck, at a rate below all at which the server failed.
     *
     * @param rate the lowest such rate
     */
    record ClientBound(int rate) implements CapacityDoubt {
        @Override
        public String text() {
            return format("at least this: the client was the bottleneck at %,d requests/s", rate);
        }

        @Override
        public boolean isAtLeast() {
            return true;
        }
    }

    /**
     * The clients had too few connections, at a rate below all at which the server failed.
     *
     * @param rate the lowest such rate
     * @param connections that all were in use
     */
    record ConnectionsBound(int rate, int connections) implements CapacityDoubt {
        @Override
        public String text() {
            return format(
                    "at least this: all %,d connections were in use at %,d requests/s; raise --connections",
                    connections, rate);
        }

        @Override
        public boolean isAtLeast() {
            return true;
        }
    }

    /**
     * A search ended with the highest rate that it tried, because a load at a higher one would have too many requests.
     *
     * @param rate the highest of all searches that ended so
     */
    record NoneHigher(int rate) implements CapacityDoubt {
        @Override
        public String text() {
            return format(
                    "at least this: a search tried no rate above %,d requests/s, which was answered; a shorter --duration"
                            + " allows higher rates",
                    rate);
        }

        @Override
        public boolean isAtLeast() {
            return true;
        }
    }

    /**
     * The server answered requests with a status other than 2xx.
     *
     * @param rate the lowest at which it did
     * @param requests how many of that load
     */
    record Refused(int rate, long requests) implements CapacityDoubt {
        @Override
        public String text() {
            return format(
                    "the server answered %,d request%s at %,d requests/s with a status other than 2xx: a limit that it sets,"
                            + " or an error, but not its capacity",
                    requests, requests == 1 ? "" : "s", rate);
        }
    }

    /**
     * The server failed at a rate well below one that it answered, or answered far fewer requests at a rate little below.
     *
     * @param failed the lowest such rate
     * @param answered the highest rate that it answered
     */
    record Wanders(int failed, int answered) implements CapacityDoubt {
        @Override
        public String text() {
            return format(
                    "unstable: the server failed at %,d requests/s but answered %,d requests/s in other loads; repeat"
                            + " on an idle machine",
                    failed, answered);
        }
    }

    /**
     * A CPU quota stopped the server, and it was not the same in all loads.
     *
     * @param lowest quota, in CPUs
     * @param highest quota
     */
    record QuotaChanged(double lowest, double highest) implements CapacityDoubt {
        @Override
        public String text() {
            return format(
                    "the server's CPU quota changed between loads, from %.2f to %.2f CPUs; keep it fixed (cpu.max of its"
                            + " cgroup) and repeat",
                    lowest, highest);
        }
    }

    /**
     * A CPU quota stopped the server in some loads, and in others it used more than that quota allows.
     *
     * @param quota in CPUs
     * @param cores that it used in the load with the highest CPU time
     */
    record QuotaNotAlways(double quota, double cores) implements CapacityDoubt {
        @Override
        public String text() {
            return format(
                    "the server's CPU quota was %.2f CPUs in some loads, but it used %.2f in another; keep it fixed (cpu.max"
                            + " of its cgroup) and repeat",
                    quota, cores);
        }
    }

    /**
     * Other processes took CPU time during loads that failed, so these may have failed for it.
     *
     * @param percent of the time of all CPUs, in the load at the lowest rate that failed
     */
    record OtherProcesses(double percent) implements CapacityDoubt {
        @Override
        public String text() {
            return format(
                    "other processes used %.0f %% of all CPUs in the load at the lowest rate that failed; repeat on an idle"
                            + " machine",
                    percent);
        }
    }

    /** No rate was confirmed on two fresh servers. */
    record Unconfirmed() implements CapacityDoubt {
        @Override
        public String text() {
            return "not confirmed on two fresh servers";
        }
    }

    /**
     * A search has no result, since none of its loads said anything. The capacity is that of the other repeats.
     *
     * @param reason of its first load
     */
    record NotMeasured(int repeat, String reason) implements CapacityDoubt {
        @Override
        public String text() {
            return format("the search of repeat %d has no result: %s", repeat, reason);
        }
    }

    /**
     * Loads at some rates measured nothing, and did not when they were repeated: wrong answers, or a server that could not
     * be loaded.
     *
     * @param part what they were for
     * @param rate the lowest of these rates
     * @param others how many other rates there are in this part
     * @param reason at the lowest
     */
    record NoResult(Part part, int rate, int others, String reason) implements CapacityDoubt {
        @Override
        public String text() {
            return format(
                    "no result at %,d requests/s%s (%s): %s",
                    rate,
                    others == 0 ? "" : format(" and %d other %s", others, others == 1 ? "rate" : "rates"),
                    part.name().toLowerCase(Locale.ROOT),
                    reason);
        }
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
