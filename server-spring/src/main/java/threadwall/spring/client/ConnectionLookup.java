package threadwall.spring.client;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.net.Inet6Address;
import java.nio.ByteOrder;

/**
 * Finds a single connection in the kernel's table, by netlink (sock_diag(7)). The kernel looks up its hash table, so
 * the cost does not depend on how many other sockets there are.
 *
 * <pre>
 * struct nlmsghdr          linux/netlink.h    u32 len 0, u16 type 4, u16 flags 6, u32 seq 8, u32 pid 12: 16 bytes
 * struct inet_diag_req_v2  linux/inet_diag.h  u8 family 16, u8 protocol 17, u8 ext 18, u8 pad 19, u32 states 20,
 *                                             be16 sport 24, be16 dport 26, be32 src[4] 28, be32 dst[4] 44,
 *                                             u32 if 60, u32 cookie[2] 64: 72 bytes with the header
 * struct inet_diag_msg                        u8 family 16, u8 state 17, more that is not read here
 * struct nlmsgerr          linux/netlink.h    int error 16, minus errno
 * </pre>
 *
 * Numbers are in host byte order, ports and addresses in network byte order. Thread-safe.
 */
final class ConnectionLookup {
    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW = 3;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int NETLINK_SOCK_DIAG = 4;
    private static final int MSG_DONTWAIT = 0x40;
    private static final int EINTR = 4;
    private static final int ENOENT = 2;

    private static final short SOCK_DIAG_BY_FAMILY = 20;
    private static final short NLM_F_REQUEST = 1;
    private static final short NLMSG_ERROR = 2;
    private static final byte AF_INET = 2;
    private static final byte AF_INET6 = 10;
    private static final byte IPPROTO_TCP = 6;
    private static final int INET_DIAG_NOCOOKIE = -1;

    /** include/net/tcp_states.h: no other state has a server that has not yet ended its own side. */
    private static final byte TCP_ESTABLISHED = 1;

    private static final byte TCP_CLOSE_WAIT = 8;

    private static final int REQUEST_BYTES = 72;
    private static final int RESPONSE_BYTES = 512;

    private static final ValueLayout.OfShort PORT = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option SAVE_ERRNO = Linker.Option.captureCallState("errno");
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle SOCKET = function("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle SEND = function("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle RECV = function("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);

    /** Never freed, like the descriptor: a fiber may wake while Spring stops, and the process then ends. */
    private final MemorySegment state = Arena.global().allocate(Linker.Option.captureStateLayout());

    private final MemorySegment request = Arena.global().allocate(REQUEST_BYTES, 8);
    private final MemorySegment response = Arena.global().allocate(RESPONSE_BYTES, 8);
    private int descriptor = -1;
    private int sequence;

    /** Whether it has found any socket. A kernel without a module of sock_diag says ENOENT, too. */
    private boolean knowsTcp;

    /**
     * Whether both sides can still send, or at least this one: ESTABLISHED or CLOSE_WAIT. A connection that was reset is
     * in the table no more, and the kernel then finds the listener or nothing.
     *
     * <p>A new connection between the same two ports is taken for the old one.
     *
     * @throws IOException when the kernel, or a sandbox, does not answer
     */
    synchronized boolean isOpen(ClientConnection connection) throws IOException {
        if (descriptor < 0) {
            descriptor = (int) call("socket(AF_NETLINK)", () ->
                    (int) SOCKET.invokeExact(state, AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
        }
        write(connection);
        call("send() on a netlink socket", () ->
                (long) SEND.invokeExact(state, descriptor, request, request.byteSize(), 0));
        do { // the kernel has answered when send returns; what precedes is the answer to a question that failed
            call("recv() on a netlink socket", () ->
                    (long) RECV.invokeExact(state, descriptor, response, response.byteSize(), MSG_DONTWAIT));
        } while (response.get(JAVA_INT, 8) != sequence);
        if (response.get(JAVA_SHORT, 4) == NLMSG_ERROR) {
            int errno = -response.get(JAVA_INT, 16);
            if (errno == ENOENT && knowsTcp) {
                return false;
            }
            throw new IOException("sock_diag finds no TCP sockets: errno " + errno
                    + (errno == ENOENT ? "; load the modules inet_diag and tcp_diag" : ""));
        }
        knowsTcp = true;
        byte found = response.get(JAVA_BYTE, 17);
        return found == TCP_ESTABLISHED || found == TCP_CLOSE_WAIT;
    }

    private void write(ClientConnection connection) {
        var local = connection.local();
        request.fill((byte) 0);
        request.set(JAVA_INT, 0, REQUEST_BYTES);
        request.set(JAVA_SHORT, 4, SOCK_DIAG_BY_FAMILY);
        request.set(JAVA_SHORT, 6, NLM_F_REQUEST);
        request.set(JAVA_INT, 8, ++sequence);
        request.set(JAVA_BYTE, 16, local instanceof Inet6Address ? AF_INET6 : AF_INET);
        request.set(JAVA_BYTE, 17, IPPROTO_TCP);
        request.set(PORT, 24, (short) connection.localPort());
        request.set(PORT, 26, (short) connection.remotePort());
        MemorySegment.copy(local.getAddress(), 0, request, JAVA_BYTE, 28, local.getAddress().length);
        var remote = connection.remote().getAddress();
        MemorySegment.copy(remote, 0, request, JAVA_BYTE, 44, remote.length);
        // a connection between link-local addresses is found by its interface only
        request.set(JAVA_INT, 60, local instanceof Inet6Address six ? six.getScopeId() : 0);
        request.set(JAVA_INT, 64, INET_DIAG_NOCOOKIE);
        request.set(JAVA_INT, 68, INET_DIAG_NOCOOKIE);
    }

    private interface SystemCall {
        long result() throws Throwable;
    }

    private long call(String name, SystemCall call) throws IOException {
        while (true) {
            long result;
            try {
                result = call.result();
            } catch (Throwable unexpected) {
                throw new AssertionError(unexpected);
            }
            if (result >= 0) {
                return result;
            }
            int errno = (int) ERRNO.get(state, 0L);
            if (errno != EINTR) {
                throw new IOException(name + ": errno " + errno);
            }
        }
    }

    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, parameters), SAVE_ERRNO);
    }
}
