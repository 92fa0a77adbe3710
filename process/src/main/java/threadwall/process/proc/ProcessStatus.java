package threadwall.process.proc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a process uses of the resources that threads consume, from proc_pid_status(5). A value is null when it cannot be
 * read.
 *
 * @param uid real user ID, to which RLIMIT_NPROC applies
 * @param residentBytes VmRSS
 * @param peakResidentBytes VmHWM: the most that VmRSS has been since the program was loaded
 * @param pageTableBytes VmPTE
 * @param addressBytes VmSize, limited by RLIMIT_AS
 * @param dataBytes VmData: private and writable, counted against CommitLimit where overcommit_memory is 2
 */
public record ProcessStatus(
        Long uid,
        Long threads,
        Long residentBytes,
        Long peakResidentBytes,
        Long pageTableBytes,
        Long addressBytes,
        Long dataBytes) {

    private static final Path PROC = Path.of("/proc");
    private static final int CHUNK_BYTES = 1 << 20;

    /** @return empty when the process is gone, or a zombie without memory */
    public static Optional<ProcessStatus> read(long pid) {
        return read(PROC, pid);
    }

    static Optional<ProcessStatus> read(Path proc, long pid) {
        KeyValueLines status =
                KeyValueLines.read(proc.resolve(Long.toString(pid)).resolve("status"));
        return status.number("VmRSS") == null
                ? Optional.empty()
                : Optional.of(new ProcessStatus(
                        status.number("Uid"),
                        status.number("Threads"),
                        status.kilobytes("VmRSS"),
                        status.kilobytes("VmHWM"),
                        status.kilobytes("VmPTE"),
                        status.kilobytes("VmSize"),
                        status.kilobytes("VmData")));
    }

    /**
     * Counts the memory maps of a process: the lines of {@code /proc/PID/maps}. It costs about a microsecond per map,
     * and blocks the process for part of that time.
     *
     * @return null when the process is gone or belongs to another user
     */
    public static Long maps(long pid) {
        return maps(PROC, pid);
    }

    static Long maps(Path proc, long pid) {
        long lines = 0;
        try (InputStream maps =
                Files.newInputStream(proc.resolve(Long.toString(pid)).resolve("maps"))) {
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int read = maps.read(chunk); read > 0; read = maps.read(chunk)) {
                for (int i = 0; i < read; i++) {
                    lines += chunk[i] == '\n' ? 1 : 0;
                }
            }
        } catch (IOException unreadable) {
            return null;
        }
        return lines == 0 ? null : lines;
    }
}
