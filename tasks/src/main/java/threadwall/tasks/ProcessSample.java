package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import threadwall.process.proc.KernelMemory;
import threadwall.record.TaskRecord.Point;

/**
 * A program and all its processes at one moment, from outside.
 *
 * @param seconds since it was started
 * @param processes of its tree
 * @param highWaterBytes the greatest VmHWM of one of them, which none of the samples need have met
 * @param kernel of the whole machine
 */
record ProcessSample(
        double seconds, int processes, long threads, long rssBytes, long highWaterBytes, KernelMemory kernel) {

    /** Empty when none of them is there any more. */
    static Optional<ProcessSample> at(double seconds, List<Long> pids) {
        var alive = pids.stream()
                .map(ResidentMemory::read)
                .flatMap(Optional::stream)
                .toList();
        return alive.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProcessSample(
                        seconds,
                        alive.size(),
                        alive.stream().mapToLong(ResidentMemory::threads).sum(),
                        alive.stream().mapToLong(ResidentMemory::rssBytes).sum(),
                        alive.stream()
                                .mapToLong(ResidentMemory::highWaterBytes)
                                .max()
                                .getAsLong(),
                        KernelMemory.read()));
    }

    Point point() {
        return new Point(seconds, threads, rssBytes);
    }

    /** What is taken of the machine, save for its slab, in which everybody else shows, too. */
    long takenBytes() {
        return rssBytes + known(kernel.kernelStackBytes()) + known(kernel.pageTableBytes());
    }

    private static long known(Long bytes) {
        return bytes == null ? 0 : bytes;
    }
}
