package threadwall.process.socket;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * A NETLINK_SOCK_DIAG socket (sock_diag(7)), by {@code java.lang.foreign}. It needs {@code --enable-native-access} but
 * no privileges. It is not bound: the kernel assigns an address at the first send and responds to the sender.
 */
final class NetlinkSocket implements NetlinkChannel {

    /** errno values of asm-generic/errno-base.h and errno.h. */
    private static final int EINTR = 4;

    private static final int ENOBUFS = 105;

    private static final int AF_NETLINK = 16;
    private static final int SOCK_RAW = 3;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int NETLINK_SOCK_DIAG = 4;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO_OF = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle SOCKET = call("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle SEND = call("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle RECV = call("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle CLOSE = call("close", JAVA_INT, JAVA_INT);

    private final Arena arena = Arena.ofShared();
    private final MemorySegment state = arena.allocate(STATE);
    private final int descriptor;

    private NetlinkSocket() throws IOException {
        try {
            descriptor = (int) SOCKET.invokeExact(state, AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
        } catch (Throwable unexpected) {
            arena.close();
            throw new AssertionError(unexpected);
        }
        if (descriptor < 0) {
            int errno = errno();
            arena.close();
            throw new IOException("socket(AF_NETLINK, NETLINK_SOCK_DIAG): errno " + errno
                    + "; the kernel needs CONFIG_INET_DIAG, and a sandbox must allow AF_NETLINK");
        }
    }

    static NetlinkSocket open() throws IOException {
        return new NetlinkSocket();
    }

    @Override
    public MemorySegment allocate(long bytes) {
        return arena.allocate(bytes, 8);
    }

    @Override
    public void send(MemorySegment message) throws IOException {
        int errno = EINTR;
        while (errno == EINTR) {
            if (transfer(SEND, message) == message.byteSize()) {
                return;
            }
            errno = errno();
        }
        throw new IOException("send() on a netlink socket: errno " + errno);
    }

    @Override
    public int receive(MemorySegment buffer) throws IOException {
        while (true) {
            long bytes = transfer(RECV, buffer);
            if (bytes >= 0) {
                return (int) bytes;
            }
            int errno = errno();
            if (errno == ENOBUFS) {
                return DROPPED;
            }
            if (errno != EINTR) {
                throw new IOException("recv() on a netlink socket: errno " + errno);
            }
        }
    }

    private long transfer(MethodHandle call, MemorySegment buffer) {
        try {
            return (long) call.invokeExact(state, descriptor, buffer, buffer.byteSize(), 0);
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private int errno() {
        return (int) ERRNO_OF.get(state, 0L);
    }

    /** Closes it. A second call does nothing, because the descriptor's number may have been reused by then. */
    @Override
    public void close() {
        if (!arena.scope().isAlive()) {
            return;
        }
        try {
            // On Linux close() frees the descriptor whatever it returns (close(2)).
            int ignored = (int) CLOSE.invokeExact(state, descriptor);
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        } finally {
            arena.close();
        }
    }

    private static MethodHandle call(String name, MemoryLayout result, MemoryLayout... arguments) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name), FunctionDescriptor.of(result, arguments), ERRNO);
    }
}
