package threadwall.limits;

/**
 * What a platform thread costs a JVM on the machine at hand, and what the JVM has before it starts any: measured in a
 * child that starts a hundred threads after a first hundred (which bring malloc's arenas with them). The rules assume
 * nothing of these: Linux 6.1 with transparent huge pages at "always" showed three maps a thread, 6.18 two.
 *
 * @param idleThreads threads of a JVM without any of ours
 * @param idleMaps memory maps of it
 * @param idleResidentBytes RSS of it
 * @param maps memory maps a thread
 * @param residentBytes RSS a thread: the touched part of its stack, and what the JVM keeps for it
 * @param kernelStackBytes KernelStack of {@code /proc/meminfo} a thread
 * @param pageTableBytes VmPTE a thread
 * @param addressBytes VmSize a thread: counts against RLIMIT_AS
 * @param dataBytes VmData a thread: private and writable, counts against CommitLimit where overcommit_memory is 2
 */
public record ThreadCosts(
        int idleThreads,
        int idleMaps,
        long idleResidentBytes,
        double maps,
        double residentBytes,
        double kernelStackBytes,
        double pageTableBytes,
        double addressBytes,
        double dataBytes) {

    /** Bytes of memory that one more thread takes from the machine. */
    public double memoryBytes() {
        return residentBytes + kernelStackBytes + pageTableBytes;
    }
}
