package threadwall.process.proc;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Context switches of the threads that a process has now. The counts of ended threads are lost, so a difference of two
 * readings can be too small, even negative, when threads ended between them.
 *
 * @param voluntary the thread waited for something
 * @param involuntary its time slice was over
 */
public record ContextSwitches(long voluntary, long involuntary) {

    /**
     * Sums {@code /proc/PID/task/TID/status}, because {@code /proc/PID/status} covers the main thread only. It reads
     * one file per thread: call it at both ends of a step, not in a sampling loop.
     *
     * @return empty when the process is gone
     */
    public static Optional<ContextSwitches> read(long pid) {
        return read(Path.of("/proc"), pid);
    }

    public ContextSwitches plus(ContextSwitches other) {
        return new ContextSwitches(voluntary + other.voluntary, involuntary + other.involuntary);
    }

    /** The increase since an earlier reading; empty where ended threads took more with them than was added. */
    public Optional<ContextSwitches> since(ContextSwitches earlier) {
        var increase = new ContextSwitches(voluntary - earlier.voluntary, involuntary - earlier.involuntary);
        return increase.voluntary < 0 || increase.involuntary < 0 ? Optional.empty() : Optional.of(increase);
    }

    static Optional<ContextSwitches> read(Path proc, long pid) {
        long voluntary = 0;
        long involuntary = 0;
        Path tasks = proc.resolve(Long.toString(pid)).resolve("task");
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                KeyValueLines status = KeyValueLines.read(thread.resolve("status"));
                if (status.number("voluntary_ctxt_switches") != null) {
                    voluntary += status.number("voluntary_ctxt_switches");
                    involuntary += status.number("nonvoluntary_ctxt_switches");
                }
            }
            return Optional.of(new ContextSwitches(voluntary, involuntary));
        } catch (IOException | DirectoryIteratorException gone) {
            return Optional.empty();
        }
    }
}
