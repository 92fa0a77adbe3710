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
 * What the processes of this machine run. A command line costs 20 to 30 µs to read, and a machine has hundreds of processes
 * that are nothing to us: a stranger is asked while it is young, since a process may become another program (exec), and
 * now and then later on, since its pid may be given to another.
 */
final class ProgramDetector {

    /** Looks at which a process is young. */
    private static final int YOUNG = 8;

    /** Of so many looks, one asks an old stranger. */
    private static final int SELDOM = 16;

    private final Path proc;
    private final Map<Long, Integer> strangers = new HashMap<>();

    ProgramDetector(Path proc) {
        this.proc = proc;
    }

    /** The processes that there are. */
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

    /** Those of some processes that are wanted, with what they run. One that has just become so may be missed for some looks. */
    Map<Long, DetectedProgram> among(Set<Long> pids, Predicate<DetectedProgram> wanted) {
        strangers.keySet().retainAll(pids);
        var found = new HashMap<Long, DetectedProgram>();
        for (var pid : pids) {
            int asked = strangers.getOrDefault(pid, 0);
            if (asked >= YOUNG && (asked + pid) % SELDOM != 0) {
                strangers.put(pid, asked + 1);
                continue;
            }
            var program = of(pid);
            if (wanted.test(program)) {
                found.put(pid, program);
                strangers.remove(pid);
            } else {
                strangers.put(pid, asked + 1);
            }
        }
        return found;
    }

    /** What one process runs now. */
    DetectedProgram of(long pid) {
        var line = new SystemFiles(proc.resolve(Long.toString(pid))).text("cmdline");
        return DetectedProgram.of(line == null || line.isEmpty() ? List.of() : List.of(line.split("\0")));
    }
}
