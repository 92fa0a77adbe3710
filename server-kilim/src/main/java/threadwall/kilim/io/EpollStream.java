package threadwall.kilim.io;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import threadwall.kilim.io.Transport.ReadinessHandler;

/**
 * A connection on epoll.
 *
 * <p>A short write is deferred: it is copied into the {@link DeferredSends}, and counts as written. If the kernel then does
 * not take all of it, the rest is kept here and sent before anything else. The handler learns of it ({@code UNSENT}), and
 * gets no READ meanwhile. The last write is not deferred: a close would lose a rest.
 *
 * <p>Its fields take 12 bytes, as there may be a million of it.
 */
final class EpollStream implements StreamSocket {
    /** In place of a rest: a write is deferred. */
    private static final Unsent DEFERRED = new Unsent(null, null, null, 0);

    /** In place of a rest: the kernel has taken a part of a write, so it may not take the next. That is not deferred. */
    private static final Unsent FULL = new Unsent(null, null, null, 0);

    /** In place of a rest: a deferred write has failed for good. */
    private static final Unsent FAILED = new Unsent(null, null, null, 0);

    private final EpollTransport transport;
    private final int descriptor;

    /** Null = all has been sent; or one of the values above. */
    private Unsent unsent;

    /** What the kernel has not taken of a deferred write. It takes the handler's place until it has. */
    private static final class Unsent implements ReadinessHandler {
        /** Null for a value that stands for something else. */
        private final EpollStream stream;

        private final byte[] bytes;
        private final ReadinessHandler handler;
        private int sent;

        /** What the handler wants to be told. */
        private int interest;

        private boolean endOutput;

        Unsent(EpollStream stream, byte[] bytes, ReadinessHandler handler, int interest) {
            this.stream = stream;
            this.bytes = bytes;
            this.handler = handler;
            this.interest = interest;
        }

        @Override
        public void ready(int what) {
            stream.sendRest(this);
            int told = what & GONE;
            if (sent == bytes.length) {
                stream.sentRest(this);
                told |= interest & WRITE;
            }
            if (told != 0) {
                handler.ready(told);
            }
        }
    }

    EpollStream(EpollTransport transport, int descriptor) {
        this.transport = transport;
        this.descriptor = descriptor;
    }

    @Override
    public void register(ReadinessHandler handler) throws IOException {
        transport.set().add(descriptor, EpollSet.EDGES, handler);
    }

    @Override
    public void await(int interest) {
        if (hasRest()) {
            unsent.interest = interest;
        } else {
            transport.set().watch(descriptor, flags(interest));
        }
    }

    private static int flags(int interest) {
        return switch (interest) {
            case 0 -> 0; // EPOLLHUP and EPOLLERR are always reported
            case ReadinessHandler.READ -> EpollSet.EDGES;
            default ->
                (interest & ReadinessHandler.READ) + ((interest & ReadinessHandler.WRITE) != 0 ? Libc.EPOLLOUT : 0);
        };
    }

    private boolean hasRest() {
        return unsent != null && unsent.stream != null;
    }

    @Override
    public int read(Buffer into) {
        int room = into.room();
        int read = transport.libc().recv(descriptor, into.segment(into.end()), room);
        boolean forNow = failsForNow(read);
        transport.set().looked(descriptor, read == room || forNow);
        if (read > 0) {
            into.put(read);
            return read;
        }
        return read == 0 ? ENDED : forNow || read == -Libc.EAGAIN ? 0 : GONE;
    }

    @Override
    public int write(Buffer from, boolean last) {
        if (unsent == DEFERRED) {
            transport.sends().flush(); // it must not overtake
        }
        if (unsent == FAILED) {
            return GONE;
        }
        if (hasRest()) {
            return 0;
        }
        int length = from.length();
        if (!last && unsent != FULL && transport.sends().take(this, from)) {
            unsent = DEFERRED;
            return length;
        }
        int flags = last ? Libc.MSG_NOSIGNAL | Libc.MSG_MORE : Libc.MSG_NOSIGNAL; // else SIGPIPE may be raised
        int written = transport.libc().send(descriptor, from.segment(from.start()), length, flags);
        unsent = written < length ? FULL : null;
        if (written >= 0) {
            from.use(written);
            return written;
        }
        return isTemporary(written) ? 0 : GONE;
    }

    /** From {@link DeferredSends}. */
    void sendDeferred(MemorySegment bytes, int length) {
        unsent = null;
        int sent = transport.libc().send(descriptor, bytes, length, Libc.MSG_NOSIGNAL);
        if (sent < 0 && !isTemporary(sent)) {
            giveUp();
        } else if (sent < length) {
            keep(bytes.asSlice(Math.max(0, sent), length - Math.max(0, sent)));
        }
    }

    /** A deferred write is lost: later ones are refused, and epoll tells the handler that the connection is gone. */
    void giveUp() {
        if (hasRest()) {
            transport.set().replaceHandler(descriptor, unsent.handler);
        }
        unsent = FAILED;
        transport.libc().shutdown(descriptor, Libc.SHUT_RDWR);
    }

    private void keep(MemorySegment bytes) {
        var set = transport.set();
        var rest = new Unsent(
                this, bytes.toArray(ValueLayout.JAVA_BYTE), set.handler(descriptor), set.interest(descriptor));
        transport.tellLater(this);
        unsent = rest;
        set.replaceHandler(descriptor, rest);
        set.watch(descriptor, Libc.EPOLLOUT);
    }

    /** Tells the handler that there is a rest, unless there is none any more. */
    void tellUnsent() {
        if (hasRest()) {
            unsent.handler.ready(ReadinessHandler.UNSENT);
        }
    }

    private void sendRest(Unsent kept) {
        var rest = MemorySegment.ofArray(kept.bytes).asSlice(kept.sent);
        int sent = transport.libc().send(descriptor, rest, kept.bytes.length - kept.sent, Libc.MSG_NOSIGNAL);
        if (sent >= 0) {
            kept.sent += sent;
        } else if (!isTemporary(sent)) {
            kept.sent = kept.bytes.length; // the connection is gone, which the next read says
        }
    }

    private void sentRest(Unsent kept) {
        unsent = null;
        transport.set().replaceHandler(descriptor, kept.handler);
        transport.set().watch(descriptor, flags(kept.interest));
        if (kept.endOutput) {
            endOutput();
        }
    }

    /** Whether the call may succeed in the loop's next round: the kernel had no memory, or a signal came. */
    private static boolean failsForNow(int result) {
        return result == -Libc.EINTR || result == -Libc.ENOMEM || result == -Libc.ENOBUFS;
    }

    /** Whether it may succeed later. */
    private static boolean isTemporary(int result) {
        return failsForNow(result) || result == -Libc.EAGAIN;
    }

    private void flush() {
        if (unsent == DEFERRED) {
            transport.sends().flush();
        }
    }

    @Override
    public void endOutput() {
        flush();
        if (hasRest()) {
            unsent.endOutput = true;
        } else {
            transport.libc().shutdown(descriptor, Libc.SHUT_WR);
        }
    }

    @Override
    public String peer() {
        return BoundSocket.peer(transport.libc(), descriptor);
    }

    /** Of a rest the kernel takes what it can. */
    @Override
    public void close() {
        try {
            flush();
            if (hasRest()) {
                sendRest(unsent);
            }
        } finally {
            unsent = null;
            transport.set().remove(descriptor);
        }
    }
}
