package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import threadwall.process.proc.KernelMemory;
import threadwall.process.proc.ProcessStatus;
import threadwall.record.TaskRecord.Point;

/**
 * A program and all its processes at one moment, from outside.
 *
 * @param seconds since it was started
 * @param processes of its tree
 * @param highWaterBytes the greatest VmHWM of one process; it may exceed all samples
 * @param kernel of the whole machine
 */
record ProcessSample(
        double seconds, int processes, long threads, long rssBytes, long highWaterBytes, KernelMemory kernel) {

    /**
     * Empty when no process is left. {@code /proc/PID/status} costs the same whatever the number of threads, while {@code
     * /proc/PID/stat} sums CPU time over all of them.
     */
    static Optional<ProcessSample> at(double seconds, List<Long> pids) {
        var alive =
                pids.stream().map(ProcessStatus::read).flatMap(Optional::stream).toList();
        return alive.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProcessSample(
                        seconds,
                        alive.size(),
                        alive.stream().mapToLong(ProcessStatus::threads).sum(),
                        alive.stream().mapToLong(ProcessStatus::residentBytes).sum(),
                        alive.stream()
                                .mapToLong(ProcessStatus::peakResidentBytes)
                                .max()
                                .getAsLong(),
                        KernelMemory.read()));
    }

    Point point() {
        return new Point(seconds, threads, rssBytes);
    }

    /** Memory taken from the machine, except slab, which includes that of all other processes. */
    long takenBytes() {
        return rssBytes + known(kernel.kernelStackBytes()) + known(kernel.pageTableBytes());
    }

    private static long known(Long bytes) {
        return bytes == null ? 0 : bytes;
    }
}
