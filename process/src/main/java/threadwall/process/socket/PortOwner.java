package threadwall.process.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds the processes behind a port: listeners by sock_diag, their inodes among {@code /proc/PID/fd}. */
public final class PortOwner {

    private PortOwner() {}

    /**
     * The processes that listen where a connection to {@code address:port} goes, in order of pid. Several when they
     * share the port (SO_REUSEPORT) or inherited the socket (a parent and its workers).
     *
     * @return empty when nothing listens there
     * @throws AccessDeniedException when something listens there that we may not see the process of
     * @throws IOException when the sockets cannot be listed
     */
    public static List<Long> listening(InetAddress address, int port) throws IOException {
        return listening(Path.of("/proc"), address, port);
    }

    static List<Long> listening(Path proc, InetAddress address, int port) throws IOException {
        List<ListeningSocket> listeners;
        try (SockDiag sockets = SockDiag.open()) {
            listeners = ListeningSocket.taking(address, sockets.listeners(port));
        }
        if (listeners.isEmpty()) {
            return List.of();
        }
        Set<String> wanted =
                listeners.stream().map(listener -> link(listener.inode())).collect(Collectors.toSet());
        Set<String> missing = new HashSet<>(wanted);
        Set<Long> pids = new TreeSet<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                Set<String> held = heldBy(process, wanted, Integer.MAX_VALUE);
                if (!held.isEmpty()) {
                    pids.add(Long.parseLong(process.getFileName().toString()));
                    missing.removeAll(held);
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new AccessDeniedException(
                    address.getHostAddress() + ":" + port,
                    null,
                    "a process of uid " + listeners.getFirst().uid()
                            + " listens there, and its descriptors are not ours to read: name its pid (pid=N),"
                            + " or run as that user or as root");
        }
        return List.copyOf(pids);
    }

    /**
     * Which of some sockets a process holds among its first descriptors. A link is read for each descriptor, 20,000 of a
     * server under load; its listening sockets are older than its connections, so their numbers are low.
     *
     * @param inodes of the sockets
     * @param descriptors to look at, from the lowest number on, which is the kernel's order (fs/proc/fd.c)
     * @return their inodes; none as well when the process is gone or not ours to see
     */
    public static Set<Long> held(long pid, Set<Long> inodes, int descriptors) throws IOException {
        Map<String, Long> links = new HashMap<>();
        inodes.forEach(inode -> links.put(link(inode), inode));
        Set<Long> held = new HashSet<>();
        heldBy(Path.of("/proc", Long.toString(pid)), links.keySet(), descriptors)
                .forEach(link -> held.add(links.get(link)));
        return held;
    }

    private static String link(long inode) {
        return "socket:[" + inode + "]";
    }

    private static Set<String> heldBy(Path process, Set<String> sockets, int descriptors) throws IOException {
        Set<String> held = new HashSet<>();
        try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
            int left = descriptors;
            for (Path descriptor : open) {
                if (left-- == 0) {
                    break;
                }
                String target = target(descriptor);
                if (sockets.contains(target)) {
                    held.add(target);
                }
            }
        } catch (AccessDeniedException | NoSuchFileException | DirectoryIteratorException notOursOrGone) {
            return held;
        }
        return held;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}
