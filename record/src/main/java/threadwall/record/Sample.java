package threadwall.record;

/**
 * Resource use of a step at one moment, read from outside its processes; {@code null} for values that could not be
 * read. Server and client figures are sums over their processes; kernel figures are of the whole machine.
 *
 * @param millis since the first sample, which is taken at the server's READY
 * @param open connections that clients hold at the servers' ports, as in {@link StepRecord.Connections}; {@code null}
 *     in samples that leave out this expensive count
 * @param established of these, connections that neither side has closed
 * @param timeWait sockets in TIME_WAIT
 * @param serverCpuSeconds since the processes started
 * @param serverUserCpuSeconds of these, time in the processes' own code
 * @param clientProcesses load engine processes that are alive
 * @param clientCpuSeconds of those alive
 * @param contextSwitches since the first sample
 * @param segmentsOut TCP segments that were sent in this network namespace since the first sample, without
 *     retransmissions
 */
public record Sample(
        long millis,
        Phase phase,
        Long open,
        Long established,
        Long timeWait,
        Long serverThreads,
        Long serverRssBytes,
        Long serverPageTableBytes,
        Double serverCpuSeconds,
        Double serverUserCpuSeconds,
        Long clientProcesses,
        Long clientThreads,
        Double clientCpuSeconds,
        Long clientRssBytes,
        Long socketMemoryBytes,
        Long kernelStackBytes,
        Long memAvailableBytes,
        Long contextSwitches,
        Long segmentsOut) {

    /** The phase of the step. */
    public enum Phase {
        /** The server is up and not loaded. */
        IDLE,
        WARM_UP,
        /** The measured load. */
        LOAD,
        /** The load has ended; the server keeps running. */
        LINGER
    }
}
