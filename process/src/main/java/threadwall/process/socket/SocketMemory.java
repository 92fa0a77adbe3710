package threadwall.process.socket;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import threadwall.limits.SystemFiles;
import threadwall.process.proc.Sysconf;

/**
 * TCP sockets and their buffers, from the TCP line of {@code /proc/net/sockstat}. A value is null when it cannot be
 * read.
 *
 * @param inUse hashed sockets of this network namespace, IPv4 only, listeners included
 * @param orphaned without a process, still closing; whole machine
 * @param timeWait TIME_WAIT sockets of this network namespace, capped by net.ipv4.tcp_max_tw_buckets
 * @param allocated TCP sockets of the whole machine
 * @param bufferBytes memory pages of all socket buffers, in bytes; whole machine
 */
public record SocketMemory(Long inUse, Long orphaned, Long timeWait, Long allocated, Long bufferBytes) {

    public static SocketMemory read() {
        return read(Path.of("/proc"), Sysconf.PAGE_BYTES);
    }

    /** Reads {@code net/sockstat} in a folder. */
    public static SocketMemory read(Path proc, long pageBytes) {
        List<String> words = Optional.ofNullable(new SystemFiles(proc).text("net/sockstat")).stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("TCP:"))
                .findFirst()
                .map(line -> Arrays.asList(line.split("\\s+")))
                .orElse(List.of());
        Long pages = after("mem", words);
        return new SocketMemory(
                after("inuse", words),
                after("orphan", words),
                after("tw", words),
                after("alloc", words),
                pages == null ? null : Long.valueOf(pages * pageBytes));
    }

    private static Long after(String name, List<String> words) {
        int at = words.indexOf(name);
        return at < 0 || at + 1 >= words.size() ? null : Long.valueOf(words.get(at + 1));
    }
}
