package threadwall.tasks;

import java.nio.file.Path;
import java.util.Optional;
import threadwall.process.proc.KeyValueLines;

/**
 * The lines of {@code /proc/PID/status} that a look takes. They cost the same whatever the number of threads; the CPU time of
 * {@code /proc/PID/stat} is summed over all of them.
 *
 * @param highWaterBytes VmHWM, the most that VmRSS has been since the program was loaded
 */
record ResidentMemory(long threads, long rssBytes, long highWaterBytes) {

    /** Empty when the process is gone, or has given its memory back and only waits for its parent. */
    static Optional<ResidentMemory> read(long pid) {
        var status = KeyValueLines.read(Path.of("/proc", Long.toString(pid), "status"));
        var threads = status.number("Threads");
        var rss = status.kilobytes("VmRSS");
        var highWater = status.kilobytes("VmHWM");
        return threads == null || rss == null || highWater == null
                ? Optional.empty()
                : Optional.of(new ResidentMemory(threads, rss, highWater));
    }
}
