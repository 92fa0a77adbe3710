package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One step as it happened.
 *
 * @param outcome see {@link Outcome}
 * @param reason why the outcome is not {@link Outcome#OK}, in one line; {@code null} when it is
 * @param asked the plan of the step
 * @param load what the clients counted; {@code null} when no client finished
 * @param latency of all requests of all clients; {@code null} when it could not be merged
 * @param verified {@code null} when no answer was checked
 * @param database PostgreSQL's own cost, apart from the server's; {@code null} where the step used none
 * @param gc {@code null} for a server without a GC log of ours
 * @param sampling {@code null} where the step did not come that far
 * @param profile {@code null} unless stacks were asked for ({@code sweep --profile})
 * @param warnings what a reader has to know before comparing this step
 */
public record StepRecord(
        int schema,
        Instant at,
        double seconds,
        Outcome outcome,
        String reason,
        StepPlan asked,
        Load load,
        Latency latency,
        Verified verified,
        Connections connections,
        ServerSide server,
        ClientSide client,
        DatabaseSide database,
        Kernel kernel,
        Gc gc,
        Sampling sampling,
        Profile profile,
        List<StepWarning> warnings)
        implements RecordLine {

    /** How a step ended. Only {@link #OK} rows are compared. */
    public enum Outcome {
        /** every request answered, every checked answer right */
        OK,
        /** the server answered what it was not asked: it was not measured, and the step carries no rate */
        WRONG_ANSWERS,
        /** some requests failed; they are counted by kind, and the rate is that of the others */
        FAILED_REQUESTS,
        /**
         * the step could not be finished: the server or a client died, or stopped answering; or its database was away, had
         * more connections than are configured, or not a query for each request
         */
        FAILED
    }

    /**
     * What the clients counted, summed over them, by {@code ab}'s own names. {@code ab} counts one broken request under up
     * to three of them: receive, length and exceptions.
     *
     * @param requestsCompleted requests that ended, well or not
     * @param windowSeconds from the first client's start to the last one's last answer; {@code ab} tells milliseconds
     * @param requestsPerSecond completed and not failed requests over the window; {@code null} unless answers were right
     *     and there was a window
     */
    public record Load(
            long requestsCompleted,
            long failedConnect,
            long failedReceive,
            long failedLength,
            long failedExceptions,
            long non2xx,
            long writeErrors,
            double windowSeconds,
            Double requestsPerSecond) {

        /** Requests that failed in whatever way: at most, since one may be counted under several kinds; 0 is exact. */
        @JsonIgnore
        public long failed() {
            long counted = failedConnect + failedReceive + failedLength + failedExceptions + non2xx + writeErrors;
            return Math.min(counted, requestsCompleted);
        }
    }

    /**
     * From connect to the last byte, over every request of every client ({@code ab -g}), nearest-rank percentiles. The
     * load is closed-loop: a slow answer delays the next request, so these understate what open arrivals would see.
     */
    public record Latency(
            long requests,
            double minMillis,
            double p50Millis,
            double p90Millis,
            double p99Millis,
            double p999Millis,
            double maxMillis) {}

    /**
     * Answers read in full and compared, beside {@code ab}, which never looks at a body.
     *
     * @param underLoad of them, those checked while {@code ab} was running
     * @param wrong answers that were not what was asked
     * @param firstWrong the first of these, in words; {@code null} when there is none
     */
    public record Verified(long checked, long underLoad, long wrong, String firstWrong) {}

    /**
     * Connections at the servers' ports from the clients' addresses, the verifier's excluded, by sock_diag.
     *
     * @param peakOpen most that clients held open at once: ESTABLISHED, or closed by the server but not yet by the client
     *     (tcpCurrEstab of RFC 4022). Without keep-alive a fast server closes long before {@code ab} has read the answer
     * @param peakEstablished most that neither side had closed
     */
    public record Connections(Long peakOpen, Long peakEstablished, int samples) {}

    /**
     * The server, all shards summed.
     *
     * @param threadsIdle before any load; the peaks are under the measured load
     * @param pssAfterLoadBytes right after it: reading PSS holds a process up, so it is not taken under load
     * @param cpuSeconds over the measured load only
     * @param userCpuSeconds of these in the processes' own code; {@code null} in records from before it was told apart
     * @param systemCpuSeconds of these in the kernel, on their behalf; interrupts that came meanwhile included
     * @param requestsPerCpuSecond (completed + verified under load) / cpuSeconds
     * @param voluntarySwitches context switches over the measured load in which a thread waited for something, by
     *     {@code /proc/PID/task/TID/status} before and after it. Those of threads that ended between are lost; {@code null}
     *     where more was lost than came. PostgreSQL's are not among them
     * @param involuntarySwitches those in which its time slice was over; otherwise the same
     * @param wakeUpsPerRequest voluntarySwitches / (completed + verified under load): who waited was woken
     * @param requests of the measured routes since the server started, verified and warm-up included, as the shards tell at
     *     their end; {@code null} for servers that do not count, and in records from before it was read
     * @param handlerPeak most requests in the handler at once since the server started, warm-up included; the sum of the
     *     shards' own peaks; {@code null} for servers that do not count
     */
    public record ServerSide(
            int processes,
            Integer workers,
            Long threadsIdle,
            Long threadsPeak,
            Long rssIdleBytes,
            Long rssPeakBytes,
            Long pssAfterLoadBytes,
            Long pageTablePeakBytes,
            Double cpuSeconds,
            Double userCpuSeconds,
            Double systemCpuSeconds,
            Double requestsPerCpuSecond,
            Long voluntarySwitches,
            Long involuntarySwitches,
            Double wakeUpsPerRequest,
            Long requests,
            Long handlerPeak,
            List<Limits> limitsBefore,
            List<Limits> limitsAfter) {}

    /** Limits in force for one process; {@code null} = unlimited or unreadable. */
    public record Limits(Long nofileSoft, Long nofileHard, Long nprocSoft, Long nprocHard) {}

    /**
     * @param cpuSeconds of all clients, over their whole life
     * @param busiestShareOfCore largest CPU seconds / wall seconds of one client; above 0.95 the row is client-bound
     */
    public record ClientSide(int processes, Double cpuSeconds, Double busiestShareOfCore) {}

    /**
     * PostgreSQL with all its processes.
     *
     * @param cpuSeconds over the measured load
     * @param pssBytes at its end; PSS, since its processes share most of their memory. This and {@code cpuSeconds} are
     *     {@code null} for one that the user runs
     * @param awaySeconds of the measured load, those in which it did not answer; {@code null} where the route does not
     *     ask it, and in records from before it was looked for
     * @param connectionsPeak most that its servers had at once, as PostgreSQL tells; {@link StepPlan#databaseConnections} is
     *     what they may have. {@code null} as {@code awaySeconds}
     * @param queries that it had for {@link ServerSide#requests}, by its statistics of the route's table: one each, and one
     *     more for a server that asks at its start. {@code null} as {@code awaySeconds}, where it did not tell, and where the
     *     servers stayed up behind the step
     * @param cache {@code null} unless the step bounds it ({@code sweep --data-size})
     */
    public record DatabaseSide(
            Double cpuSeconds, Long pssBytes, Double awaySeconds, Integer connectionsPeak, Long queries, Cache cache) {}

    /**
     * A PostgreSQL whose memory is bounded, under the measured load unless it says otherwise.
     *
     * @param dataBytes table and index of the rows asked for, by their share of all that is loaded
     * @param coldRequestsPerSecond the same load before the scan, when nothing of them was in the page cache
     * @param scanSeconds that reading all these rows once took, which was done before the load
     * @param askedBytes what its processes had from the kernel, of files nearly all ({@code rchar} of proc_pid_io(5))
     * @param diskBytes of these, what had to be read from the disk ({@code read_bytes}), with what was read ahead
     * @param diskReads requests that the disk answered, others' included; {@code null} where the files are on no one disk
     * @param refaults pages that were read again since they had been given up for others
     */
    public record Cache(
            long dataBytes,
            double coldRequestsPerSecond,
            double scanSeconds,
            long askedBytes,
            long diskBytes,
            Long diskReads,
            long refaults) {}

    /**
     * The kernel over the measured load; counters are differences, peaks are absolute.
     *
     * @param timeWaitBefore sockets in TIME_WAIT when the measured load began
     * @param timeWaitOverflows sockets that skipped TIME_WAIT because {@code tcp_max_tw_buckets} was full
     * @param waitedForTimeWaitSeconds how long the step waited for room before it began
     * @param contextSwitches of the whole machine
     * @param stolenPercent of the time of all processors, what went to others, see {@link StolenTime}; {@code null} as well in
     *     records from before it was read
     */
    public record Kernel(
            Long listenOverflows,
            Long listenDrops,
            Long retransmits,
            Long timeWaitBefore,
            Long timeWaitAfter,
            Long timeWaitOverflows,
            double waitedForTimeWaitSeconds,
            Long contextSwitches,
            Double stolenPercent,
            Long socketMemoryPeakBytes,
            Long kernelStackPeakBytes,
            Long memAvailableLowBytes) {}

    /** Pauses of the server's JVMs for garbage collection during the measured load, by their GC logs, all shards together. */
    public record Gc(int pauses, double totalMillis, double longestMillis) {}

    /**
     * What it cost to look at the step from outside.
     *
     * @param samples lines of {@link SampleFile}
     * @param seconds from the first look to the last
     * @param cpuSeconds of the thread that looks, its first look included, which loads the code that does
     */
    public record Sampling(int samples, double seconds, double cpuSeconds) {}

    /**
     * Where the server's CPU time went under the load, by stacks of all its threads, taken at equal steps of CPU time.
     *
     * @param source what took them, {@code perf}; {@code null} when nothing could
     * @param reason what cannot be told, and why; {@code null} when all is there
     * @param samples stacks by what they were doing; a kind without one is left out
     */
    public record Profile(String source, String reason, Map<CpuKind, Long> samples) {}
}
