package threadwall.loadgen.tasks;

import threadwall.loadgen.proc.KernelMemory;
import threadwall.loadgen.proc.Machine;

/**
 * Memory that a program has to leave the machine. The kernel kills nobody before it has given up its page cache, programs'
 * code included; without swap that can take a quarter of an hour in which nothing else runs.
 */
final class Reserve {

    private static final long LEAST_BYTES = 256L << 20;
    private static final double SHARE = 0.03;

    private Reserve() {}

    static long bytes() {
        return bytes(Machine.read().memoryBytes());
    }

    static long bytes(Long memory) {
        return memory == null ? LEAST_BYTES : Math.max(LEAST_BYTES, (long) (SHARE * memory));
    }

    /** @param reserve {@link #bytes()} */
    static boolean isTouched(KernelMemory now, long reserve) {
        return now.availableBytes() != null && now.availableBytes() < reserve;
    }
}
