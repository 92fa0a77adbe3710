package threadwall.limits;

/**
 * What a platform thread costs a JVM on the machine at hand, and what the JVM has before it starts any: measured in a
 * child, over the last of up to a thousand threads. What the first ones cost more (malloc's arenas, stacks of code that
 * is still interpreted) counts to the JVM, which has it once. The rules assume nothing of these: with transparent huge
 * pages at "always" there were three maps a thread (Linux 6.1), at "madvise" two (6.18).
 *
 * @param idleThreads threads of a JVM without any of ours
 * @param idleMaps memory maps of it, those of malloc's arenas among them, which come with the first threads
 * @param idleResidentBytes RSS of it, with what the first threads cost more than the later ones
 * @param idleAddressBytes VmSize of it: heap, class space and code cache are reserved at the start; and the arenas
 * @param idleDataBytes VmData of it, likewise
 * @param maps memory maps a thread
 * @param residentBytes RSS a thread: the touched part of its stack, and what the JVM keeps for it
 * @param firstResidentBytes the same for one of the first hundred, whose code is interpreted: the interpreter touches the
 *     20 pages of its shadow zone (-XX:StackShadowPages) on each new stack
 * @param kernelStackBytes KernelStack of {@code /proc/meminfo} a thread
 * @param kernelObjectBytes Slab of {@code /proc/meminfo} a thread: task_struct, maps and what else the kernel keeps
 * @param pageTableBytes VmPTE a thread
 * @param addressBytes VmSize a thread: counts against RLIMIT_AS
 * @param dataBytes VmData a thread: private and writable, counts against CommitLimit where overcommit_memory is 2
 */
public record ThreadCosts(
        int idleThreads,
        int idleMaps,
        long idleResidentBytes,
        long idleAddressBytes,
        long idleDataBytes,
        double maps,
        double residentBytes,
        double firstResidentBytes,
        double kernelStackBytes,
        double kernelObjectBytes,
        double pageTableBytes,
        double addressBytes,
        double dataBytes) {

    /**
     * Starting figures for where nothing can be measured: JDK 25.0.3 with G1 and the default stack size on Linux
     * 6.18, 24 GB. {@code /proc/self/status} and the lines of {@code maps} in main(), before any thread, then with 200
     * and with 3,000 parked ones: VmRSS 42,912 → 67,028 → 156,032 kB, VmSize 8,882,568 → 9,088,396 → 11,955,728, VmData
     * 483,068 → 689,124 → 3,531,580, VmPTE 312 → 760 → 6,664, maps 201 → 602 → 6,203. A thread is the difference of the
     * last two, its first RSS that of the two before. Its kernel stack is THREAD_SIZE of x86_64, its maps follow the
     * machine's huge pages, and Slab grew by 6.6 to 7.2 kB a thread from 500 to 5,000 of them.
     *
     * @param transparentHugePages the mode in force, as {@link KernelLimits#transparentHugePages}
     */
    public static ThreadCosts estimate(String transparentHugePages) {
        return new ThreadCosts(
                18,
                201,
                43_900_000,
                9_096_000_000L,
                494_700_000,
                mapsPerThread(transparentHugePages),
                32_500,
                123_500,
                16_384,
                7_000,
                2_160,
                1_048_600,
                1_039_500);
    }

    /**
     * Memory maps that each platform thread of a JVM costs: its stack and the stack's guard, 2. With transparent huge
     * pages at "always" HotSpot keeps glibc's guard as well, 3 (os_linux.cpp, {@code os::Linux::default_guard_size},
     * THPStackMitigation; both measured, on Linux 6.18 and 6.1). Unknown counts as 3, the one that promises less.
     */
    static int mapsPerThread(String transparentHugePages) {
        return "madvise".equals(transparentHugePages) || "never".equals(transparentHugePages) ? 2 : 3;
    }

    /** The same for a JVM that is there already: what it has is counted in what is used. */
    public ThreadCosts ofARunningJvm() {
        return new ThreadCosts(
                0,
                0,
                0,
                0,
                0,
                maps,
                residentBytes,
                firstResidentBytes,
                kernelStackBytes,
                kernelObjectBytes,
                pageTableBytes,
                addressBytes,
                dataBytes);
    }

    /** Bytes of memory that one more thread takes from the machine. */
    public double memoryBytes() {
        return residentBytes + kernelStackBytes + kernelObjectBytes + pageTableBytes;
    }
}
