package threadwall.runtimes.sleep;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The kernel's table of the threads of this process that wait for a futex, which is what a sleeping thread does.
 *
 * <p>Linux 6.16 and later give each process one of its own, four slots a processor and no less than 16
 * (kernel/futex/core.c, {@code futex_hash_allocate_default}), and whoever wakes a thread walks all that wait in its slot. Earlier
 * ones have one for the whole machine, 256 slots a processor.
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

    /** How many slots there are; 0 while the process still uses that of the machine, -1 where it cannot have its own. */
    static int slots() {
        int slots = prctl(PR_FUTEX_HASH_GET_SLOTS, 0);
        if (slots < -EINVAL || slots < 0 && slots > -EINVAL) {
            throw new IllegalStateException("prctl(PR_FUTEX_HASH, GET_SLOTS) failed with errno " + -slots);
        }
        return slots < 0 ? -1 : slots;
    }

    /**
     * Makes it so large. Nothing to do on a kernel that has none for a process.
     *
     * @param slots a power of two
     * @throws IllegalStateException when the kernel does not do it
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

    /** What the function returned, or minus errno where that was -1. */
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
