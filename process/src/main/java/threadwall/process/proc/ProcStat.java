package threadwall.process.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import threadwall.limits.SystemFiles;

/**
 * A process seen from outside, by proc_pid_stat(5) and proc_pid_status(5). Cheap enough to read every second; more
 * expensive values have methods of their own. A process that is gone reads as empty and never causes an exception.
 *
 * @param state the kernel's letter: R, S, D, T, Z … A zombie (Z) has ended and waits for its parent
 * @param startTicks start time, in clock ticks after boot: a different value under the same PID is another process
 * @param userCpuSeconds CPU time in user mode of all its threads, including ended ones, in steps of 10 ms
 * @param systemCpuSeconds the same in kernel mode
 * @param rssBytes VmRSS; null for a zombie
 * @param pageTableBytes VmPTE: page tables, which RSS does not include; null for a zombie
 */
public record ProcStat(
        long pid,
        char state,
        long startTicks,
        double userCpuSeconds,
        double systemCpuSeconds,
        int threads,
        Long rssBytes,
        Long pageTableBytes) {

    private static final Path PROC = Path.of("/proc");

    public double cpuSeconds() {
        return userCpuSeconds + systemCpuSeconds;
    }

    /** Whether {@code other} is a reading of the same process: its PID was not reused. */
    public boolean sameProcess(ProcStat other) {
        return pid == other.pid && startTicks == other.startTicks;
    }

    public static Optional<ProcStat> read(long pid) {
        return read(PROC, pid);
    }

    /** Reads a process in another folder than {@code /proc}. */
    public static Optional<ProcStat> read(Path proc, long pid) {
        Path process = proc.resolve(Long.toString(pid));
        String stat = new SystemFiles(process).text("stat");
        if (stat == null) {
            return Optional.empty();
        }
        // The command's name is in parentheses and may contain blanks and parentheses: count the fields after the last
        // one. The fields after it begin with number 3 of the manual page.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ");
        KeyValueLines status = KeyValueLines.read(process.resolve("status"));
        return Optional.of(new ProcStat(
                pid,
                fields[0].charAt(0),
                Long.parseLong(fields[22 - 3]),
                Double.parseDouble(fields[14 - 3]) / Sysconf.TICKS_PER_SECOND,
                Double.parseDouble(fields[15 - 3]) / Sysconf.TICKS_PER_SECOND,
                Integer.parseInt(fields[20 - 3]),
                status.kilobytes("VmRSS"),
                status.kilobytes("VmPTE")));
    }

    /**
     * Number of open descriptors. Since Linux 6.2 that is the size of {@code /proc/PID/fd}; on older kernels they are
     * listed.
     *
     * @return empty when the process is gone or belongs to another user
     */
    public static OptionalLong openDescriptors(long pid) {
        Path folder = PROC.resolve(Long.toString(pid)).resolve("fd");
        try {
            long size = Files.isReadable(folder) ? Files.size(folder) : 0;
            if (size > 0) {
                return OptionalLong.of(size);
            }
            try (Stream<Path> open = Files.list(folder)) {
                return OptionalLong.of(open.count());
            }
        } catch (IOException unreadable) {
            return OptionalLong.empty();
        }
    }

    /**
     * PSS in bytes, which divides pages among the processes that map them. It walks all page tables and blocks the
     * process meanwhile: 15 ms at 10,000 threads. Read it at start, peak and end only.
     *
     * @return empty when the process is gone or belongs to another user
     */
    public static OptionalLong pssBytes(long pid) {
        return pssBytes(PROC, pid);
    }

    static OptionalLong pssBytes(Path proc, long pid) {
        Long pss = KeyValueLines.read(proc.resolve(Long.toString(pid)).resolve("smaps_rollup"))
                .kilobytes("Pss");
        return pss == null ? OptionalLong.empty() : OptionalLong.of(pss);
    }
}
