package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Linux's epoll, called through {@code java.lang.foreign}. A connection is a descriptor and a small object, and the
 * kernel copies bytes directly to and from our arrays, but for short writes ({@link DeferredSends}). {@link EpollSet} finds
 * the ready sockets.
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
    private final DeferredSends sends;

    /** Streams whose handlers are to be told that the kernel has not taken all. */
    private final ArrayDeque<EpollStream> unsent = new ArrayDeque<>();

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
        sends = new DeferredSends(arena);
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
    public ListeningSocket listen(InetSocketAddress address, int backlog, PortSharing sharing, PeerLiveness liveness)
            throws IOException {
        var bound = BoundSocket.listen(libc, address, backlog, sharing, liveness);
        return new Listening(bound.descriptor(), bound.port());
    }

    @Override
    public void poll(long nanos, long coalescing) {
        sends.flush();
        tellUnsent();
        int millis =
                nanos == Long.MAX_VALUE ? -1 : (int) Math.min(Math.ceilDiv(nanos, NANOS_PER_MILLI), Integer.MAX_VALUE);
        try {
            if (coalescing == 0 || nanos == 0) {
                set.poll(millis);
            } else if (set.poll(0) == 0) {
                LockSupport.parkNanos(coalescing);
                set.poll(0);
            }
        } finally {
            sends.flush();
            tellUnsent();
        }
        sends.rethrow();
        if (accepting != null) {
            var handler = accepting;
            accepting = null;
            handler.ready(ReadinessHandler.READ);
        }
    }

    private void tellUnsent() {
        for (int left = unsent.size(); left > 0; left--) {
            unsent.poll().tellUnsent();
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
            return BoundSocket.accept(libc, descriptor, accepted -> new EpollStream(EpollTransport.this, accepted));
        }

        @Override
        public void close() {
            accepting = null;
            set.remove(descriptor);
        }
    }

    // ---- for its streams ----

    Libc libc() {
        return libc;
    }

    EpollSet set() {
        return set;
    }

    DeferredSends sends() {
        return sends;
    }

    /** Tells a stream's handler, outside of other handlers, that the kernel has not taken all of a deferred write. */
    void tellLater(EpollStream stream) {
        unsent.add(stream);
    }
}
