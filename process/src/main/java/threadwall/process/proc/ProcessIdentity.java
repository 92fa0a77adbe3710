package threadwall.process.proc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import threadwall.limits.SystemFiles;

/**
 * Identifies a process. PIDs are reused, so within one boot a process is identified by PID plus start time.
 *
 * @param startTicks start time, in clock ticks after boot
 * @param uid user ID that it runs as
 * @param command its command line, the words separated by blanks, one character per byte; empty for a kernel thread
 */
public record ProcessIdentity(long pid, long startTicks, long uid, String command) {

    /** @return empty when there is no such process, or only a zombie */
    public static Optional<ProcessIdentity> of(long pid) {
        var status = KeyValueLines.read(Path.of("/proc", Long.toString(pid), "status"));
        return ProcStat.read(pid)
                .filter(stat -> stat.state() != 'Z' && stat.state() != 'X')
                .filter(stat -> status.number("Uid") != null)
                .map(stat -> new ProcessIdentity(pid, stat.startTicks(), status.number("Uid"), commandOf(pid)));
    }

    /** The user ID of this process. */
    public static long ownUid() {
        return KeyValueLines.read(Path.of("/proc/self/status")).number("Uid");
    }

    /** ID of this boot, from random(4). Start times are comparable only within one boot. */
    public static String bootId() {
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
