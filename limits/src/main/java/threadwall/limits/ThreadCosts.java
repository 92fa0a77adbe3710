package threadwall.limits;

/**
 * What a platform thread costs a JVM on this machine, and what the JVM takes before it starts any. Both are measured in a
 * child JVM, over the last of up to a thousand threads. The first threads cost more (malloc's arenas, stacks of code
 * that is still interpreted); the excess is charged to the JVM, which has it once. The rules assume none of these
 * figures: with transparent huge pages at "always" there were three maps a thread (Linux 6.1), at "madvise" two (6.18).
 *
 * @param idleThreads the JVM's internal threads
 * @param idleMaps its memory maps, including malloc's arenas, which come with the first threads
 * @param idleResidentBytes its RSS, with what the first threads cost more than later ones
 * @param idleAddressBytes its VmSize: heap, class space and code cache are reserved at start; and the arenas
 * @param idleDataBytes its VmData, likewise
 * @param maps memory maps a thread
 * @param residentBytes RSS a thread: the touched part of its stack, and the JVM's own data about it
 * @param firstResidentBytes the same for one of the first hundred, whose code is interpreted: the interpreter touches the
 *     20 pages of its shadow zone (-XX:StackShadowPages) on each new stack
 * @param kernelStackBytes KernelStack of {@code /proc/meminfo} a thread
 * @param kernelObjectBytes Slab of {@code /proc/meminfo} a thread: task_struct, maps and other kernel objects
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
     * Figures for a machine where nothing can be measured: JDK 25.0.3 with G1 and the default stack size on Linux 6.18,
     * 24 GB. They come from {@code /proc/self/status} and the lines of {@code maps} in main(), before any thread, then
     * with 200 and with 3,000 parked threads: VmRSS 42,912 → 67,028 → 156,032 kB, VmSize 8,882,568 → 9,088,396 →
     * 11,955,728, VmData 483,068 → 689,124 → 3,531,580, VmPTE 312 → 760 → 6,664, maps 201 → 602 → 6,203. A thread is the
     * difference of the last two, its first RSS that of the two before. Its kernel stack is THREAD_SIZE of x86_64, its
     * maps follow the machine's huge pages, and Slab grew by 6.6 to 7.2 kB a thread from 500 to 5,000 threads.
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
     * Memory maps of each platform thread of a JVM: its stack and the stack's guard, 2. With transparent huge pages at
     * "always" HotSpot keeps glibc's guard as well, 3 (os_linux.cpp, {@code os::Linux::default_guard_size},
     * THPStackMitigation; both measured, on Linux 6.18 and 6.1). An unknown mode counts as 3, which predicts fewer threads.
     */
    static int mapsPerThread(String transparentHugePages) {
        return "madvise".equals(transparentHugePages) || "never".equals(transparentHugePages) ? 2 : 3;
    }

    /** The same for this process: what one more thread takes, and what the process has already. */
    ThreadCosts of(RunningProcess process) {
        return withoutIdleJvm(process.maps() == null ? 0 : Math.toIntExact(process.maps()), process.addressBytes());
    }

    /** The same for a JVM that runs already: what it takes is included in what is in use. */
    public ThreadCosts ofARunningJvm() {
        return withoutIdleJvm(0, 0);
    }

    /** Resident memory and data of what runs are in what the machine has in use. */
    private ThreadCosts withoutIdleJvm(int usedMaps, long usedAddressBytes) {
        return new ThreadCosts(
                0,
                usedMaps,
                0,
                usedAddressBytes,
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

    /** Memory that one more thread takes from the machine. */
    public double memoryBytes() {
        return residentBytes + kernelStackBytes + kernelObjectBytes + pageTableBytes;
    }
}
