package threadwall.watch;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import threadwall.limits.SystemFiles;

/**
 * Detects which programs the processes of this machine run. Reading a command line costs 20 to 30 µs, and a machine has
 * hundreds of processes of other programs. So an unknown process is read often while it is young, because it may exec
 * another program, and now and then later, because its PID may be reused.
 */
final class ProgramDetector {

    /** A process is young for this many samples. */
    private static final int YOUNG_SAMPLES = 8;

    /** An old unknown process is read once in this many samples. */
    private static final int OLD_INTERVAL = 16;

    private final Path proc;
    private final Map<Long, Integer> samplesOfUnknown = new HashMap<>();

    ProgramDetector(Path proc) {
        this.proc = proc;
    }

    /** PIDs of all processes. */
    Set<Long> pids() throws IOException {
        var pids = new HashSet<Long>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (var process : processes) {
                pids.add(Long.parseLong(process.getFileName().toString()));
            }
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        return pids;
    }

    /**
     * The processes that match the filter, with what they run. A process that has just become one of them may be missed
     * for some samples.
     */
    Map<Long, DetectedProgram> among(Set<Long> pids, Predicate<DetectedProgram> filter) {
        samplesOfUnknown.keySet().retainAll(pids);
        var found = new HashMap<Long, DetectedProgram>();
        for (var pid : pids) {
            int samples = samplesOfUnknown.getOrDefault(pid, 0);
            if (samples >= YOUNG_SAMPLES && (samples + pid) % OLD_INTERVAL != 0) {
                samplesOfUnknown.put(pid, samples + 1);
                continue;
            }
            var program = of(pid);
            if (filter.test(program)) {
                found.put(pid, program);
                samplesOfUnknown.remove(pid);
            } else {
                samplesOfUnknown.put(pid, samples + 1);
            }
        }
        return found;
    }

    /** The program that a process runs now. */
    DetectedProgram of(long pid) {
        var line = new SystemFiles(proc.resolve(Long.toString(pid))).text("cmdline");
        return DetectedProgram.of(line == null || line.isEmpty() ? List.of() : List.of(line.split("\0")));
    }
}
