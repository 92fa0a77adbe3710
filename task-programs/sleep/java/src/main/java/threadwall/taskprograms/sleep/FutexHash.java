package threadwall.taskprograms.sleep;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The kernel's hash table of threads that wait for a futex. A sleeping Java thread does.
 *
 * <p>Since Linux 6.16 each process has its own, with four slots per CPU and at least 16 (kernel/futex/core.c, {@code
 * futex_hash_allocate_default}). Waking a thread walks all waiters in its slot. Older kernels share one table among all
 * processes, with 256 slots per CPU.
 */
final class FutexHash {
    /** include/uapi/linux/prctl.h, the same for all architectures. */
    private static final int PR_FUTEX_HASH = 78;

    private static final long PR_FUTEX_HASH_SET_SLOTS = 1;
    private static final long PR_FUTEX_HASH_GET_SLOTS = 2;
    private static final int EINVAL = 22;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle PRCTL = LINKER.downcallHandle(
            LINKER.defaultLookup().findOrThrow("prctl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            Linker.Option.firstVariadicArg(1),
            Linker.Option.captureCallState("errno"));

    private FutexHash() {}

    /** The number of slots; 0 while the process uses the global table, -1 if the kernel has no per-process tables. */
    static int slots() {
        int slots = prctl(PR_FUTEX_HASH_GET_SLOTS, 0);
        if (slots < -EINVAL || slots < 0 && slots > -EINVAL) {
            throw new IllegalStateException("prctl(PR_FUTEX_HASH, GET_SLOTS) failed with errno " + -slots);
        }
        return slots < 0 ? -1 : slots;
    }

    /**
     * Sets the size. No effect on a kernel without per-process tables.
     *
     * @param slots a power of two
     * @throws IllegalStateException when the kernel refuses
     */
    static void enlarge(int slots) {
        if (slots() < 0) {
            return;
        }
        int result = prctl(PR_FUTEX_HASH_SET_SLOTS, slots);
        if (result < 0) {
            throw new IllegalStateException(
                    "prctl(PR_FUTEX_HASH, SET_SLOTS, " + slots + ") failed with errno " + -result);
        }
    }

    /** The function's result, or minus errno on failure. */
    private static int prctl(long what, long argument) {
        try (var arena = Arena.ofConfined()) {
            var layout = Linker.Option.captureStateLayout();
            MemorySegment state = arena.allocate(layout);
            int result = (int) PRCTL.invokeExact(state, PR_FUTEX_HASH, what, argument, 0L, 0L);
            return result < 0
                    ? -state.get(JAVA_INT, layout.byteOffset(MemoryLayout.PathElement.groupElement("errno")))
                    : result;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
