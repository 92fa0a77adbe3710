package threadwall.loadgen.tasks;

import java.nio.file.Path;
import java.util.Optional;
import threadwall.loadgen.proc.Keyed;

/**
 * The lines of {@code /proc/PID/status} that a look takes. They cost the same whatever the number of threads; the CPU time of
 * {@code /proc/PID/stat} is summed over all of them.
 *
 * @param highWaterBytes VmHWM, the most that VmRSS has been since the program was loaded
 */
record Resident(long threads, long rssBytes, long highWaterBytes) {

    /** Empty when the process is gone, or has given its memory back and only waits for its parent. */
    static Optional<Resident> read(long pid) {
        var status = Keyed.read(Path.of("/proc", Long.toString(pid), "status"));
        var threads = status.number("Threads");
        var rss = status.kilobytes("VmRSS");
        var highWater = status.kilobytes("VmHWM");
        return threads == null || rss == null || highWater == null
                ? Optional.empty()
                : Optional.of(new Resident(threads, rss, highWater));
    }
}
