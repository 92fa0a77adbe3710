package threadwall.process.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import threadwall.process.proc.OpenFiles;

/**
 * Finds the processes that own a port: sock_diag lists the listeners, and {@code /proc/PID/fd} shows who holds their
 * inodes.
 */
public final class PortOwner {

    private PortOwner() {}

    /**
     * The processes that accept connections to {@code address:port}, in PID order. There are several when they share
     * the port (SO_REUSEPORT) or inherited the socket (a parent and its workers).
     *
     * @return empty when nothing listens there
     * @throws AccessDeniedException when a process listens there that this user may not inspect
     * @throws IOException when the sockets cannot be listed
     */
    public static List<Long> listening(InetAddress address, int port) throws IOException {
        return listening(Path.of("/proc"), address, port);
    }

    static List<Long> listening(Path proc, InetAddress address, int port) throws IOException {
        List<ListeningSocket> listeners = listeners(address, port);
        if (listeners.isEmpty()) {
            return List.of();
        }
        Set<String> links = links(listeners);
        Set<String> missing = new HashSet<>(links);
        Set<Long> pids = new TreeSet<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                Set<String> held = heldBy(process, links, Integer.MAX_VALUE);
                if (!held.isEmpty()) {
                    pids.add(Long.parseLong(process.getFileName().toString()));
                    missing.removeAll(held);
                }
            }
        }
        if (!missing.isEmpty()) {
            missing.retainAll(links(listeners(address, port))); // the others were closed during the search
        }
        if (!missing.isEmpty()) {
            throw new AccessDeniedException(
                    address.getHostAddress() + ":" + port,
                    null,
                    "a process of uid " + listeners.getFirst().uid()
                            + " listens there, and you may not read its descriptors: name its pid (pid=N),"
                            + " or run as that user or as root");
        }
        return List.copyOf(pids);
    }

    /**
     * Which of these sockets a process holds among its first descriptors. This reads a link per descriptor, 20,000 of a
     * server under load; a server's listening sockets are older than its connections, so they have low numbers.
     *
     * @param inodes of the sockets
     * @param descriptors how many to read, from the lowest number on, which is the kernel's order (fs/proc/fd.c)
     * @return their inodes; empty as well when the process is gone or may not be inspected
     */
    public static Set<Long> held(long pid, Set<Long> inodes, int descriptors) {
        Map<String, Long> links = new HashMap<>();
        inodes.forEach(inode -> links.put(link(inode), inode));
        Set<Long> held = new HashSet<>();
        heldBy(Path.of("/proc", Long.toString(pid)), links.keySet(), descriptors)
                .forEach(link -> held.add(links.get(link)));
        return held;
    }

    private static List<ListeningSocket> listeners(InetAddress address, int port) throws IOException {
        try (SockDiag sockets = SockDiag.open()) {
            return ListeningSocket.receiving(address, sockets.listeners(port));
        }
    }

    private static Set<String> links(List<ListeningSocket> listeners) {
        return listeners.stream().map(listener -> link(listener.inode())).collect(Collectors.toSet());
    }

    private static String link(long inode) {
        return "socket:[" + inode + "]";
    }

    private static Set<String> heldBy(Path process, Set<String> sockets, int descriptors) {
        return OpenFiles.of(process, descriptors).stream()
                .map(Path::toString)
                .filter(sockets::contains)
                .collect(Collectors.toSet());
    }
}
