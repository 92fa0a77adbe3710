package threadwall.limits;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The threads that exist now; every limit except a process's own counts them. A value that cannot be read is null.
 *
 * @param systemThreads threads of the machine, including the kernel's, from {@code /proc/loadavg}
 * @param userThreads threads of the user's real id, in all processes that are visible here
 * @param idsFrom300 thread ids of 300 and above in use in this PID namespace; null as well where {@code /proc} hides some
 *     of them (hidepid)
 * @param lastId the id given last in this PID namespace, the fifth field of {@code /proc/loadavg}
 */
public record ThreadUsage(Long systemThreads, Long userThreads, Long idsFrom300, Long lastId) {

    /** Thread ids that the kernel does not reuse once its counter has passed them: RESERVED_PIDS, kernel/pid.c. */
    static final int RESERVED_PIDS = 300;

    /**
     * Ids below 300 that are used up: all of them, except in a PID namespace so young that its counter is still below 300.
     * {@code idr_alloc_cyclic} continues from the last id, and starts again at 300.
     */
    long idsPassed() {
        return lastId == null ? RESERVED_PIDS : Math.min(RESERVED_PIDS, lastId + 1);
    }

    /** The same once so many more threads have started and ended, which uses up ids below 300. */
    ThreadUsage afterThreads(long ended) {
        return new ThreadUsage(systemThreads, userThreads, idsFrom300, lastId == null ? null : lastId + ended);
    }

    private static final int CAP_SYS_PTRACE = 19;

    /** Reads a machine's tree, for this process's user. */
    public static ThreadUsage read(Path root) {
        return read(root, UserAccount.of(root, ProcStatus.read(root.resolve("proc/self"))));
    }

    /** Reads {@code proc/loadavg}, {@code proc/PID/status} and {@code proc/PID/task} below a root, for a user. */
    static ThreadUsage read(Path root, UserAccount account) {
        Path proc = root.resolve("proc");
        // "0.16 0.14 0.05 1/87 5309": runnable/existing threads, last id
        SystemFiles files = new SystemFiles(proc);
        Long system = files.value("loadavg", text -> Long.valueOf(text.split("[ /]")[4]));
        Long last = files.value("loadavg", text -> Long.valueOf(text.strip().split("[ /]")[5]));
        Long user = account == null ? null : 0L;
        Long ids = hidden(proc) ? null : 0L;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                ProcStatus status = ProcStatus.read(process);
                if (status == null) {
                    continue; // it ended after the folder was listed
                }
                if (user != null && status.realUid() == account.uid()) {
                    user += status.threads();
                }
                Long more = ids == null ? null : idsFrom300(process);
                ids = more == null ? null : Long.valueOf(ids + more);
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            return new ThreadUsage(system, null, null, last);
        }
        return new ThreadUsage(system, user, ids, last);
    }

    /** Whether the proc file system hides other users' processes from this one: proc(5), hidepid. */
    private static boolean hidden(Path proc) {
        ProcStatus self = ProcStatus.read(proc.resolve("self"));
        if (self != null && (self.capabilities("CapEff") >> CAP_SYS_PTRACE & 1) == 1) {
            return false;
        }
        String mounts = new SystemFiles(proc).text("self/mountinfo");
        return mounts != null && mounts.lines().anyMatch(line -> line.matches(".* /proc .* - proc .*hidepid=[^0o].*"));
    }

    /** Null where the tasks of a process are not readable. */
    private static Long idsFrom300(Path process) {
        long ids = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process.resolve("task"), "[0-9]*")) {
            for (Path task : tasks) {
                if (Long.parseLong(task.getFileName().toString()) >= RESERVED_PIDS) {
                    ids++;
                }
            }
            return ids;
        } catch (IOException | DirectoryIteratorException hiddenOrGone) {
            return Files.exists(process) ? null : Long.valueOf(0);
        }
    }
}
