package threadwall.tasks;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.function.Function;
import threadwall.process.proc.KernelMemory;
import threadwall.tasks.ProcessSamples.AtRest;

/**
 * Waits until the kernel's own memory stands still. It gives back the stacks, page tables and objects of processes that have
 * ended some time after them, and what it gives back after the next was started would be taken off that one's bill.
 */
final class KernelMemorySettling {

    private static final Duration LOOK = Duration.ofMillis(100);
    private static final int CALM_LOOKS = 5;
    private static final Duration LONGEST = Duration.ofSeconds(5);

    /** A machine with a shell or two on it moves by this much in half a second. */
    private static final long CALM_BYTES = 512 << 10;

    private KernelMemorySettling() {}

    static AtRest await() throws InterruptedException {
        var seen = new ArrayDeque<KernelMemory>();
        seen.addLast(KernelMemory.read());
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (!isCalm(seen) && System.nanoTime() < deadline) {
            Thread.sleep(LOOK);
            seen.addLast(KernelMemory.read());
            if (seen.size() > CALM_LOOKS) {
                seen.removeFirst();
            }
        }
        return new AtRest(seen.getLast(), isCalm(seen));
    }

    static boolean isCalm(Deque<KernelMemory> seen) {
        return seen.size() == CALM_LOOKS
                && within(seen, KernelMemory::kernelStackBytes)
                && within(seen, KernelMemory::pageTableBytes)
                && within(seen, KernelMemory::slabBytes);
    }

    private static boolean within(Deque<KernelMemory> seen, Function<KernelMemory, Long> what) {
        var values = seen.stream()
                .map(what)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .summaryStatistics();
        return values.getCount() == 0 || values.getMax() - values.getMin() <= CALM_BYTES;
    }
}
