package threadwall.limits;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resource limits in force for one process, from {@code /proc/PID/limits} (proc_pid_limits(5)). A row that the
 * kernel does not show is null.
 *
 * @param nofile RLIMIT_NOFILE: descriptors, one above the highest number that open() may return
 * @param nproc RLIMIT_NPROC: threads of the process's real user, in all of that user's processes
 * @param sigpending RLIMIT_SIGPENDING: queued signals of the user ({@code ulimit -i}); it never limits threads
 * @param stackBytes RLIMIT_STACK: the main thread's stack, and glibc's default for other threads; a JVM sets its own
 * @param memlockBytes RLIMIT_MEMLOCK
 * @param addressSpaceBytes RLIMIT_AS: bytes of address space, in which each thread stack counts in full
 */
public record ProcessLimits(
        ResourceLimit nofile,
        ResourceLimit nproc,
        ResourceLimit sigpending,
        ResourceLimit stackBytes,
        ResourceLimit memlockBytes,
        ResourceLimit addressSpaceBytes) {

    /** Name, soft, hard and, in some rows, a unit; columns are separated by two or more spaces. */
    private static final Pattern ROW = Pattern.compile("^(Max .+?)\\s{2,}(\\d+|unlimited)\\s+(\\d+|unlimited)\\b.*$");

    /** Reads the text of {@code /proc/PID/limits}. */
    public static ProcessLimits parse(String text) {
        Map<String, ResourceLimit> rows = new HashMap<>();
        text.lines()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .forEach(row -> rows.put(row.group(1), ResourceLimit.parse(row.group(2), row.group(3))));
        return new ProcessLimits(
                rows.get("Max open files"),
                rows.get("Max processes"),
                rows.get("Max pending signals"),
                rows.get("Max stack size"),
                rows.get("Max locked memory"),
                rows.get("Max address space"));
    }

    /**
     * The limits of a process.
     *
     * @param proc the proc file system, usually {@code /proc}
     * @throws NoSuchFileException when the process is gone
     */
    public static ProcessLimits of(Path proc, long pid) throws NoSuchFileException {
        ProcessLimits limits = new SystemFiles(proc).value(pid + "/limits", ProcessLimits::parse);
        if (limits == null) {
            throw new NoSuchFileException(proc.resolve(pid + "/limits").toString());
        }
        return limits;
    }

    /** The same limits with another soft nofile, a number or "unlimited". */
    ProcessLimits withSoftNofile(String soft) {
        return nofile == null
                ? this
                : withNofile(new ResourceLimit(ResourceLimit.parse(soft, soft).soft(), nofile.hard()));
    }

    /** The limits that a login as this user gives. */
    ProcessLimits afterLogin(PamLimits pam, UserAccount user) {
        return new ProcessLimits(
                pam.applied(user, "nofile", nofile),
                pam.applied(user, "nproc", nproc),
                sigpending,
                stackBytes,
                memlockBytes,
                addressSpaceBytes);
    }

    private ProcessLimits withNofile(ResourceLimit other) {
        return new ProcessLimits(other, nproc, sigpending, stackBytes, memlockBytes, addressSpaceBytes);
    }

    /** The limits of this JVM, which the processes that it starts inherit. */
    public static ProcessLimits ofThisProcess() throws NoSuchFileException {
        return of(Path.of("/proc"), ProcessHandle.current().pid());
    }
}
