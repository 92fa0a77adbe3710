package threadwall.kilim.io;

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
import java.net.SocketException;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The functions of Linux's C library that the transports on Linux call, with their constants.
 *
 * <p>Each wrapper returns the function's result, or minus errno on failure. The linker saves errno with the call,
 * because the thread's next call may overwrite it. Constants are those of x86-64 and aarch64, which share
 * asm-generic's; the tests compare them with a C compiler for both.
 *
 * <p>Calls that never block are <em>critical</em>: the thread stays in the state "in Java", which saves the
 * transitions, and heap arrays can be passed directly because the collector cannot move them during the call. Critical
 * calls delay garbage collection, so {@code epoll_wait} with a timeout must not be one.
 */
class Libc {
    static final int EPERM = 1;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EBUSY = 16;
    static final int EINVAL = 22;
    static final int ENOSYS = 38;
    static final int ETIME = 62;
    static final int ENOBUFS = 105;
    static final int ECANCELED = 125;

    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int SOCK_STREAM = 1;
    static final int SOCK_NONBLOCK = 0x800;
    static final int SOCK_CLOEXEC = 0x80000;
    static final int SOL_SOCKET = 1;
    static final int SO_REUSEADDR = 2;
    static final int SO_KEEPALIVE = 9;
    static final int SO_REUSEPORT = 15;
    static final int IPPROTO_TCP = 6;
    static final int TCP_NODELAY = 1;
    static final int TCP_KEEPIDLE = 4;
    static final int TCP_KEEPINTVL = 5;
    static final int TCP_KEEPCNT = 6;
    static final int TCP_USER_TIMEOUT = 18;
    static final int IPPROTO_IPV6 = 41;
    static final int IPV6_V6ONLY = 26;
    static final int MSG_DONTWAIT = 0x40;
    static final int MSG_WAITALL = 0x100;
    static final int MSG_NOSIGNAL = 0x4000;
    static final int MSG_MORE = 0x8000;
    static final int SHUT_WR = 1;
    static final int SHUT_RDWR = 2;

    static final int EPOLL_CLOEXEC = SOCK_CLOEXEC;
    static final int EPOLL_CTL_ADD = 1;
    static final int EPOLL_CTL_MOD = 3;
    static final int EPOLLIN = 1;
    static final int EPOLLPRI = 2;
    static final int EPOLLOUT = 4;
    static final int EPOLLERR = 8;
    static final int EPOLLHUP = 0x10;
    static final int EPOLLRDHUP = 0x2000;
    static final int EPOLLET = 1 << 31;

    static final int SYS_io_uring_setup = 425;
    static final int SYS_io_uring_enter = 426;
    static final int SYS_io_uring_register = 427;
    static final int PROT_READ = 1;
    static final int PROT_WRITE = 2;
    static final int MAP_SHARED = 1;
    static final int MAP_PRIVATE = 2;
    static final int MAP_ANONYMOUS = 0x20;

    static final int EFD_CLOEXEC = SOCK_CLOEXEC;
    static final int EFD_NONBLOCK = SOCK_NONBLOCK;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final Linker.Option SAVE_ERRNO = Linker.Option.captureCallState("errno");
    private static final Linker.Option NEVER_WAITS = Linker.Option.critical(true);
    private static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = CALL_STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

