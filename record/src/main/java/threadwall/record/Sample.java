package threadwall.record;

/**
 * What was seen of a step from outside at one moment; {@code null} is what could not be read. Server and client figures are
 * sums over their processes; those of the kernel are of the whole machine.
 *
 * @param millis since the first look, which is at the server's READY
 * @param open connections at the servers' ports that clients hold, as {@link StepRecord.Connections} has it; {@code null} in
 *     a look that did not count them, since that is dear
 * @param established of them, those that neither side has closed
 * @param timeWait sockets in TIME_WAIT
 * @param serverCpuSeconds since the processes started
 * @param clientProcesses {@code ab} or {@code wrk} alive
 * @param clientCpuSeconds of those alive
 * @param contextSwitches since the first look
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
        Long clientProcesses,
        Long clientThreads,
        Double clientCpuSeconds,
        Long clientRssBytes,
        Long socketMemoryBytes,
        Long kernelStackBytes,
        Long memAvailableBytes,
        Long contextSwitches) {

    /** What the step was at. */
    public enum Phase {
        /** The server is up, nothing loads it. */
        IDLE,
        WARM_UP,
        /** The measured load. */
        LOAD,
        /** The load has ended, the server is left up. */
        LINGER
    }
}
