package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.function.IntFunction;
import threadwall.kilim.io.Transport.PortSharing;

/** A listening socket, made by system calls: what the transports on Linux have in common. */
record BoundSocket(int descriptor, int port) {

    /** As {@link Transport#listen}. */
    static BoundSocket listen(
            Libc libc, InetSocketAddress address, int backlog, PortSharing sharing, PeerLiveness liveness)
            throws IOException {
        int family = SocketAddress.family(address);
        int socket =
                checked(libc.socket(family, Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC, 0), "socket");
        try (var temporary = Arena.ofConfined()) {
            set(libc, socket, Libc.SOL_SOCKET, Libc.SO_REUSEADDR, 1, "SO_REUSEADDR");
            if (family == Libc.AF_INET6) {
                // as in the JDK, [::] accepts IPv4 clients too
                set(libc, socket, Libc.IPPROTO_IPV6, Libc.IPV6_V6ONLY, 0, "IPV6_V6ONLY");
            }
            if (sharing == PortSharing.NEXT) {
                set(libc, socket, Libc.SOL_SOCKET, Libc.SO_REUSEPORT, 1, "SO_REUSEPORT");
            }
            checkedBind(libc.bind(socket, SocketAddress.of(address, temporary)));
            if (sharing == PortSharing.FIRST) {
                // set after bind, so that bind fails if another process listens on the port
                set(libc, socket, Libc.SOL_SOCKET, Libc.SO_REUSEPORT, 1, "SO_REUSEPORT");
            }
            setForAccepted(libc, socket, liveness);
            checkedBind(libc.listen(socket, backlog));
            var name = temporary.allocate(SocketAddress.IN6_SIZE, Long.BYTES);
            var length = temporary.allocateFrom(JAVA_INT, SocketAddress.IN6_SIZE);
            checked(libc.getsockname(socket, name, length), "getsockname");
            return new BoundSocket(socket, SocketAddress.port(name));
        } catch (IOException | RuntimeException e) {
            libc.close(socket);
            throw e;
        }
    }

    /** On Linux, accepted sockets inherit these options. */
    private static void setForAccepted(Libc libc, int socket, PeerLiveness liveness) throws IOException {
        set(libc, socket, Libc.IPPROTO_TCP, Libc.TCP_NODELAY, 1, "TCP_NODELAY");
        set(libc, socket, Libc.SOL_SOCKET, Libc.SO_KEEPALIVE, 1, "SO_KEEPALIVE");
        set(
                libc,
                socket,
                Libc.IPPROTO_TCP,
                Libc.TCP_KEEPIDLE,
                (int) liveness.silence().toSeconds(),
                "TCP_KEEPIDLE");
        set(libc, socket, Libc.IPPROTO_TCP, Libc.TCP_KEEPINTVL, PeerLiveness.PROBE_SECONDS, "TCP_KEEPINTVL");
        set(libc, socket, Libc.IPPROTO_TCP, Libc.TCP_KEEPCNT, PeerLiveness.PROBES, "TCP_KEEPCNT");
        int millis = (int) liveness.unacknowledged().toMillis(); // 0 is the kernel's default, too
        set(libc, socket, Libc.IPPROTO_TCP, Libc.TCP_USER_TIMEOUT, millis, "TCP_USER_TIMEOUT");
    }

    private static void set(Libc libc, int socket, int level, int option, int value, String name) throws IOException {
        try (var temporary = Arena.ofConfined()) {
            checked(libc.setsockopt(socket, level, option, temporary.allocateFrom(JAVA_INT, value)), name);
        }
    }

    private static int checked(int result, String function) throws IOException {
        if (result < 0) {
            throw Libc.failure(result, function);
        }
        return result;
    }

    private static void checkedBind(int result) throws IOException {
        if (result < 0) {
            throw new BindException(Libc.message(-result));
        }
    }

    /** As {@link ListeningSocket#accept}. */
    static StreamSocket accept(Libc libc, int descriptor, IntFunction<StreamSocket> stream) throws IOException {
        int client = libc.accept4(descriptor, Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC);
        if (client == -Libc.EAGAIN) {
            return null;
        }
        if (client < 0) {
            // whatever it is, to try again at once may fail for ever, as under a filter of system calls
            throw Libc.failure(client, "accept4");
        }
        try {
            return stream.apply(client);
        } catch (Throwable e) { // out of memory
            libc.close(client);
            throw e;
        }
    }

    /** The address of the peer of a connected socket, without its port; "-" if the connection is gone. */
    static String peer(Libc libc, int descriptor) {
        try (var temporary = Arena.ofConfined()) {
            var name = temporary.allocate(SocketAddress.IN6_SIZE, Long.BYTES);
            var length = temporary.allocateFrom(JAVA_INT, SocketAddress.IN6_SIZE);
            return libc.getpeername(descriptor, name, length) < 0 ? "-" : SocketAddress.host(name);
        }
    }
}
