package threadwall.kilim.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import threadwall.kilim.io.Transport.ReadinessHandler;

/**
 * An epoll instance: which descriptors are watched for which events, and their handlers.
 *
 * <p>A connection that only waits for bytes is watched edge-triggered: the kernel checks its socket once per event
 * instead of again before every wait. To handlers it still looks level-triggered, because the watch is renewed where an
 * edge would be lost: after a handler that did not read, or whose last read filled its buffer, and after an end or
 * urgent data, at which recv(2) stops although more may follow. Renewing makes the kernel check again. Everything else
 * is level-triggered.
 *
 * <p>An event names a descriptor. A handler is removed with its descriptor, and the number must not be reused before
 * the current batch of events is processed.
 */
final class EpollSet {
    /** The flags of a connection that only waits for bytes. */
    static final int EDGES = Libc.EPOLLIN | Libc.EPOLLPRI | Libc.EPOLLRDHUP | Libc.EPOLLET;

    /** Events at which {@code recv} stops. */
    private static final int STOPS = Libc.EPOLLPRI | Libc.EPOLLRDHUP | Libc.EPOLLHUP | Libc.EPOLLERR;

    /**
     * So many sockets are read before their handlers run, since the processor's caches then hold the kernel's code for
     * receiving, and afterwards ours.
     */
    private static final int GROUP = 64;

    /** Events per call. */
    private static final int MOST_EVENTS = 1024;

    private static final EpollEvent EVENT = EpollEvent.HERE;

    private final Libc libc;
    private final MemorySegment events;
    private final MemorySegment event;
    private final int epoll;

    /** Indexed by descriptor. */
    private ReadinessHandler[] handlers = new ReadinessHandler[MOST_EVENTS];

    /** Indexed by descriptor: the flags that it is watched with, which the lowest byte tells apart. */
    private byte[] watched = new byte[MOST_EVENTS];

    /** The descriptor whose handler runs, or prefetches; -1 = none. */
    private int running = -1;

    /** Whether that handler has read nothing, or perhaps not all. */
    private boolean lookAgain;

    /** The same for each handler of a group, before it runs. */
    private final boolean[] lookAgains = new boolean[GROUP];

    /** @throws IOException when the kernel has no descriptor left */
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
     * Starts to watch a descriptor.
     *
     * @param flags {@link #EDGES}, or events as in epoll_ctl(2)
     * @throws IOException when the kernel has no memory left; call {@link #remove} all the same
     */
    void add(int descriptor, int flags, ReadinessHandler handler) throws IOException {
        if (descriptor >= handlers.length) {
            int length = Math.max(2 * handlers.length, descriptor + 1);
            var more = Arrays.copyOf(handlers, length); // assigned last: its length stands for both arrays
            watched = Arrays.copyOf(watched, length);
            handlers = more;
        }
        handlers[descriptor] = handler;
        watched[descriptor] = (byte) flags;
        control(Libc.EPOLL_CTL_ADD, descriptor, flags);
    }

    /** Changes the events, or renews the watch. */
    void watch(int descriptor, int flags) {
        watched[descriptor] = (byte) flags;
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

    ReadinessHandler handler(int descriptor) {
        return handlers[descriptor];
    }

    /** The events stay as they are. */
    void replaceHandler(int descriptor, ReadinessHandler handler) {
        handlers[descriptor] = handler;
    }

    /** What a handler waits for. */
    int interest(int descriptor) {
        return ((watched[descriptor] & Libc.EPOLLIN) != 0 ? ReadinessHandler.READ : 0)
                + ((watched[descriptor] & Libc.EPOLLOUT) != 0 ? ReadinessHandler.WRITE : 0);
    }

    private boolean watchesEdges(int descriptor) {
        return watched[descriptor] == (byte) EDGES;
    }

    /** Closes the descriptor, which also removes it from the set, because it is never duplicated. */
    void remove(int descriptor) {
        if (descriptor < handlers.length) {
            handlers[descriptor] = null;
            watched[descriptor] = 0;
        }
        libc.close(descriptor);
    }

    /**
     * Must be called after each read.
     *
     * @param more whether there may be more than was read. Then the watch is renewed, unless its handler reads on
     */
    void looked(int descriptor, boolean more) {
        if (descriptor == running) {
            lookAgain = more;
        } else if (more && watchesEdges(descriptor)) {
            watch(descriptor, EDGES);
        }
    }

    /**
     * Waits for at most that many milliseconds, -1 = indefinitely, and calls the handlers of ready descriptors; returns how
     * many events there were.
     */
    int poll(int millis) {
        int count = libc.epollWait(epoll, events, MOST_EVENTS, millis);
        if (count == -Libc.EINTR) {
            return 0;
        }
        if (count < 0) {
            throw new IllegalStateException("epoll_wait: " + Libc.message(-count));
        }
        runHandlers(count);
        return count;
    }

    /** Calls all handlers even if one throws, because the kernel reports an edge only once. */
    private void runHandlers(int count) {
        Throwable failure = null;
        for (int first = 0; first < count; first += GROUP) {
            int end = Math.min(first + GROUP, count);
            for (int i = first; i < end; i++) {
                try {
                    lookAgains[i - first] = prefetch(EVENT.descriptor(events, i), EVENT.flags(events, i));
                } catch (RuntimeException | Error e) {
                    lookAgains[i - first] = true;
                    failure = failure == null ? e : failure;
                }
            }
            for (int i = first; i < end; i++) {
                try {
                    runHandler(EVENT.descriptor(events, i), EVENT.flags(events, i), lookAgains[i - first]);
                } catch (RuntimeException | Error e) {
                    failure = failure == null ? e : failure;
                }
            }
        }
        switch (failure) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }

    /** Lets a handler read; whether it has read nothing, or perhaps not all. */
    private boolean prefetch(int descriptor, int flags) {
        var handler = handlers[descriptor];
        if (handler == null || (flags & Libc.EPOLLIN) == 0) {
            return true;
        }
        running = descriptor;
        lookAgain = true;
        try {
            handler.prefetch();
            return lookAgain;
        } finally {
            running = -1;
        }
    }

    private void runHandler(int descriptor, int flags, boolean look) {
        var handler = handlers[descriptor];
        if (handler == null) {
            return;
        }
        running = descriptor;
        lookAgain = look;
        try {
            handler.ready(what(flags));
        } finally {
            running = -1;
            if ((lookAgain || (flags & STOPS) != 0) && watchesEdges(descriptor) && handlers[descriptor] == handler) {
                watch(descriptor, EDGES);
            }
        }
    }

    private static int what(int flags) {
        int what = (flags & (Libc.EPOLLIN | Libc.EPOLLPRI | Libc.EPOLLRDHUP)) != 0 ? ReadinessHandler.READ : 0;
        if ((flags & Libc.EPOLLOUT) != 0) {
            what |= ReadinessHandler.WRITE;
        }
        if ((flags & (Libc.EPOLLHUP | Libc.EPOLLERR)) != 0) {
            what |= ReadinessHandler.GONE;
        }
        return what;
    }

    /** Closes the epoll descriptor. */
    void close() {
        libc.close(epoll);
    }
}
