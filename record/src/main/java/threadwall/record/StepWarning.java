package threadwall.record;

import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * What a reader must know before comparing a step with another. A warning carries numbers; the report writes the text.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
public sealed interface StepWarning {

    /**
     * A client used all of its threads: the server may be faster than what was measured.
     *
     * @param engine its name
     * @param threads of the client process
     * @param shareOfThreads CPU seconds over wall seconds and threads, 0 to 1
     */
    record ClientBound(String engine, int threads, double shareOfThreads) implements StepWarning {}

    /**
     * The processors of a host that made load were busy: the server may be faster than what was measured.
     *
     * @param host its name
     * @param busyShare of the time of all its processors, 0 to 1
     */
    record ClientHostBusy(String host, double busyShare) implements StepWarning {}

    /**
     * A client sent requests late although connections were free: latencies contain its own delay.
     *
     * @param lagP99Millis how late, 99th percentile
     * @param p99Millis latency of the same load, from when its requests were due
     */
    record ClientLate(double lagP99Millis, double p99Millis) implements StepWarning {

        /** A lag above this share of the latency gets the warning. */
        public static final double MOST = 0.1;
    }

    /**
     * Requests waited in the client until one of its connections was free. Latency from the send leaves this wait out.
     *
     * @param requests how many waited
     * @param connections the most that the clients opened
     * @param plannedP99Millis latency of all requests from when they were due
     * @param p99Millis from the send
     */
    record HeldBack(long requests, int connections, double plannedP99Millis, double p99Millis) implements StepWarning {}

    /**
     * The server answered fewer requests than were due.
     *
     * @param rate requests due in a second
     * @param answeredShare of all that were due, answered before the load's end
     */
    record RateNotReached(int rate, double answeredShare) implements StepWarning {

        /** A smaller share gets the warning. */
        public static final double ENOUGH = 0.99;
    }

    /**
     * The client hosts began fewer requests than planned, whatever the server did.
     *
     * @param rate requests planned in a second
     * @param share of all that were planned
     */
    record FewArrivals(int rate, double share) implements StepWarning {}

    /** The servers were profiled under the load. */
    record Profiled() implements StepWarning {}

    /** Several server processes served the load together. */
    record Sharded(int processes) implements StepWarning {}

    /** Fewer connections were open at once than planned. */
    record FewConnections(long open) implements StepWarning {}

    /** Connections hit a full accept queue. */
    record ListenOverflows(long times) implements StepWarning {}

    /**
     * How many requests a server that does not count them had in its handler at once, by Little's law: those that it
     * answered in a second, times how long one takes alone. With fewer CPUs or locks than requests one takes longer than
     * alone, so this is a lower bound.
     *
     * @param requests the mean over the load
     * @param connections that the clients kept open
     * @param poolBound whether most connections waited while the processors had time left and all were open, so that a
     *     number in the server itself bounds it
     */
    record HandlerEstimate(double requests, int connections, boolean poolBound) implements StepWarning {

        /** A larger share of the connections in the handler is no bound. */
        public static final double MOST_WAIT = 0.5;

        /** Processors that are busy for a larger share of the time may be the bound. */
        public static final double PROCESSORS_BUSY = 0.8;
    }

    /** Sockets skipped TIME_WAIT because {@code tcp_max_tw_buckets} was full. */
    record TimeWaitOverflows(long times) implements StepWarning {}

    /** Packets found a CPU's queue of received packets full ({@code net.core.netdev_max_backlog}), and were dropped. */
    record BacklogDrops(long packets) implements StepWarning {}

    /**
     * A client had too few free ports for its connections when the load began, so the kernel searched long for each.
     *
     * @param timeWait sockets in TIME_WAIT at the client's address
     * @param connections that the client was to open from there
     * @param ports that the kernel finds at once
     */
    record ScarcePorts(long timeWait, int connections, int ports) implements StepWarning {}

    /** @param percent steal time, in percent of the time of all CPUs */
    record CpuStolen(double percent) implements StepWarning {}

    /**
     * A CPU quota (cgroup) stopped the servers: their capacity is that of the quota.
     *
     * @param cpus the quota at the load's end
     * @param share of the periods in which they ran, 0 to 1
     */
    record CpuThrottled(double cpus, double share) implements StepWarning {

        /** A smaller share is not seen in p99. */
        public static final double SHOWS = 0.01;
    }

    /** @param percent CPU time of processes that do not belong to the step, in percent of the time of all CPUs */
    record OtherProcesses(double percent) implements StepWarning {}

    /**
     * The load was too short for its figures to be steady.
     *
     * @param seconds how long it lasted; 0 when it ended within the engine's smallest unit of time
     */
    record ShortLoad(double seconds) implements StepWarning {

        /** A shorter load gets this warning. */
        public static final double SHORTEST_SECONDS = 5;
    }

    /**
     * The load was not steady, see {@link StepRecord.Steadiness}: a server still warmed up, or slowed down.
     *
     * @param firstMicros CPU time of a request in the first third of the load
     * @param lastMicros in the last third
     */
    record Unsteady(double firstMicros, double lastMicros) implements StepWarning {

        /** A smaller change of the CPU time of a request is no change, as a share of the later value. */
        public static final double STEADY_SHARE = 0.15;
    }

    /**
     * The warm-up of an old record was shared by several server processes, so a JVM may still have compiled.
     *
     * @param requests of the warm-up for each process
     */
    record SharedWarmUp(long requests) implements StepWarning {}

    /** The step waited until sockets of earlier steps had left TIME_WAIT. */
    record WaitedForTimeWait(double seconds) implements StepWarning {}

    /** A sentence of an old record that matches no other kind. */
    record Other(String text) implements StepWarning {}
}
