package threadwall.limits;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The threads that exist now, which every limit but a process's own is shared with. Null when not readable.
 *
 * @param systemThreads threads of the machine, from {@code /proc/loadavg}
 * @param userThreads threads of this process's real user id, in all processes that can be seen from here
 * @param nprocExempt whether RLIMIT_NPROC does not count for this process. Linux, kernel/fork.c, {@code copy_process}:
 *     the user is root, or the process has CAP_SYS_RESOURCE or CAP_SYS_ADMIN, all of them in the initial user namespace
 */
public record ThreadUse(Long systemThreads, Long userThreads, Boolean nprocExempt) {

    private static final int CAP_SYS_ADMIN = 21;
    private static final int CAP_SYS_RESOURCE = 24;

    /** Reads this machine, for this process's user. */
    public static ThreadUse read() {
        return read(Path.of("/"));
    }

    /** Reads {@code proc/loadavg}, {@code proc/self} and {@code proc/PID/status} below a root. */
    public static ThreadUse read(Path root) {
        Path proc = root.resolve("proc");
        Readings readings = new Readings(proc);
        // "0.16 0.14 0.05 1/87 5309": runnable/existing threads
        Long system = readings.value(
                "loadavg", text -> Long.valueOf(text.split(" ")[3].split("/")[1]));
        String self = readings.text("self/status");
        if (self == null) {
            return new ThreadUse(system, null, null);
        }
        String uid = field(self, "Uid").orElseThrow();
        return new ThreadUse(system, threadsOf(uid, proc), exempt(uid, self, readings.text("self/uid_map")));
    }

    private static Boolean exempt(String uid, String status, String uidMap) {
        if (uidMap == null) {
            return null;
        }
        boolean initialNamespace = uidMap.strip().split("\\s+").length == 3
                && uidMap.strip().replaceAll("\\s+", " ").equals("0 0 4294967295");
        long capabilities = Long.parseUnsignedLong(field(status, "CapEff").orElse("0"), 16);
        boolean capable = (capabilities & (1L << CAP_SYS_ADMIN | 1L << CAP_SYS_RESOURCE)) != 0;
        return initialNamespace && (uid.equals("0") || capable);
    }

    private static Long threadsOf(String uid, Path proc) {
        long threads = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                String status = new Readings(process).text("status");
                if (status != null && field(status, "Uid").orElse("").equals(uid)) {
                    threads += field(status, "Threads").map(Long::parseLong).orElse(0L);
                }
            }
            return threads;
        } catch (IOException unreadable) {
            return null;
        }
    }

    /** The first word after "NAME:"; for Uid that is the real one. */
    private static Optional<String> field(String status, String name) {
        return status.lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip().split("\\s+")[0])
                .findFirst();
    }
}
