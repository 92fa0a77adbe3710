package threadwall.process;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import threadwall.process.proc.KernelMemory;

/** Waits until readings of memory stay the same for a while, at most for a given time. */
public final class MemorySettling {

    /** A machine with a shell or two on it varies by this much in half a second. */
    private static final long KERNEL_TOLERANCE_BYTES = 512 << 10;

    private static final double PROCESS_TOLERANCE = 0.01;

    private MemorySettling() {}

    /** A reading that may fail. */
    @FunctionalInterface
    public interface Reading<T, E extends Exception> {

        T read() throws E;
    }

    /**
     * The last reading.
     *
     * @param atRest whether memory had settled; else the time was over
     */
    public record Settled<T>(T last, boolean atRest) {}

    /**
     * The kernel's own memory. It frees the stacks, page tables and objects of ended processes some time after their end;
     * what it frees after the next program was started would be subtracted from that one's memory.
     */
    public static Settled<KernelMemory> ofKernel() throws InterruptedException {
        return await(
                KernelMemory::read, Duration.ofMillis(100), 5, Duration.ofSeconds(5), MemorySettling::isKernelSettled);
    }

    /**
     * A process's RSS, within a percent for 3 s: a JVM gives memory back, and a compiler its arenas, in steps of a second or
     * more. After 20 s it is taken as it is, since servers close connections that are idle for a minute.
     */
    public static <E extends Exception> Settled<Long> ofProcess(Reading<Long, E> rssBytes)
            throws E, InterruptedException {
        return await(
                rssBytes,
                Duration.ofMillis(250),
                12,
                Duration.ofSeconds(20),
                readings -> spread(readings, rss -> rss) <= PROCESS_TOLERANCE * Collections.max(readings));
    }

    private static <T, E extends Exception> Settled<T> await(
            Reading<T, E> reading, Duration interval, int count, Duration timeLimit, Predicate<Collection<T>> settled)
            throws E, InterruptedException {
        var readings = new ArrayDeque<T>();
        long deadline = System.nanoTime() + timeLimit.toNanos();
        boolean atRest = false;
        while (!atRest && (readings.isEmpty() || System.nanoTime() < deadline)) {
            Thread.sleep(interval);
            readings.addLast(reading.read());
            if (readings.size() > count) {
                readings.removeFirst();
            }
            atRest = readings.size() == count && settled.test(readings);
        }
        return new Settled<>(readings.getLast(), atRest);
    }

    static boolean isKernelSettled(Collection<KernelMemory> readings) {
        return Stream.<Function<KernelMemory, Long>>of(
                        KernelMemory::kernelStackBytes, KernelMemory::pageTableBytes, KernelMemory::slabBytes)
                .allMatch(figure -> spread(readings, figure) <= KERNEL_TOLERANCE_BYTES);
    }

    private static <T> long spread(Collection<T> readings, Function<T, Long> figure) {
        var values = readings.stream()
                .map(figure)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .summaryStatistics();
        return values.getCount() == 0 ? 0 : values.getMax() - values.getMin();
    }
}
