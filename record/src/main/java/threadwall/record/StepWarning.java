package threadwall.record;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * What a reader must know before comparing a step with another. A warning carries numbers; the report writes the text.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = StepWarning.ClientBound.class, name = "client-bound"),
    @JsonSubTypes.Type(value = StepWarning.Profiled.class, name = "profiled"),
    @JsonSubTypes.Type(value = StepWarning.Sharded.class, name = "sharded"),
    @JsonSubTypes.Type(value = StepWarning.FewConnections.class, name = "few-connections"),
    @JsonSubTypes.Type(value = StepWarning.ListenOverflows.class, name = "listen-overflows"),
    @JsonSubTypes.Type(value = StepWarning.TimeWaitOverflows.class, name = "time-wait-overflows"),
    @JsonSubTypes.Type(value = StepWarning.CpuStolen.class, name = "cpu-stolen"),
    @JsonSubTypes.Type(value = StepWarning.TooShort.class, name = "too-short"),
    @JsonSubTypes.Type(value = StepWarning.WaitedForTimeWait.class, name = "waited-for-time-wait"),
    @JsonSubTypes.Type(value = StepWarning.Other.class, name = "other")
})
public sealed interface StepWarning {

    /**
     * A client used all of its threads: the server may be faster than what was measured.
     *
     * @param engine its name
     * @param threads of the client process
     * @param shareOfThreads CPU seconds over wall seconds and threads, 0 to 1
     */
    record ClientBound(String engine, int threads, double shareOfThreads) implements StepWarning {}

    /** The servers were profiled under the load. */
    record Profiled() implements StepWarning {}

    /** Several server processes served the load together. */
    record Sharded(int processes) implements StepWarning {}

    /** Fewer connections were open at once than planned. */
    record FewConnections(long open) implements StepWarning {}

    /** Connections hit a full accept queue. */
    record ListenOverflows(long times) implements StepWarning {}

    /** Sockets skipped TIME_WAIT because {@code tcp_max_tw_buckets} was full. */
    record TimeWaitOverflows(long times) implements StepWarning {}

    /** @param percent steal time, in percent of the time of all CPUs */
    record CpuStolen(double percent) implements StepWarning {}

    /** The load ended within the engine's smallest unit of time. */
    record TooShort() implements StepWarning {}

    /** The step waited until sockets of earlier steps had left TIME_WAIT. */
    record WaitedForTimeWait(double seconds) implements StepWarning {}

    /** A sentence of an old record that matches no other kind. */
    record Other(String text) implements StepWarning {}
}
