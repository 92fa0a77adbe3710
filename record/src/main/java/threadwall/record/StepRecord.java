package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The result of one step.
 *
 * @param outcome see {@link Outcome}
 * @param reason why the outcome is not {@link Outcome#OK}, in one line; {@code null} when it is
 * @param asked the plan of the step
 * @param warmUp {@code null} on servers that were warm, if the step failed before its end, and in old records
 * @param load what the clients counted; {@code null} when no client finished
 * @param latency of all requests of all clients; {@code null} when it could not be merged
 * @param arrivals {@code null} for a load without a rate, if a client failed, and in old records
 * @param verified {@code null} when no answer was checked
 * @param database PostgreSQL's own cost, apart from the server's; {@code null} if the step did not use it
 * @param gc {@code null} for a server that does not write our GC log
 * @param steadiness {@code null} if the load failed or had too few samples, and in old records
 * @param sampling {@code null} if the step failed before
 * @param profile {@code null} without {@code sweep --profile}
 * @param warnings what a reader must know before comparing this step with others
 */
public record StepRecord(
        int schema,
        Instant at,
        double seconds,
        Outcome outcome,
        String reason,
        StepPlan asked,
        WarmedUp warmUp,
        Load load,
        Latency latency,
        Arrivals arrivals,
        Verified verified,
        Connections connections,
        ServerSide server,
        ClientSide client,
        DatabaseSide database,
        Kernel kernel,
        Gc gc,
        Steadiness steadiness,
        Sampling sampling,
        Profile profile,
        List<StepWarning> warnings)
        implements RecordLine {

    /** How a step ended. Only {@link #OK} rows are compared. */
    public enum Outcome {
        /** the server answered every request, and every checked answer was correct */
        OK,
        /** the server gave wrong answers, so the step has no rate */
        WRONG_ANSWERS,
        /** some requests failed; they are counted by kind, and the rate is that of the others */
        FAILED_REQUESTS,
        /**
         * the step could not be finished because the server or a client died or stopped responding; or its database was
         * unreachable, had more connections than configured, or did not get one query per request
         */
        FAILED
    }

    /** Whether {@code sweep --resume} repeats it: a step that failed with its load on other hosts, which may be back. */
    @JsonIgnore
    public boolean isToBeRepeated() {
        return outcome == Outcome.FAILED && asked.leavesThisMachine();
    }

    /**
     * The warm-up that was made.
     *
     * @param requests completed in all rounds
     * @param seconds from the start of its first round to the end of the last one's rest
     * @param cpuMicros user and system time of the servers for each request of the last round
     * @param compilationSeconds of their JVMs during the last round; {@code null} without a HotSpot JVM
     * @param byRound each round in turn, the first on a server that has just started; {@code null} in records before
     *     2026-11-26
     */
    public record WarmedUp(
            int rounds,
            long requests,
            double seconds,
            double cpuMicros,
            Double compilationSeconds,
            List<WarmUpRound> byRound) {}

    /**
     * A load of the warm-up.
     *
     * @param requests that ended, successful or not
     * @param failed of these; {@code null} in records before format 16
     * @param seconds from the first client's start to the last response
     * @param cpuSeconds user and system time of the servers, until all connections are closed
     * @param clientCpuSeconds user and system time of the clients; {@code null} if unknown, and in records before format 15
     */
    public record WarmUpRound(long requests, Long failed, double seconds, double cpuSeconds, Double clientCpuSeconds) {}

    /**
     * Sums of what the clients counted, under {@code ab}'s names. {@code ab} counts one broken request under up to
     * three of them: receive, length and exceptions.
     *
     * @param requestsCompleted requests that ended, successful or not
     * @param windowSeconds from the first client's start to the last response of any client; {@code ab} reports it in
     *     milliseconds
     * @param requestsPerSecond successful requests over the window; {@code null} if answers were wrong or the window is
     *     0
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

        /** Upper bound of failed requests, since one may be counted under several kinds; 0 is exact. */
        @JsonIgnore
        public long failed() {
            long counted = failedConnect + failedReceive + failedLength + failedExceptions + non2xx + writeErrors;
            return Math.min(counted, requestsCompleted);
        }
    }

    /**
     * Percentiles over all requests of all clients. In {@link StepRecord#latency} a request's time is from its connect or
     * send to its last byte. Where a connection waits for a response before it sends its next request, a slow response
     * delays that request, so these understate the latency under open arrivals. {@link Arrivals#planned} does not.
     *
     * @param p999Millis {@code null} where only the table of {@code ab} has the percentiles
     */
    public record Latency(
            long requests,
            double minMillis,
            double p50Millis,
            double p90Millis,
            double p99Millis,
            Double p999Millis,
            double maxMillis) {

        /** With all percentiles. */
        public Latency(
                long requests,
                double minMillis,
                double p50Millis,
                double p90Millis,
                double p99Millis,
                double p999Millis,
                double maxMillis) {
            this(requests, minMillis, p50Millis, p90Millis, p99Millis, Double.valueOf(p999Millis), maxMillis);
        }
    }

    /**
     * Requests that were due at the planned rate.
     *
     * @param due how many: {@link StepPlan.LoadSettings#rate} times the seconds of the load. A client that falls behind
     *     sends fewer
     * @param answeredInTime answered before the load's end; the shortest latency and a hundredth of the load's length are
     *     allowed after it, since the last requests were sent just before the end
     * @param heldBack sent late because all connections waited for the server when they were due
     * @param planned from the time when a request was due to its last byte, or to the load's end if it was never sent.
     *     Before 2026-11-25 these were not part of it
     * @param lagP99Millis how late requests were sent although a connection was free, 99th percentile: the client's own
     *     delay
     * @param lagMaxMillis the most of it
     * @param recovery {@code null} for a load without an overload
     */
    public record Arrivals(
            long due,
            long answeredInTime,
            long heldBack,
            Latency planned,
            double lagP99Millis,
            double lagMaxMillis,
            Recovery recovery) {

        /** Of a load without an overload. */
        public Arrivals(
                long due,
                long answeredInTime,
                long heldBack,
                Latency planned,
                double lagP99Millis,
                double lagMaxMillis) {
            this(due, answeredInTime, heldBack, planned, lagP99Millis, lagMaxMillis, null);
        }

        /** The same with another recovery. */
        public Arrivals with(Recovery other) {
            return new Arrivals(due, answeredInTime, heldBack, planned, lagP99Millis, lagMaxMillis, other);
        }
    }

    /**
     * How a server came through an overload ({@link ClientLoad.Overload}).
     *
     * @param beforeP99Millis planned latency of the requests that were due before it; {@code null} if more than a hundredth
     *     of them failed, and then there is nothing to get back to
     * @param overloadFromSeconds when it began, after the load's start
     * @param overloadSeconds how long it was
     * @param outstanding the most requests that were due and had no response
     * @param failed requests of the whole load without a good response
     * @param seconds from the overload's end until p99 was back: no more than twice {@code beforeP99Millis} in that second
     *     and the two after it, counted by when requests were due. {@code null} if that was not so until the load's end, and
     *     without {@code beforeP99Millis}
     * @param threadsAfter of the server, at the load's end; {@code null} if there is no sample
     * @param rssAfterBytes likewise
     * @param bySecond each second of the load, from its start; {@code null} in records before 2026-11-26
     */
    public record Recovery(
            Double beforeP99Millis,
            double overloadFromSeconds,
            double overloadSeconds,
            long outstanding,
            long failed,
            Integer seconds,
            Long threadsAfter,
            Long rssAfterBytes,
            List<LoadSecond> bySecond) {

        /** With the last sample under the load. */
        public Recovery withAfter(Long threads, Long rssBytes) {
            return new Recovery(
                    beforeP99Millis,
                    overloadFromSeconds,
                    overloadSeconds,
                    outstanding,
                    failed,
                    seconds,
                    threads,
                    rssBytes,
                    bySecond);
        }
    }

    /**
     * A second of a load with an overload.
     *
     * @param due requests that were due in it
     * @param failed of these, how many had no good response
     * @param answered good responses that came in it, to requests of this and of earlier seconds
     * @param p99Millis planned latency of the requests that were due in it; {@code null} if more than a hundredth of them
     *     failed, or none was due
     */
    public record LoadSecond(int due, int failed, int answered, Double p99Millis) {}

    /**
     * Answers that the verifier read in full and compared, since {@code ab} never checks a body.
     *
     * @param underLoad of these, answers checked while the clients ran
     * @param wrong number of wrong answers
     * @param firstWrong what was wrong with the first of these; {@code null} when there is none
     * @param aloneMillis how long a {@code --target} takes for a response while it answers no other request: the shortest of
     *     a few after the warm-up; {@code null} for threadwall's servers, which count their requests themselves
     */
    public record Verified(long checked, long underLoad, long wrong, String firstWrong, Double aloneMillis) {}

    /**
     * Connections from the clients' addresses to the servers' ports, without the verifier's, counted by sock_diag.
     *
     * @param peakOpen most that clients held open at once: ESTABLISHED, or closed by the server but not yet by the
     *     client (tcpCurrEstab of RFC 4022). Without keep-alive a fast server closes long before {@code ab} has read
     *     the response
     * @param peakEstablished most that were open at both ends
     */
    public record Connections(Long peakOpen, Long peakEstablished, int samples) {}

    /**
     * The server; figures are sums over its shards.
     *
     * @param threadsIdle before any load; the peaks are under the measured load
     * @param pssAfterLoadBytes right after the load: reading PSS stalls a process, so it is not read under load
     * @param cpuSeconds over the measured load only
     * @param userCpuSeconds of these, time in the processes' own code; {@code null} in old records
     * @param systemCpuSeconds of these, time in the kernel for the processes, with the interrupts that hit them
     * @param requestsPerCpuSecond (completed + verified under load) / cpuSeconds
     * @param voluntarySwitches context switches over the measured load because a thread waited, by
     *     {@code /proc/PID/task/TID/status} before and after it. Switches of threads that exited in between are lost;
     *     {@code null} if more were lost than added. PostgreSQL's are not included
     * @param involuntarySwitches context switches because a time slice expired; otherwise the same
     * @param wakeUpsPerRequest voluntarySwitches / (completed + verified under load): each thread that waited was woken
     * @param requests to the measured routes since the server started, with verified and warm-up requests, as the
     *     shards report when they stop; {@code null} for servers that do not count, and in old records
     * @param handlerPeak most requests in the handler at once since the server started, warm-up included; the sum of
     *     the shards' own peaks; {@code null} for servers that do not count
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
     * The clients.
     *
     * @param cpuSeconds of all clients, over their whole life
     * @param busiestShareOfCore largest CPU seconds / wall seconds of one client; above 0.95 per thread the step is
     *     client-bound
     * @param hosts of {@code --clients}; empty without it
     */
    public record ClientSide(int processes, Double cpuSeconds, Double busiestShareOfCore, List<HostUsage> hosts) {

        public ClientSide {
            hosts = hosts == null ? List.of() : List.copyOf(hosts); // older records have none
        }
    }

    /**
     * What a load took on one of its hosts; values are {@code null} if the host was not read.
     *
     * @param name of the host
     * @param cpuSeconds of the engine's processes there
     * @param busyShare the most of some seconds, 0 to 1: of the time of all of the host's processors, for whatever
     *     process, or of what the engine's processes can use, whichever is more
     * @param rssPeakBytes most resident memory of the engine's processes there
     */
    public record HostUsage(String name, Double cpuSeconds, Double busyShare, Long rssPeakBytes) {}

    /**
     * PostgreSQL with all its processes.
     *
     * @param cpuSeconds over the measured load
     * @param pssBytes at its end; PSS, since its processes share most of their memory. This and {@code cpuSeconds} are
     *     {@code null} for a database that the user runs
     * @param awaySeconds seconds of the measured load in which it did not respond; {@code null} if the route does not
     *     use it, and in old records
     * @param connectionsPeak most connections of the servers at once, as PostgreSQL counts them; the limit is
     *     {@link StepPlan#databaseConnections}. {@code null} as {@code awaySeconds}
     * @param queries for {@link ServerSide#requests}, by its statistics of the route's table: one per request, and one
     *     more for a server that queries at its start. {@code null} as {@code awaySeconds}, also if the statistics
     *     could not be read, and if the servers keep running after the step
     * @param cache {@code null} unless the step limits its memory ({@code sweep --data-size})
     */
    public record DatabaseSide(
            Double cpuSeconds, Long pssBytes, Double awaySeconds, Integer connectionsPeak, Long queries, Cache cache) {}

    /**
     * Reads of a PostgreSQL whose memory is limited, over the measured load unless stated otherwise.
     *
     * @param dataBytes size of the table and index of the rows that the load reads, as their share of all loaded rows
     * @param coldRequestsPerSecond rate of the same load before the scan, with none of these rows in memory
     * @param scanSeconds time to read all these rows once, with none of them in memory
     * @param laterScanSeconds of each scan that followed, with what the one before had left in memory; {@code null} in records
     *     before format 15, whose one scan came after the load with a cold cache
     * @param askedBytes bytes that its processes read, nearly all from files ({@code rchar} of proc_pid_io(5))
     * @param diskBytes bytes that were fetched from the disk ({@code read_bytes}), read-ahead included
     * @param diskReads reads that the disk completed, also for other processes; {@code null} if the files are not on a
     *     single disk
     * @param refaults pages read again after they had been evicted
     */
    public record Cache(
            long dataBytes,
            double coldRequestsPerSecond,
            double scanSeconds,
            List<Double> laterScanSeconds,
            long askedBytes,
            long diskBytes,
            Long diskReads,
            long refaults) {}

    /**
     * The kernel over the measured load; counters are differences, peaks are absolute.
     *
     * @param timeWaitBefore sockets in TIME_WAIT when the measured load began
     * @param timeWaitOverflows sockets that skipped TIME_WAIT because {@code tcp_max_tw_buckets} was full
     * @param backlogDrops packets of the whole machine that found a CPU's queue of received packets full ({@code
     *     net.core.netdev_max_backlog}); {@code null} in records before format 20
     * @param waitedForTimeWaitSeconds how long the step waited for sockets to leave TIME_WAIT, before it began
     *     and before a load that was repeated
     * @param contextSwitches of the whole machine
     * @param stolenPercent steal time in percent of the time of all CPUs, see {@link StolenTime}; {@code null} also in
     *     old records
     * @param otherCpuPercent CPU time of other processes than the servers, the clients, the database and this tool, in
     *     percent of the time of all CPUs; {@code null} also in old records
     */
    public record Kernel(
            Long listenOverflows,
            Long listenDrops,
            Long retransmits,
            Long timeWaitBefore,
            Long timeWaitAfter,
            Long timeWaitOverflows,
            Long backlogDrops,
            double waitedForTimeWaitSeconds,
            Long contextSwitches,
            Double stolenPercent,
            Double otherCpuPercent,
            Long socketMemoryPeakBytes,
            Long kernelStackPeakBytes,
            Long memAvailableLowBytes) {}

    /** Garbage collection pauses of the server's JVMs during the measured load, by their GC logs, over all shards. */
    public record Gc(int pauses, double totalMillis, double longestMillis) {}

    /**
     * The first and the last third of the measured load, by the samples under it: a server that still compiles takes more
     * CPU time for a request in the first. Left out are the load's start, until as many requests were completed as there
     * are connections, and as many requests at its end: then the server works for requests that it completes later, or no
     * longer accepts others.
     *
     * @param fromMillis when the load began, on the clock of the samples; it lasted {@link Load#windowSeconds}
     * @param compilationSeconds elapsed time of the compilations in the servers' JVMs during the load, over all compiler
     *     threads; {@code null} without a HotSpot JVM
     * @param steady whether the CPU time of a request differs by no more than 15 % between the two, apart from what the
     *     clock of CPU time cannot show, and the JVMs compiled for no more than a tenth of the load
     * @param discarded of the load before, which was not steady or too short and was made again; {@code null} if this is
     *     the first one
     */
    public record Steadiness(
            long fromMillis,
            Third first,
            Third last,
            Double compilationSeconds,
            boolean steady,
            Steadiness discarded) {}

    /**
     * A third of the time that is compared.
     *
     * @param requestsPerSecond answered, by the clients' own count of each tenth, or by the third's share of the load's TCP
     *     segments where the engine tells none
     * @param userCpuMicros of the servers for each of these requests; less exact than {@code cpuMicros}, since the kernel
     *     divides CPU time by the share of its ticks
     * @param cpuMicros user and system time of the servers for each of these requests
     */
    public record Third(double requestsPerSecond, double userCpuMicros, double cpuMicros) {}

    /**
     * What the sampling of the step cost.
     *
     * @param samples lines of {@link SampleFile}
     * @param seconds from the first sample to the last
     * @param cpuSeconds of the sampling thread, with the first sample, which loads its classes
     */
    public record Sampling(int samples, double seconds, double cpuSeconds) {}

    /**
     * Where the server's CPU time went under the load: stacks of all its threads, sampled at equal intervals of CPU
     * time.
     *
     * @param source the profiler, {@code perf}; {@code null} when it took no stacks
     * @param reason what is missing, and why; {@code null} when nothing is
     * @param samples number of stacks by kind; kinds without a stack are left out
     */
    public record Profile(String source, String reason, Map<CpuKind, Long> samples) {}
}
