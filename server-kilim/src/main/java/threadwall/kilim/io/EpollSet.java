package threadwall.kilim.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import threadwall.kilim.io.Transport.ReadinessHandler;

/**
 * Linux's readiness set: which descriptors are watched for what, and who is told.
 *
 * <p>A client from whom nothing but bytes is awaited is watched edge-triggered: the kernel looks at its socket once for each
 * news, and not again before the next wait. What that leaves out is added here, so that handlers are told as long as there is
 * something: a watch is set anew, which has the kernel look, behind a read that filled its buffer, a handler that did not
 * read, and news of an end or of urgent data, at which recv(2) stops and behind which there may be more. All else is
 * level-triggered.
 *
 * <p>An event names a descriptor; of those closed since, there is no handler any more, and their numbers must not be given
 * out again before the events at hand are through.
 */
final class EpollSet {
    /** What a client is watched for from whom bytes are awaited. */
    static final int EDGES = Libc.EPOLLIN | Libc.EPOLLPRI | Libc.EPOLLRDHUP | Libc.EPOLLET;

    /** News of what {@code recv} stops at. */
    private static final int STOPS = Libc.EPOLLPRI | Libc.EPOLLRDHUP | Libc.EPOLLHUP | Libc.EPOLLERR;

    /** Events taken in one call. */
    private static final int MOST_EVENTS = 1024;

    private static final EpollEvent EVENT = EpollEvent.HERE;

    private final Libc libc;
    private final MemorySegment events;
    private final MemorySegment event;
    private final int epoll;

    /** By descriptor. */
    private ReadinessHandler[] handlers = new ReadinessHandler[MOST_EVENTS];

    /** By descriptor: whether it is watched by {@link #EDGES}. */
    private boolean[] edges = new boolean[MOST_EVENTS];

    /** Whether the handler that is being told has read. */
    private boolean looked;

    /** @throws IOException when the kernel gives no descriptor for it */
    EpollSet(Libc libc, Arena arena) throws IOException {
        this.libc = libc;
        events = arena.allocate((long) MOST_EVENTS * EVENT.size(), Long.BYTES);
        event = arena.allocate(EVENT.size(), Long.BYTES);
        epoll = libc.epollCreate(Libc.EPOLL_CLOEXEC);
        if (epoll < 0) {
            throw Libc.failure(epoll, "epoll_create1");
        }
    }

    /**
     * Watches another descriptor.
     *
     * @param flags {@link #EDGES}, or events as epoll_ctl(2) has them
     * @throws IOException when the kernel has no memory left to watch it; {@link #remove} it all the same
     */
    void add(int descriptor, int flags, ReadinessHandler handler) throws IOException {
        if (descriptor >= handlers.length) {
            int length = Math.max(2 * handlers.length, descriptor + 1);
            var more = Arrays.copyOf(handlers, length); // assigned last, as its length tells that of both
            edges = Arrays.copyOf(edges, length);
            handlers = more;
        }
        handlers[descriptor] = handler;
        edges[descriptor] = flags == EDGES;
        control(Libc.EPOLL_CTL_ADD, descriptor, flags);
    }

    /** Watches it for something else, or anew. */
    void watch(int descriptor, int flags) {
        edges[descriptor] = flags == EDGES;
        try {
            control(Libc.EPOLL_CTL_MOD, descriptor, flags);
        } catch (IOException e) {
            throw new IllegalStateException("cannot watch a socket", e);
        }
    }

    private void control(int operation, int descriptor, int flags) throws IOException {
        EVENT.set(event, flags, descriptor);
        int result = libc.epollCtl(epoll, operation, descriptor, event);
        if (result < 0) {
            throw Libc.failure(result, "epoll_ctl");
        }
    }

    /** Closes it, which takes it out of the set: nobody has a duplicate of it. */
    void remove(int descriptor) {
        if (descriptor < handlers.length) {
            handlers[descriptor] = null;
            edges[descriptor] = false;
        }
        libc.close(descriptor);
    }

    /**
     * Whoever reads from a descriptor says so.
     *
     * @param more whether there may be more than was read
     */
    void looked(int descriptor, boolean more) {
        looked = true;
        if (more && edges[descriptor]) {
            watch(descriptor, EDGES);
        }
    }

    /** Waits so many milliseconds at most, -1 = as long as it takes, and tells those who are ready. */
    void poll(int millis) {
        int count = libc.epollWait(epoll, events, MOST_EVENTS, millis);
        if (count == -Libc.EINTR) {
            return;
        }
        if (count < 0) {
            throw new IllegalStateException("epoll_wait: " + Libc.message(-count));
        }
        tellAll(count);
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
        int what = (flags & (Libc.EPOLLIN | Libc.EPOLLPRI)) != 0 ? ReadinessHandler.READ : 0;
        if ((flags & Libc.EPOLLOUT) != 0) {
            what |= ReadinessHandler.WRITE;
        }
        if ((flags & (Libc.EPOLLRDHUP | Libc.EPOLLHUP | Libc.EPOLLERR)) != 0) {
            what |= ReadinessHandler.ENDED;
        }
        return what;
    }

    /** Frees its own descriptor. */
    void close() {
        libc.close(epoll);
    }
}
