package threadwall.process.proc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import threadwall.limits.SystemFiles;

/**
 * A process from outside, by proc_pid_stat(5) and proc_pid_status(5). Cheap enough for every second; what costs more
 * has a function of its own below. A process that is gone reads as empty, never as an exception.
 *
 * @param state the kernel's letter: R, S, D, T, Z … A zombie (Z) has ended and waits for its parent
 * @param startTicks when it started, in clock ticks after boot: another number under the same pid is another process
 * @param userCpuSeconds CPU time in user mode of all its threads, ended ones too, in steps of 10 ms
 * @param systemCpuSeconds the same in the kernel, on its behalf
 * @param rssBytes VmRSS; null for a zombie
 * @param pageTableBytes VmPTE: page tables, which no RSS holds; null for a zombie
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

    /** Whether {@code other} is a reading of the same process: its pid was not given to another since. */
    public boolean sameProcess(ProcStat other) {
        return pid == other.pid && startTicks == other.startTicks;
    }

    public static Optional<ProcStat> read(long pid) {
        return read(PROC, pid);
    }

    /** Reads a process below another folder than {@code /proc}. */
    public static Optional<ProcStat> read(Path proc, long pid) {
        Path process = proc.resolve(Long.toString(pid));
        String stat = new SystemFiles(process).text("stat");
        if (stat == null) {
            return Optional.empty();
        }
        // The command's name is in brackets and may hold blanks and brackets: count the fields after the last one.
        // What follows is field 3 of the manual page.
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
     * How many descriptors it has open. Since Linux 6.2 that is the size of {@code /proc/PID/fd}; before, they are listed one
     * by one.
     *
     * @return empty when the process is gone or someone else's
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
        } catch (IOException notOurs) {
            return OptionalLong.empty();
        }
    }

    /**
     * PSS in bytes, which shares out pages that several processes map. It walks all page tables, with the process held
     * up meanwhile: 15 ms at 10,000 threads. Take it at start, peak and end only.
     *
     * @return empty when the process is gone or someone else's
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
