package threadwall.record;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How a server stood what clients should not do, {@code ./threadwall abuse}.
 *
 * @param at when the test started
 * @param command the arguments of {@code ./threadwall}, as typed
 * @param commit as in {@link RunRecord}
 * @param test {@code slow}, {@code hangup}, {@code descriptors}, {@code soak} or {@code crash}
 * @param server name of the server
 * @param serverCommand the line that started it
 * @param seconds the time that the test took
 * @param faults what the server did wrong, or did not do, in sentences; it passed when there are none
 * @param before the server at rest, warmed up, before any abuse; {@code null} of {@code crash}, which has none at rest
 * @param after the server at rest again; {@code null} when it was gone
 * @param peace of {@code slow}: the healthy client without an attack; {@code null} for the others
 * @param attacks of {@code slow}
 * @param rounds of {@code hangup} and {@code descriptors}
 * @param soak of {@code soak}; {@code null} for the others
 * @param shortage of {@code descriptors}; {@code null} for the others, and in records from before it was looked at
 * @param crash of {@code crash}; {@code null} for the others, and in records from before there was one
 */
public record ResilienceRecord(
        int schema,
        Instant at,
        List<String> command,
        String commit,
        RunRecord.Machine machine,
        String test,
        String server,
        List<String> serverCommand,
        double seconds,
        List<String> faults,
        Footing before,
        Footing after,
        Pulse peace,
        List<Attack> attacks,
        List<Round> rounds,
        Soak soak,
        Shortage shortage,
        Crash crash)
        implements RecordLine {

    public boolean passed() {
        return faults.isEmpty();
    }

    /**
     * What the server holds while nobody asks anything of it.
     *
     * @param descriptors open files of its process
     * @param connections sockets at its port that are neither LISTEN nor TIME_WAIT
     * @param rssBytes VmRSS
     * @param liveHeapBytes of objects that a full collection left; {@code null} of a server that is no JVM
     * @param requestObjects of these, tasks, fibers, connections and the like: what stands for a client or its request;
     *     {@code null} of a server that is no JVM
     */
    public record Footing(long descriptors, long connections, long rssBytes, Long liveHeapBytes, Long requestObjects) {}

    /**
     * What a well-behaved client saw that asks at a steady rate. A late answer counts from when its request was due.
     *
     * @param failed requests without an answer
     * @param wrong answers with another status, header or body than the route's
     */
    public record Pulse(
            long requests, long failed, long wrong, double p50Millis, double p99Millis, double longestMillis) {}

    /**
     * One kind of attack.
     *
     * @param tool the command that ran it; empty for our own client
     * @param connections asked for
     * @param peakConnections the most sockets at the server's port at once, by sock_diag, the healthy client's included
     * @param healthy what the well-behaved client saw meanwhile
     * @param ratio its p99 over that in peace
     * @param secondsToReturn until descriptors and sockets were back at the start; {@code null} when they never were
     */
    public record Attack(
            String name,
            List<String> tool,
            int connections,
            long peakConnections,
            Pulse healthy,
            double ratio,
            Double secondsToReturn) {}

    /**
     * One of several alike.
     *
     * @param number from 1
     * @param clients that connected and asked
     * @param peakDescriptors the most open files of the server that were seen
     * @param atWork requests that the server had read when the clients hung up; {@code null} where they do not
     * @param answered clients that got their right answer; {@code null} where they do not wait for it
     * @param secondsToReturn until descriptors and sockets were back at the start; {@code null} when they never were
     */
    public record Round(
            int number, int clients, long peakDescriptors, Integer atWork, Integer answered, Double secondsToReturn) {}

    /**
     * A long mix of good and bad clients.
     *
     * @param seed of the mix
     * @param connections clients at once
     * @param boundSeconds the time it was given
     * @param requests sent whole, whose answer was waited for
     * @param answers by status
     * @param sessions by what the clients did in them
     * @param wrong answers that were wrong, missing or out of order
     * @param faults of these, by what was wrong
     * @param rss of the server over the second half
     * @param samples the file of the samples, beside the record
     */
    public record Soak(
            long seed,
            int connections,
            double boundSeconds,
            long requests,
            List<Count> answers,
            List<Count> sessions,
            long wrong,
            List<Count> faults,
            Rss rss,
            String samples) {}

    /**
     * Clients that were more than the server had descriptors for.
     *
     * @param nofile hard limit of descriptors, of each process of the server
     * @param clients that connected and asked, in all rounds
     * @param answered of these, those that got their right answer
     * @param lost the others, by what they saw
     * @param later what a client saw that came when all others had left; {@code null} when it was served
     * @param outSeconds that a process of the server was seen with all its descriptors taken
     * @param outCpuSeconds CPU time of the server in these seconds, user and system
     * @param failure the worst of how it failed; {@code null} when in none of these ways
     */
    public record Shortage(
            int nofile,
            long clients,
            long answered,
            List<Count> lost,
            String later,
            double outSeconds,
            double outCpuSeconds,
            Failure failure) {

        /** Seconds out of descriptors that it takes to tell: CPU time comes in steps of 10 ms. */
        public static final double LEAST_SECONDS = 1;

        /** In use while it was out of descriptors; empty where that was too short to tell. */
        public OptionalDouble processorsInUse() {
            return outSeconds < LEAST_SECONDS ? OptionalDouble.empty() : OptionalDouble.of(outCpuSeconds / outSeconds);
        }
    }

    /** How a server fails that has no descriptors left, as seen from outside; the worst first. */
    public enum Failure {
        /** Its process ended. */
        ENDED,
        /** It lives, and serves nobody any more when all clients have left. */
        SERVES_NOBODY,
        /** Clients were reset, closed without an answer, or given a wrong one, or none in a minute; it serves on. */
        LOSES_CLIENTS,
        /** All were served, and it used half a processor or more while there was nothing to do but wait. */
        BUSY
    }

    /**
     * What keeps users was killed while clients stored them.
     *
     * @param store {@code postgres}: the database was killed; {@code embedded}, {@code db4j}: the server
     * @param powerCut whether the machine was killed instead in which both ran; {@code null} in records from before that
     *     could be
     * @param seed of the moments
     * @param clients that stored users at the same time
     * @param rounds those that were finished
     */
    public record Crash(String store, Boolean powerCut, long seed, int clients, List<CrashRound> rounds) {}

    /**
     * One kill, or two, and what was left.
     *
     * @param number from 1
     * @param inStart whether it was killed once more while it started
     * @param streamSeconds for which users had been stored when it was killed
     * @param acknowledged users with a 201
     * @param unanswered requests without a whole answer
     * @param unavailable requests answered by a 503
     * @param refused users that no server may take, answered by a 400
     * @param unknownAndThere of the unanswered and unavailable, those that are there afterwards
     * @param lost users that were acknowledged, and are gone or are others afterwards
     * @param secondsToServe from the start of that which was killed until it is ready again, or the server behind which
     *     it is has stored a user
     */
    public record CrashRound(
            int number,
            boolean inStart,
            double streamSeconds,
            long acknowledged,
            long unanswered,
            long unavailable,
            long refused,
            long unknownAndThere,
            long lost,
            double secondsToServe) {}

    /** How often a thing was seen. */
    public record Count(String what, long times) {}

    /**
     * RSS over the second half of a soak.
     *
     * @param thirdQuarterBytes median of the third quarter's samples
     * @param lastQuarterBytes median of the last quarter's
     * @param slopeBytesPerHour of the least-squares line
     * @param judged whether the soak was long enough for it to say anything
     */
    public record Rss(
            long thirdQuarterBytes,
            long lastQuarterBytes,
            long lowestBytes,
            long highestBytes,
            double slopeBytesPerHour,
            boolean judged) {

        /** Growth from the third quarter to the last, in percent. */
        public double growthPercent() {
            return 100.0 * (lastQuarterBytes - thirdQuarterBytes) / thirdQuarterBytes;
        }
    }
}
