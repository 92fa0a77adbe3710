package threadwall.tasks;

import threadwall.process.proc.KernelMemory;
import threadwall.process.proc.MachineInfo;

/**
 * Memory that a program has to leave the machine. The kernel kills nobody before it has given up its page cache, programs'
 * code included; without swap that can take a quarter of an hour in which nothing else runs.
 */
final class MemoryReserve {

    private static final long LEAST_BYTES = 256L << 20;
    private static final double SHARE = 0.03;

    private MemoryReserve() {}

    static long bytes() {
        return bytes(MachineInfo.memoryBytes());
    }

    static long bytes(Long memory) {
        return memory == null ? LEAST_BYTES : Math.max(LEAST_BYTES, (long) (SHARE * memory));
    }

    /** @param reserve {@link #bytes()} */
    static boolean isTouched(KernelMemory now, long reserve) {
        return now.availableBytes() != null && now.availableBytes() < reserve;
    }
}
