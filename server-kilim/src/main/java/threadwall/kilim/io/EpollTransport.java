package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Linux's epoll, called through {@code java.lang.foreign}. A connection is a descriptor and a small object, and the
 * kernel copies bytes directly to and from our arrays. {@link EpollSet} finds the ready sockets.
 */
public final class EpollTransport implements Transport {
    static final String NAME = "epoll";

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /**
     * Freed by the garbage collector: a shared arena that is closed explicitly costs two atomic operations per call.
     */
    private final Arena arena = Arena.ofAuto();

    private final Libc libc;
    private final MemorySegment wakeCount = arena.allocate(JAVA_LONG);
    private final Waker waker;
    private final EpollSet set;

    /** The listening socket's handler, called after the current batch of events. */
    private ReadinessHandler accepting;

    /**
     * @throws IOException when the kernel has no descriptor left
     * @throws LinkageError or UnsupportedOperationException or IllegalCallerException if there is no epoll, the
     *     architecture is unknown, or native access is denied
     */
    public EpollTransport() throws IOException {
        this(Libc::new);
    }

    EpollTransport(Function<Arena, Libc> functions) throws IOException {
        libc = functions.apply(arena);
        set = new EpollSet(libc, arena);
        int wakeup = libc.eventfd(0, Libc.EFD_CLOEXEC | Libc.EFD_NONBLOCK);
        if (wakeup < 0) {
            set.close();
            throw Libc.failure(wakeup, "eventfd");
        }
        waker = new Waker(libc, wakeup);
        set.add(wakeup, Libc.EPOLLIN, what -> libc.read(wakeup, wakeCount));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ListeningSocket listen(InetSocketAddress address, int backlog, PortSharing sharing, Duration unacknowledged)
            throws IOException {
        var bound = BoundSocket.listen(libc, address, backlog, sharing, unacknowledged);
        return new Listening(bound.descriptor(), bound.port());
    }

    @Override
    public void poll(long nanos, long coalescing) {
        int millis =
                nanos == Long.MAX_VALUE ? -1 : (int) Math.min(Math.ceilDiv(nanos, NANOS_PER_MILLI), Integer.MAX_VALUE);
        if (coalescing == 0 || nanos == 0) {
            set.poll(millis);
        } else if (set.poll(0) == 0) {
            LockSupport.parkNanos(coalescing);
            set.poll(0);
        }
        if (accepting != null) {
            var handler = accepting;
            accepting = null;
            handler.ready(ReadinessHandler.READ);
        }
    }

    @Override
    public void wake() {
        waker.wake();
    }

    @Override
    public void close() {
        waker.close();
        set.close();
    }

    private final class Listening implements ListeningSocket {
        private final int descriptor;
        private final int port;
        private boolean added;

        /** Handler of new connections; null = none. */
        private ReadinessHandler waiting;

        Listening(int descriptor, int port) {
            this.descriptor = descriptor;
            this.port = port;
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public void await(ReadinessHandler handler) {
            try {
                if (!added) {
                    set.add(descriptor, 0, what -> accepting = waiting);
                    added = true;
                }
                // it stays in the set: adding it again might fail for lack of memory, and no client would ever be
                // accepted
                waiting = handler;
                set.watch(descriptor, handler == null ? 0 : Libc.EPOLLIN);
            } catch (IOException e) {
                throw new IllegalStateException("cannot wait for connections", e);
            }
        }

        @Override
        public StreamSocket accept() throws IOException {
            return BoundSocket.accept(libc, descriptor, Stream::new);
        }

        @Override
        public void close() {
            accepting = null;
            set.remove(descriptor);
        }
    }

    private final class Stream implements StreamSocket {
        private final int descriptor;

        Stream(int descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        public void register(ReadinessHandler handler) throws IOException {
            set.add(descriptor, EpollSet.EDGES, handler);
        }

        @Override
        public void await(int interest) {
            set.watch(descriptor, flags(interest));
        }

        private static int flags(int interest) {
            return switch (interest) {
                case 0 -> 0; // EPOLLHUP and EPOLLERR are always reported
                case ReadinessHandler.READ -> EpollSet.EDGES;
                default ->
                    (interest & ReadinessHandler.READ) + ((interest & ReadinessHandler.WRITE) != 0 ? Libc.EPOLLOUT : 0);
            };
        }

        @Override
        public int read(Buffer into) {
            int room = into.room();
            int read = libc.recv(descriptor, into.segment(into.end()), room);
            boolean forNow = failsForNow(read);
            set.looked(descriptor, read == room || forNow);
            if (read > 0) {
                into.put(read);
                return read;
            }
            return read == 0 ? ENDED : forNow || read == -Libc.EAGAIN ? 0 : GONE;
        }

        @Override
        public int write(Buffer from, boolean last) {
            int flags = last ? Libc.MSG_NOSIGNAL | Libc.MSG_MORE : Libc.MSG_NOSIGNAL; // else SIGPIPE may be raised
            int written = libc.send(descriptor, from.segment(from.start()), from.length(), flags);
            if (written >= 0) {
                from.use(written);
                return written;
            }
            return failsForNow(written) || written == -Libc.EAGAIN ? 0 : GONE;
        }

        /** Whether the call may succeed in the loop's next round: the kernel had no memory, or a signal came. */
        private static boolean failsForNow(int result) {
            return result == -Libc.EINTR || result == -Libc.ENOMEM || result == -Libc.ENOBUFS;
        }

        @Override
        public void endOutput() {
            libc.shutdown(descriptor, Libc.SHUT_WR);
        }

        @Override
        public String peer() {
            return BoundSocket.peer(libc, descriptor);
        }

        @Override
        public void close() {
            set.remove(descriptor);
        }
    }
}
