package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Linux's epoll, called by {@code java.lang.foreign}: a connection is a descriptor and a small object, and bytes go
 * between the kernel and our arrays without a stop.
 *
 * <p>A client from whom nothing but bytes is awaited is watched edge-triggered: the kernel looks at its socket once for each
 * news, and not again before the next wait. What that leaves out is added here, so that handlers are told as long as there is
 * something: a watch is set anew, which has the kernel look, behind a read that filled its buffer, a handler that did not
 * read, and news of an end or of urgent data: recv(2) stops in front of either, and the one or more bytes lie behind it. All
 * else is level-triggered.
 *
 * <p>An event names a descriptor; of those closed since, there is no handler any more, and their numbers are not given out
 * again before the events at hand are through, as this thread accepts behind all others (see {@link #poll}).
 */
public final class EpollTransport implements Transport {
    static final String NAME = "epoll";

    /** What a client is watched for from whom bytes are awaited. */
    private static final int EDGES = Libc.EPOLLIN | Libc.EPOLLPRI | Libc.EPOLLRDHUP | Libc.EPOLLET;

    /** News of what {@code recv} stops at, so that there may be more behind what was read. */
    private static final int STOPS = Libc.EPOLLPRI | Libc.EPOLLRDHUP | Libc.EPOLLHUP | Libc.EPOLLERR;

    /** Events taken in one call. */
    private static final int MOST_EVENTS = 1024;

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final EpollEvent EVENT = EpollEvent.HERE;

    /** The collector's to free: to share one that is closed by hand takes two atomic operations for each call. */
    private final Arena arena = Arena.ofAuto();

    private final Libc libc = new Libc(arena);
    private final MemorySegment events = arena.allocate((long) MOST_EVENTS * EVENT.size(), Long.BYTES);
    private final MemorySegment event = arena.allocate(EVENT.size(), Long.BYTES);
    private final MemorySegment one = arena.allocateFrom(JAVA_INT, 1);
    private final MemorySegment wakeCount = arena.allocate(JAVA_LONG);
    private final Waker waker;
    private final int epoll;

    /** By descriptor. */
    private Ready[] handlers = new Ready[MOST_EVENTS];

    /** By descriptor: whether it is watched by {@link #EDGES}. */
    private boolean[] edges = new boolean[MOST_EVENTS];

    /** Whether the handler that is being told has read. */
    private boolean looked;

    /** The listening socket whose turn comes when the events at hand are through. */
    private Ready accepting;

    /**
     * @throws IOException when the kernel gives no descriptor for it
     * @throws LinkageError or UnsupportedOperationException or IllegalCallerException where there is no epoll, the machine
     *     is of an unknown kind, or native access is denied
     */
    public EpollTransport() throws IOException {
        epoll = checked(libc.epollCreate(Libc.EPOLL_CLOEXEC), "epoll_create1");
        int wakeup = libc.eventfd(0, Libc.EFD_CLOEXEC | Libc.EFD_NONBLOCK);
        if (wakeup < 0) {
            libc.close(epoll);
            throw failure(wakeup, "eventfd");
        }
        waker = new Waker(wakeup);
        control(Libc.EPOLL_CTL_ADD, wakeup, Libc.EPOLLIN);
        handle(wakeup, what -> libc.read(wakeup, wakeCount));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ListeningSocket listen(InetSocketAddress address, int backlog, Sharing sharing) throws IOException {
        int family = SocketAddress.family(address);
        int socket =
                checked(libc.socket(family, Libc.SOCK_STREAM | Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC, 0), "socket");
        try (var temporary = Arena.ofConfined()) {
            checked(libc.setsockopt(socket, Libc.SOL_SOCKET, Libc.SO_REUSEADDR, one), "SO_REUSEADDR");
            if (family == Libc.AF_INET6) {
                // like the JDK: [::] takes IPv4 clients, too
                var off = temporary.allocateFrom(JAVA_INT, 0);
                checked(libc.setsockopt(socket, Libc.IPPROTO_IPV6, Libc.IPV6_V6ONLY, off), "IPV6_V6ONLY");
            }
            if (sharing == Sharing.NEXT) {
                checked(libc.setsockopt(socket, Libc.SOL_SOCKET, Libc.SO_REUSEPORT, one), "SO_REUSEPORT");
            }
            checkedBind(libc.bind(socket, SocketAddress.of(address, temporary)));
            if (sharing == Sharing.FIRST) {
                // set behind the bind, which therefore fails if anybody is there already
                checked(libc.setsockopt(socket, Libc.SOL_SOCKET, Libc.SO_REUSEPORT, one), "SO_REUSEPORT");
            }
            // accepted sockets inherit it on Linux, where they are clones of this one
            checked(libc.setsockopt(socket, Libc.IPPROTO_TCP, Libc.TCP_NODELAY, one), "TCP_NODELAY");
            checkedBind(libc.listen(socket, backlog));
            var name = temporary.allocate(SocketAddress.IN6_SIZE, Long.BYTES);
            var length = temporary.allocateFrom(JAVA_INT, SocketAddress.IN6_SIZE);
            checked(libc.getsockname(socket, name, length), "getsockname");
            return new Listening(socket, SocketAddress.port(name));
        } catch (IOException | RuntimeException e) {
            libc.close(socket);
            throw e;
        }
    }

    @Override
    public void poll(long nanos) {
        int millis =
                nanos == Long.MAX_VALUE ? -1 : (int) Math.min(Math.ceilDiv(nanos, NANOS_PER_MILLI), Integer.MAX_VALUE);
        int count = libc.epollWait(epoll, events, MOST_EVENTS, millis);
        if (count < 0) {
            if (count == -Libc.EINTR) {
                return;
            }
            throw new IllegalStateException("epoll_wait: " + Libc.message(-count));
        }
        tellAll(count);
        if (accepting != null) {
            var handler = accepting;
            accepting = null;
            handler.ready(Ready.READ);
        }
    }

    /** The kernel tells an edge once, so all of these are told, whatever becomes of one. */
    private void tellAll(int count) {
        Throwable failure = null;
        for (int i = 0; i < count; i++) {
            try {
                tell(EVENT.descriptor(events, i), EVENT.flags(events, i));
            } catch (RuntimeException | Error e) {
                failure = failure == null ? e : failure;
            }
        }
        switch (failure) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }

    private void tell(int descriptor, int flags) {
        var handler = handlers[descriptor];
        if (handler == null) {
            return;
        }
        looked = false;
        try {
            handler.ready(what(flags));
        } finally {
            if ((!looked || (flags & STOPS) != 0) && edges[descriptor] && handlers[descriptor] == handler) {
                watch(descriptor, EDGES);
            }
        }
    }

    private static int what(int flags) {
        int what = (flags & (Libc.EPOLLIN | Libc.EPOLLPRI)) != 0 ? Ready.READ : 0;
        if ((flags & Libc.EPOLLOUT) != 0) {
            what |= Ready.WRITE;
        }
        if ((flags & (Libc.EPOLLRDHUP | Libc.EPOLLHUP | Libc.EPOLLERR)) != 0) {
            what |= Ready.ENDED;
        }
        return what;
    }

    @Override
    public void wake() {
        waker.wake();
    }

    @Override
    public void close() {
        waker.close();
        libc.close(epoll);
    }

    private void handle(int descriptor, Ready handler) {
        if (descriptor >= handlers.length) {
            int length = Math.max(2 * handlers.length, descriptor + 1);
            var more = Arrays.copyOf(handlers, length); // assigned last, as its length tells that of both
            edges = Arrays.copyOf(edges, length);
            handlers = more;
        }
        handlers[descriptor] = handler;
    }

    private void control(int operation, int descriptor, int flags) throws IOException {
        EVENT.set(event, flags, descriptor);
        checked(libc.epollCtl(epoll, operation, descriptor, event), "epoll_ctl");
    }

    private void watch(int descriptor, int flags) {
        try {
            control(Libc.EPOLL_CTL_MOD, descriptor, flags);
        } catch (IOException e) {
            throw new IllegalStateException("cannot wait for a client", e);
        }
    }

    private void forget(int descriptor) {
        if (descriptor < handlers.length) {
            handlers[descriptor] = null;
            edges[descriptor] = false;
        }
        libc.close(descriptor); // which takes it out of the readiness set: nobody has a duplicate of it
    }

    private static int checked(int result, String function) throws IOException {
        if (result < 0) {
            throw failure(result, function);
        }
        return result;
    }

    private static void checkedBind(int result) throws IOException {
        if (result < 0) {
            throw new BindException(Libc.message(-result));
        }
    }

    private static IOException failure(int result, String function) {
        return new SocketException(function + ": " + Libc.message(-result));
    }

    /** Its errno is of its own, as any thread may call. */
    private static final class Waker {
        private final MemorySegment increment = Arena.ofAuto().allocateFrom(JAVA_LONG, 1L);
        private final int descriptor;
        private boolean closed;

        Waker(int descriptor) {
            this.descriptor = descriptor;
        }

        /** Once closed, it must not write to whoever has the number then. */
        synchronized void wake() {
            if (!closed) {
                try (var own = Arena.ofConfined()) {
                    new Libc(own).write(descriptor, increment);
                }
            }
        }

        synchronized void close() {
            closed = true;
            try (var own = Arena.ofConfined()) {
                new Libc(own).close(descriptor);
            }
        }
    }

    private final class Listening implements ListeningSocket {
        private final int descriptor;
        private final int port;
        private boolean added;

        Listening(int descriptor, int port) {
            this.descriptor = descriptor;
            this.port = port;
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public void await(Ready handler) {
            try {
                handle(descriptor, handler == null ? null : what -> accepting = handler);
                // it stays in the set: to add it again might fail for want of memory, and nobody would come any more
                control(
                        added ? Libc.EPOLL_CTL_MOD : Libc.EPOLL_CTL_ADD,
                        descriptor,
                        handler == null ? 0 : Libc.EPOLLIN);
                added = true;
            } catch (IOException e) {
                throw new IllegalStateException("cannot wait for connections", e);
            }
        }

        @Override
        public StreamSocket accept() throws IOException {
            while (true) {
                int client = libc.accept4(descriptor, Libc.SOCK_NONBLOCK | Libc.SOCK_CLOEXEC);
                switch (-client) {
                    case Libc.EAGAIN -> {
                        return null;
                    }
                    case Libc.EMFILE, Libc.ENFILE, Libc.ENOBUFS, Libc.ENOMEM -> throw failure(client, "accept4");
                    case Libc.EBADF, Libc.EINVAL, Libc.ENOTSOCK ->
                        throw new IllegalStateException("accept4: " + Libc.message(-client));
                    default -> {
                        if (client >= 0) {
                            return stream(client);
                        }
                        // that client has gone meanwhile, or its network has (accept(2), "Error handling"): the next
                    }
                }
            }
        }

        private StreamSocket stream(int client) {
            try {
                return new Stream(client);
            } catch (Throwable e) { // no memory
                libc.close(client);
                throw e;
            }
        }

        @Override
        public void close() {
            accepting = null;
            forget(descriptor);
        }
    }

    private final class Stream implements StreamSocket {
        private final int descriptor;

        Stream(int descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        public void register(Ready handler) throws IOException {
            handle(descriptor, handler);
            edges[descriptor] = true;
            control(Libc.EPOLL_CTL_ADD, descriptor, EDGES);
        }

        @Override
        public void await(int interest) {
            edges[descriptor] = interest == Ready.READ;
            watch(descriptor, edges[descriptor] ? EDGES : flags(interest));
        }

        private static int flags(int interest) {
            return interest == 0
                    ? Libc.EPOLLRDHUP
                    : (interest & Ready.READ) + ((interest & Ready.WRITE) != 0 ? Libc.EPOLLOUT : 0);
        }

        @Override
        public int read(Buffer into) {
            int room = into.room();
            int read = libc.recv(descriptor, into.segment(into.end()), room);
            looked = true;
            if ((read == room || read == -Libc.EINTR) && edges[descriptor]) {
                watch(descriptor, EDGES);
            }
            if (read > 0) {
                into.put(read);
                return read;
            }
            return isForLater(read) ? 0 : ENDED;
        }

        @Override
        public int write(Buffer from) {
            int written = libc.send(descriptor, from.segment(from.start()), from.length());
            if (written >= 0) {
                from.use(written);
                return written;
            }
            return isForLater(written) ? 0 : ENDED;
        }

        private static boolean isForLater(int result) {
            return result == -Libc.EAGAIN || result == -Libc.EINTR;
        }

        @Override
        public void endOutput() {
            libc.shutdown(descriptor, Libc.SHUT_WR);
        }

        @Override
        public void close() {
            forget(descriptor);
        }
    }
}
