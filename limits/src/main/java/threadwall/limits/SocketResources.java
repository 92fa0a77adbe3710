package threadwall.limits;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Limits on the sockets of a machine, and their use. A value that cannot be read is null.
 *
 * @param files the first number of {@code /proc/sys/fs/file-nr}: open files of the machine
 * @param synCookies {@code net.ipv4.tcp_syncookies}: 0 off, 1 when a queue is full, 2 always
 * @param tcpMemPages {@code net.ipv4.tcp_mem}: low, pressure, high, in pages
 * @param tcpPages "mem" of the line TCP in {@code /proc/net/sockstat}: pages of data in flight or unread
 * @param conntrackMax {@code net.netfilter.nf_conntrack_max}; null as well where the module is not loaded
 * @param conntrackCount {@code net.netfilter.nf_conntrack_count}
 * @param listening ports with a TCP listener in this network namespace
 */
public record SocketResources(
        Long files,
        Long synCookies,
        List<Long> tcpMemPages,
        Long tcpPages,
        Long conntrackMax,
        Long conntrackCount,
        SortedSet<Integer> listening) {

    static SocketResources read(Path root) {
        SystemFiles sys = new SystemFiles(root.resolve("proc/sys"));
        return new SocketResources(
                sys.value("fs/file-nr", text -> numbers(text).getFirst()),
                sys.number("net/ipv4/tcp_syncookies"),
                sys.value("net/ipv4/tcp_mem", SocketResources::numbers),
                new SystemFiles(root.resolve("proc")).value("net/sockstat", SocketResources::tcpPages),
                sys.number("net/netfilter/nf_conntrack_max"),
                sys.number("net/netfilter/nf_conntrack_count"),
                listening(root.resolve("proc/net")));
    }

    private static List<Long> numbers(String text) {
        return List.of(text.strip().split("\\s+")).stream().map(Long::valueOf).toList();
    }

    /** "TCP: inuse 1 orphan 0 tw 144 alloc 1 mem 0" */
    private static Long tcpPages(String sockstat) {
        return sockstat.lines()
                .filter(line -> line.startsWith("TCP: "))
                .map(line -> Long.valueOf(line.replaceAll(".* mem (\\d+).*", "$1")))
                .findFirst()
                .orElse(null);
    }

    /**
     * Listeners come first in {@code /proc/net/tcp} (net/ipv4/tcp_ipv4.c, {@code tcp_get_idx}). Reading stops at the first
     * other socket, so 40,000 connections cost nothing here.
     */
    private static SortedSet<Integer> listening(Path net) {
        SortedSet<Integer> ports = new TreeSet<>();
        boolean readable = false;
        for (String file : List.of("tcp", "tcp6")) {
            try (BufferedReader lines = Files.newBufferedReader(net.resolve(file))) {
                lines.readLine();
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    // "  0: 0100007F:1F90 00000000:0000 0A …"
                    String[] fields = line.strip().split("\\s+");
                    if (!fields[3].equals("0A")) {
                        break;
                    }
                    ports.add(Integer.parseInt(fields[1].substring(fields[1].indexOf(':') + 1), 16));
                }
                readable = true;
            } catch (IOException missing) {
                continue; // no IPv6, or not readable
            }
        }
        return readable ? ports : null;
    }
}
