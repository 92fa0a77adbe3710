package threadwall.process.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import threadwall.limits.SystemFiles;

/**
 * Who a process is, by {@code /proc/PID}. A pid alone names nobody for long: with its start, within one boot, it does.
 *
 * @param startTicks when it started, in clock ticks after boot
 * @param uid as whom it runs
 * @param command its command line, the words with blanks between, a character a byte; empty for a kernel thread
 */
public record ProcessIdentity(long pid, long startTicks, long uid, String command) {

    /** @return empty when there is none, or one that has ended and only waits for its parent to take note */
    public static Optional<ProcessIdentity> of(long pid) {
        var status = KeyValueLines.read(Path.of("/proc", Long.toString(pid), "status"));
        return ProcStat.read(pid)
                .filter(stat -> stat.state() != 'Z' && stat.state() != 'X')
                .filter(stat -> status.number("Uid") != null)
                .map(stat -> new ProcessIdentity(pid, stat.startTicks(), status.number("Uid"), commandOf(pid)));
    }

    /** Our own user's number. */
    public static long ourUid() {
        return KeyValueLines.read(Path.of("/proc/self/status")).number("Uid");
    }

    /** What this boot of the kernel is called, by random(4): start times of another one say nothing in it. */
    public static String boot() {
        return new SystemFiles(Path.of("/proc/sys/kernel/random"))
                .text("boot_id")
                .strip();
    }

    private static String commandOf(long pid) {
        try {
            var words = Files.readAllBytes(Path.of("/proc", Long.toString(pid), "cmdline"));
            return new String(words, StandardCharsets.ISO_8859_1)
                    .replaceAll("\0+$", "")
                    .replace('\0', ' ')
                    .replace('\n', ' ');
        } catch (IOException gone) {
            return "";
        }
    }
}
