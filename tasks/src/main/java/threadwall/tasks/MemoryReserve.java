package threadwall.tasks;

import threadwall.process.proc.KernelMemory;
import threadwall.process.proc.MachineInfo;

/**
 * Memory that a program has to leave to the machine. The kernel kills no process before it has dropped its page cache,
 * including the code of programs; without swap that can take a quarter of an hour in which nothing else runs.
 */
final class MemoryReserve {

    private static final long MIN_BYTES = 256L << 20;
    private static final double SHARE = 0.03;

    private MemoryReserve() {}

    static long bytes() {
        return bytes(MachineInfo.memoryBytes());
    }

    static long bytes(Long memory) {
        return memory == null ? MIN_BYTES : Math.max(MIN_BYTES, (long) (SHARE * memory));
    }

    /** @param reserve {@link #bytes()} */
    static boolean isReached(KernelMemory now, long reserve) {
        return now.availableBytes() != null && now.availableBytes() < reserve;
    }
}