    private static final MethodHandle SOCKET = quick("socket", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle BIND = quick("bind", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle LISTEN = quick("listen", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle GETSOCKNAME = quick("getsockname", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle GETPEERNAME = quick("getpeername", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
    private static final MethodHandle SETSOCKOPT =
            quick("setsockopt", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle ACCEPT4 = quick("accept4", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT);
    private static final MethodHandle RECV = quick("recv", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle SEND = quick("send", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT);
    private static final MethodHandle SHUTDOWN = quick("shutdown", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle CLOSE = quick("close", JAVA_INT, JAVA_INT);
    private static final MethodHandle EVENTFD = quick("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle EVENTFD_WRITE =
            function("eventfd_write", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG), NEVER_WAITS);
    private static final MethodHandle READ = quick("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle EPOLL_CREATE1 = quick("epoll_create1", JAVA_INT, JAVA_INT);
    private static final MethodHandle EPOLL_CTL = quick("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle EPOLL_POLL = quick("epoll_wait", JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
    private static final MethodHandle EPOLL_WAIT =
            function("epoll_wait", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), SAVE_ERRNO);
    private static final MethodHandle URING_SETUP = systemCall(JAVA_INT, ADDRESS);
    private static final MethodHandle URING_REGISTER = systemCall(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT);
    private static final MethodHandle URING_ENTER = function(
            "syscall",
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG),
            SAVE_ERRNO,
            Linker.Option.firstVariadicArg(1));
    private static final MethodHandle MMAP =
            quick("mmap", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle MUNMAP = quick("munmap", JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle STRERROR = function("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));

    /** Where the linker stores errno; one place per calling thread. */
    private final MemorySegment state;

    /** For the thread that owns the arena. */
    Libc(Arena arena) {
        state = arena.allocate(CALL_STATE);
    }

    private static MethodHandle quick(String name, MemoryLayout result, MemoryLayout... parameters) {
        return function(name, FunctionDescriptor.of(result, parameters), SAVE_ERRNO, NEVER_WAITS);
    }

    /** One that has no function of its own in the C library. */
    private static MethodHandle systemCall(MemoryLayout... parameters) {
        var all = Stream.concat(Stream.of(JAVA_LONG), Arrays.stream(parameters)).toArray(MemoryLayout[]::new);
        return function(
                "syscall",
                FunctionDescriptor.of(JAVA_LONG, all),
                SAVE_ERRNO,
                NEVER_WAITS,
                Linker.Option.firstVariadicArg(1));
    }

    private static MethodHandle function(String name, FunctionDescriptor type, Linker.Option... options) {
        var symbol = LINKER.defaultLookup()
                .find(name)
                .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + name));
        return LINKER.downcallHandle(symbol, type, options);
    }

    /** @param result of a failed call: minus errno */
    static IOException failure(int result, String function) {
        return new SocketException(function + ": " + message(-result));
    }

    /** The text of strerror(3). */
    static String message(int errno) {
        try {
            var text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(Long.MAX_VALUE).getString(0);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int socket(int domain, int type, int protocol) {
        return atStart(() -> (int) SOCKET.invokeExact(state, domain, type, protocol));
    }

    int bind(int socket, MemorySegment address) {
        return atStart(() -> (int) BIND.invokeExact(state, socket, address, (int) address.byteSize()));
    }

    int listen(int socket, int backlog) {
        return atStart(() -> (int) LISTEN.invokeExact(state, socket, backlog));
    }

    int getsockname(int socket, MemorySegment address, MemorySegment length) {
        return atStart(() -> (int) GETSOCKNAME.invokeExact(state, socket, address, length));
    }

    int getpeername(int socket, MemorySegment address, MemorySegment length) {
        try {
            return result((int) GETPEERNAME.invokeExact(state, socket, address, length));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int setsockopt(int socket, int level, int option, MemorySegment value) {
        return atStart(() -> (int) SETSOCKOPT.invokeExact(state, socket, level, option, value, (int) value.byteSize()));
    }

    /** Does not return the peer's address. */
    int accept4(int socket, int flags) {
        try {
            return result((int) ACCEPT4.invokeExact(state, socket, MemorySegment.NULL, MemorySegment.NULL, flags));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Receives at most {@code length} bytes; the segment must have that many. */
    int recv(int socket, MemorySegment into, int length) {
        try {
            return result((long) RECV.invokeExact(state, socket, into, (long) length, 0));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int send(int socket, MemorySegment from, int length, int flags) {
        try {
            return result((long) SEND.invokeExact(state, socket, from, (long) length, flags));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int shutdown(int socket, int how) {
        try {
            return result((int) SHUTDOWN.invokeExact(state, socket, how));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** On Linux the descriptor is freed even if this fails: never call it twice (close(2)). */
    int close(int descriptor) {
        try {
            return result((int) CLOSE.invokeExact(state, descriptor));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int eventfd(int initial, int flags) {
        return atStart(() -> (int) EVENTFD.invokeExact(state, initial, flags));
    }

    int read(int descriptor, MemorySegment into) {
        try {
            return result((long) READ.invokeExact(state, descriptor, into, into.byteSize()));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Adds to the count of an eventfd. The only function for any thread, as it saves no errno; -1 = failed. */
    int eventfdWrite(int descriptor, long count) {
        try {
            return (int) EVENTFD_WRITE.invokeExact(descriptor, count);
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int epollCreate(int flags) {
        return atStart(() -> (int) EPOLL_CREATE1.invokeExact(state, flags));
    }

    int epollCtl(int epoll, int operation, int descriptor, MemorySegment event) {
        try {
            return result((int) EPOLL_CTL.invokeExact(state, epoll, operation, descriptor, event));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /**
     * Waits for events, or only polls if the time is 0.
     *
     * @param millis -1 = indefinitely
     */
    int epollWait(int epoll, MemorySegment events, int most, int millis) {
        try {
            return millis == 0
                    ? result((int) EPOLL_POLL.invokeExact(state, epoll, events, most, 0))
                    : result((int) EPOLL_WAIT.invokeExact(state, epoll, events, most, millis));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    int uringSetup(int entries, MemorySegment params) {
        return atStart(() -> (int) (long) URING_SETUP.invokeExact(state, (long) SYS_io_uring_setup, entries, params));
    }

    int uringRegister(int ring, int operation, MemorySegment argument, int count) {
        return atStart(() -> (int) (long)
                URING_REGISTER.invokeExact(state, (long) SYS_io_uring_register, ring, operation, argument, count));
    }

    /** Not a critical call even if it waits for nothing: it may have thousands of answers to send. */
    int uringEnter(int ring, int submit, int completions, int flags, MemorySegment argument) {
        try {
            return result((long) URING_ENTER.invokeExact(
                    state, (long) SYS_io_uring_enter, ring, submit, completions, flags, argument, argument.byteSize()));
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Maps a part of a ring, until {@link #unmap}. */
    MemorySegment map(long bytes, int ring, long offset) throws IOException {
        return map(bytes, MAP_SHARED, ring, offset);
    }

    /** Memory that is aligned to pages, until {@link #unmap}. */
    MemorySegment map(long bytes) throws IOException {
        return map(bytes, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }

    private MemorySegment map(long bytes, int flags, int descriptor, long offset) throws IOException {
        try {
            var mapped = (MemorySegment) MMAP.invokeExact(
                    state, MemorySegment.NULL, bytes, PROT_READ | PROT_WRITE, flags, descriptor, offset);
            if (mapped.address() == -1) {
                throw failure(-(int) ERRNO.get(state, 0L), "mmap");
            }
            return mapped.reinterpret(bytes);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** Nothing may use the memory any more: that would end the process. */
    void unmap(MemorySegment mapped) {
        try {
            int ignored = (int) MUNMAP.invokeExact(state, mapped, mapped.byteSize());
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    /** A call that returns an int. */
    @FunctionalInterface
    private interface Call {
        int invoke() throws Throwable;
    }

    /** For functions that only a starting server calls. The others make no object for a call. */
    private int atStart(Call call) {
        try {
            return result(call.invoke());
        } catch (Throwable e) {
            throw impossible(e);
        }
    }

    private int result(long returned) {
        return returned >= 0 ? (int) returned : -(int) ERRNO.get(state, 0L);
    }

    /** A downcall itself throws nothing: this is a bug in the caller, or an Error. */
    private static RuntimeException impossible(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException mistake ? mistake : new IllegalStateException(thrown);
    }
}
