package threadwall.record;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The result of one resilience test of one server, {@code ./threadwall resilience}.
 *
 * @param at when the test started
 * @param command arguments of {@code ./threadwall}, as typed
 * @param commit as in {@link RunRecord}
 * @param test {@code slow}, {@code hangup}, {@code descriptors}, {@code soak} or {@code crash}
 * @param server name of the server
 * @param serverCommand command line that started it
 * @param seconds duration of the test
 * @param faults a sentence for each check that failed; the server passed when there are none
 * @param before the server warmed up and idle, before the test; {@code null} for {@code crash}, which takes no snapshot
 * @param after the server idle again; {@code null} when it had ended
 * @param peace for {@code slow}: the healthy client before the attacks; {@code null} for other tests
 * @param attacks for {@code slow}
 * @param rounds for {@code hangup} and {@code descriptors}
 * @param soak for {@code soak}; {@code null} for other tests
 * @param shortage for {@code descriptors}; {@code null} for other tests, and in records older than this field
 * @param crash for {@code crash}; {@code null} for other tests, and in records older than this test
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
        ResourceSnapshot before,
        ResourceSnapshot after,
        HealthyClientStats peace,
        List<Attack> attacks,
        List<Round> rounds,
        Soak soak,
        FdExhaustion shortage,
        Crash crash)
        implements RecordLine {

    public boolean passed() {
        return faults.isEmpty();
    }

    /**
     * Resources that the idle server holds.
     *
     * @param descriptors open files of its processes
     * @param connections sockets at its port that are neither LISTEN nor TIME_WAIT
     * @param rssBytes VmRSS
     * @param liveHeapBytes bytes of the objects that survive a full collection; {@code null} for a server that is not a JVM
     * @param requestObjects of these objects, those that represent a client or its request (tasks, fibers, connections);
     *     {@code null} for a server that is not a JVM
     */
    public record ResourceSnapshot(
            long descriptors, long connections, long rssBytes, Long liveHeapBytes, Long requestObjects) {}

    /**
     * Answers to a well-behaved client that sends requests at a steady rate. Latency counts from when a request was due.
     *
     * @param failed requests without an answer
     * @param wrong answers with a wrong status, header or body
     */
    public record HealthyClientStats(
            long requests, long failed, long wrong, double p50Millis, double p99Millis, double longestMillis) {}

    /**
     * One kind of attack.
     *
     * @param tool command that ran it; empty for our own client
     * @param connections that were requested
     * @param peakConnections highest number of sockets at the server's port, by sock_diag, with the healthy client's
     * @param healthy the healthy client during the attack
     * @param ratio the healthy client's p99 over that before the attacks
     * @param secondsToReturn until descriptors and sockets were back at their level before; {@code null} when they never were
     */
    public record Attack(
            String name,
            List<String> tool,
            int connections,
            long peakConnections,
            HealthyClientStats healthy,
            double ratio,
            Double secondsToReturn) {}

    /**
     * One of several identical rounds.
     *
     * @param number from 1
     * @param clients that connected and sent a request
     * @param peakDescriptors highest number of open files of the server that was seen
     * @param atWork requests that the server had read when the clients hung up; {@code null} for other tests
     * @param answered clients that got the right answer; {@code null} where clients do not wait for it
     * @param secondsToReturn until descriptors and sockets were back at their level before; {@code null} when they never were
     */
    public record Round(
            int number, int clients, long peakDescriptors, Integer atWork, Integer answered, Double secondsToReturn) {}

    /**
     * A long run of well-behaved and misbehaving clients.
     *
     * @param seed random seed for the mix
     * @param connections simultaneous clients
     * @param boundSeconds requested duration
     * @param requests that were sent in full and whose answer the client awaited
     * @param answers by status
     * @param sessions by the behavior of the client
     * @param wrong answers that were wrong, missing or out of order
     * @param faults wrong answers by what was wrong
     * @param rss RSS of the server over the second half
     * @param samples file of the samples, beside the record
     */
    public record Soak(
            long seed,
            int connections,
            double boundSeconds,
            long requests,
            List<EventCount> answers,
            List<EventCount> sessions,
            long wrong,
            List<EventCount> faults,
            RssTrend rss,
            String samples) {}

    /**
     * More clients than the server had descriptors.
     *
     * @param nofile hard limit of descriptors for each process of the server
     * @param clients that connected and sent a request, in all rounds
     * @param answered clients that got the right answer
     * @param lost the other clients, by what they saw
     * @param later what a client saw that connected after all others had left; {@code null} when it was served
     * @param outSeconds time for which a process of the server had no free descriptor
     * @param outCpuSeconds CPU time of the server in this time, user and system
     * @param failure the worst failure; {@code null} when there was none of these
     */
    public record FdExhaustion(
            int nofile,
            long clients,
            long answered,
            List<EventCount> lost,
            String later,
            double outSeconds,
            double outCpuSeconds,
            FdExhaustionFailure failure) {

        /** Shortest time that is judged: CPU time is counted in steps of 10 ms. */
        public static final double LEAST_SECONDS = 1;

        /** CPUs in use while the server was out of descriptors; empty when that time was too short to judge. */
        public OptionalDouble processorsInUse() {
            return outSeconds < LEAST_SECONDS ? OptionalDouble.empty() : OptionalDouble.of(outCpuSeconds / outSeconds);
        }
    }

    /** How a server without free descriptors fails, as seen from outside; the worst first. */
    public enum FdExhaustionFailure {
        /** The process ended. */
        ENDED,
        /** It runs, but serves no client any more, even after all clients have left. */
        SERVES_NOBODY,
        /** Clients were reset, closed without an answer, answered wrongly, or not answered in a minute; it goes on serving. */
        LOSES_CLIENTS,
        /** All clients were served, but it used more than half a CPU while it could only wait. */
        BUSY
    }

    /**
     * The process that owns the data was killed while clients stored users.
     *
     * @param store {@code postgres}: the database was killed; {@code embedded}, {@code db4j}: the server
     * @param powerCut whether the power was cut: of the machine in which both ran, or of a lossy disk once the users had been
     *     read; {@code null} in records older than this field
     * @param seed random seed for the kill times
     * @param clients that stored users simultaneously
     * @param rounds the finished rounds
     */
    public record Crash(String store, Boolean powerCut, long seed, int clients, List<CrashRound> rounds) {}

    /**
     * One or two kills, and what was found afterwards.
     *
     * @param number from 1
     * @param inStart whether it was killed again while it restarted
     * @param streamSeconds time for which clients had stored users before the kill
     * @param acknowledged users answered by a 201
     * @param unanswered requests without a complete answer
     * @param unavailable requests answered by a 503
     * @param refused invalid users, answered by a 400
     * @param unknownAndThere unanswered and unavailable users that are stored afterwards
     * @param lost acknowledged users that are missing or altered afterwards
     * @param secondsToServe from the restart until it is ready again; for a database, until the server in front of it has
     *     stored a user
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

    /** How often an event was seen. */
    public record EventCount(String what, long times) {}

    /**
     * RSS over the second half of a soak.
     *
     * @param thirdQuarterBytes median of the samples in the third quarter
     * @param lastQuarterBytes median of the samples in the last quarter
     * @param slopeBytesPerHour slope of the least-squares line
     * @param judged whether the soak was long enough to judge its growth
     */
    public record RssTrend(
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
