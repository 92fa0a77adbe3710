package threadwall.kilim.io;

import static threadwall.kilim.io.Transport.ReadinessHandler.READ;
import static threadwall.kilim.io.Transport.ReadinessHandler.WRITE;

import threadwall.kilim.io.Transport.ReadinessHandler;

/**
 * A connection on a ring.
 *
 * <p>A short write goes through the ring: it is copied into the {@link SendBatch}, and counts as written. If the socket does
 * not take all of it, the rest is kept here and sent before anything else. The handler is told ({@code UNSENT}), and nothing
 * is read meanwhile. A connection has one send in a round, so the rest has {@link SendBatch#LONGEST} bytes at most. The last
 * write is a system call: a close would lose a rest.
 *
 * <p>The first receive is for one time, since most connections without keep-alive need no other and end without a
 * cancellation. The next one goes on by itself while the handler reads all that it brings. What arrives while the handler
 * wants nothing is kept here, too, because the buffers are those of all connections.
 *
 * <p>Its fields take 28 bytes, as there may be a million of it.
 */
final class UringStream implements StreamSocket {
    /** Bits of {@link #output}: the ring watches whether the socket takes bytes, and whether the peer is gone. */
    private static final int WATCHED = 1;

    /** The socket took less than it was given, and the ring has not told since that it takes more. */
    private static final int FULL = 2;

    /** Values of {@link #closing}. */
    private static final byte NOT = 0;

    private static final byte OUTPUT = 1;
    private static final byte ALL = 2;

    private final UringTransport transport;
    private final int descriptor;
    private ReadinessHandler handler;

    /** Null = nothing. */
    private Leftover leftover;

    /** The last of its {@link ReceiveBuffers}. */
    private short received = ReceiveBuffers.NONE;

    /** Its newest number in the {@link SendBatch}, which in later rounds may be that of another connection. */
    private short send;

    /** Tells completions of this connection from those of others that had its descriptor. */
    private final char generation;

    private byte interest;

    /** {@link #ENDED} or {@link #GONE}, after what was received; 0 = neither. */
    private byte end;

    private byte output;

    /** What is to be ended once the sends of this round have left. */
    private byte closing;

    private boolean receiving;
    private boolean queued;

    /** What is kept for a connection that does not keep up. Empty buffers are null. */
    private static final class Leftover {
        private Buffer unsent;
        private Buffer unread;
    }

    UringStream(UringTransport transport, int descriptor, char generation) {
        this.transport = transport;
        this.descriptor = descriptor;
        this.generation = generation;
    }

    int descriptor() {
        return descriptor;
    }

    char generation() {
        return generation;
    }

    private long tag(int operation) {
        return UringTransport.tag(operation, generation, descriptor);
    }

    // ---- interest ----

    @Override
    public void register(ReadinessHandler wanted) {
        handler = wanted;
        interest = READ;
        receiving = true;
        transport.ring().receive(descriptor, tag(UringTransport.RECEIVE));
    }

    @Override
    public void await(int wanted) {
        interest = (byte) wanted;
        if ((wanted & READ) != 0) {
            unwatch();
            receiveOrQueue();
        } else {
            stopReceiving();
            setAside();
            watch();
            if ((wanted & WRITE) != 0 && takesBytes()) {
                queue(); // else no change may come that tells of it
            }
        }
    }

    private void receiveOrQueue() {
        if (hasUnsent() || isReadable()) {
            queue();
        } else if (!receiving && closing != ALL) {
            receiving = true;
            transport.ring().receiveOn(descriptor, tag(UringTransport.RECEIVE));
        }
    }

    private void stopReceiving() {
        if (receiving) {
            transport.ring().cancel(tag(UringTransport.RECEIVE));
        }
    }

    /** As it tells of changes only, a half-closed peer that does not read costs nothing. */
    private void watch() {
        if ((output & WATCHED) == 0) {
            output |= WATCHED;
            transport.ring().pollOn(descriptor, Libc.EPOLLOUT, tag(UringTransport.CHANGED));
        }
    }

    private void unwatch() {
        if ((output & WATCHED) != 0 && !hasUnsent()) {
            transport.ring().cancel(tag(UringTransport.CHANGED));
        }
    }

    private boolean isReadable() {
        return received != ReceiveBuffers.NONE || end != 0 || leftover != null && leftover.unread != null;
    }

    private boolean hasUnsent() {
        return leftover != null && leftover.unsent != null;
    }

    private void queue() {
        if (!queued) {
            queued = true;
            transport.queue(this);
        }
    }

    /** Tells the handler, and again in the next round if it has not taken all. */
    void tell() {
        queued = false;
        if (closing == ALL) {
            return;
        }
        int what = (interest & READ) != 0 && isReadable() && !hasUnsent() ? READ : 0;
        what |= (interest & READ) != 0 && hasUnsent() ? ReadinessHandler.UNSENT : 0;
        what |= (interest & WRITE) != 0 && takesBytes() ? WRITE : 0;
        what |= end == GONE ? ReadinessHandler.GONE : 0;
        try {
            if (what != 0) {
                handler.ready(what);
            }
        } finally {
            if (closing != ALL) {
                goOn();
            }
        }
    }

    private boolean takesBytes() {
        return !hasUnsent() && (output & FULL) == 0;
    }

    private void goOn() {
        if ((interest & READ) != 0) {
            if (isReadable() || hasUnsent()) {
                stopReceiving(); // else a client could fill all buffers
            }
            receiveOrQueue();
        }
        if ((interest & WRITE) != 0 && takesBytes()) {
            queue();
        }
    }

    // ---- completions, from the transport ----

    /** @param result bytes, 0 at the end, or minus errno */
    void received(int result, int buffer, boolean more) {
        receiving = more;
        var buffers = transport.buffers();
        if (result > 0 && closing != ALL) {
            received = buffers.append(received, buffer, result);
        } else if (buffer >= 0) {
            buffers.giveBack(buffer);
        }
        if (result == 0) {
            end = ENDED;
        } else if (result < 0 && !isTemporary(result)) {
            end = GONE;
        }
        if ((interest & READ) == 0 || hasUnsent()) {
            setAside();
        } else if (result == -Libc.ENOBUFS && !isReadable()) {
            transport.receiveLater(this);
        } else {
            receiveOrQueue();
        }
    }

    /** Again, after there was no buffer. */
    void receiveAgain() {
        if ((interest & READ) != 0 && closing != ALL) {
            receiveOrQueue();
        }
    }

    private static boolean isTemporary(int result) {
        return result == -Libc.EAGAIN
                || result == -Libc.EINTR
                || result == -Libc.ENOBUFS
                || result == -Libc.ENOMEM
                || result == -Libc.ECANCELED;
    }

    private void setAside() {
        while (received != ReceiveBuffers.NONE) {
            var unread = leftover().unread == null ? new Buffer() : leftover.unread;
            leftover.unread = unread;
            int before = unread.length();
            unread.makeRoom(ReceiveBuffers.BYTES);
            received = transport.buffers().read(received, unread);
            if (!transport.keeps(unread.length() - before) && unread.length() > Buffer.SMALL) {
                giveUp();
            }
        }
    }

    private Leftover leftover() {
        if (leftover == null) {
            leftover = new Leftover();
        }
        return leftover;
    }

    private void dropEmpty() {
        if (leftover.unsent == null && leftover.unread == null) {
            leftover = null;
        }
    }

    private void giveUp() {
        end = GONE;
        queue();
    }

    /** @param events of poll(2), or minus errno */
    void changed(int events, boolean more) {
        if (!more) {
            output &= ~WATCHED;
        }
        if (events > 0 && (events & (Libc.EPOLLHUP | Libc.EPOLLERR)) != 0) {
            giveUp();
        }
        if (events > 0 && (events & Libc.EPOLLOUT) != 0) {
            output &= ~FULL;
            if (hasUnsent()) {
                sendRest();
            }
            if (!hasUnsent()) {
                if (!transport.sends().has(send, this)) {
                    finish();
                }
                queue();
            }
            if ((interest & READ) != 0) {
                unwatch();
            }
        }
        if (!more && (hasUnsent() || closing != ALL && (interest & READ) == 0)) {
            watch();
        }
    }

    private void sendRest() {
        var rest = leftover.unsent;
        int sent = libc().send(descriptor, rest.segment(rest.start()), rest.length(), Libc.MSG_NOSIGNAL);
        if (sent >= 0) {
            rest.use(sent);
        } else if (!isTemporary(sent)) {
            rest.clear(); // the connection is gone, which the next read says
        }
        if (rest.isEmpty()) {
            leftover.unsent = null;
            dropEmpty();
        }
    }

    private Libc libc() {
        return transport.libc();
    }

    /**
     * The socket did not take all of a send.
     *
     * @param result bytes, or minus errno
     */
    void unsent(SendBatch batch, int number, int result) {
        if (closing == ALL) {
            return;
        }
        if (result >= 0 || isTemporary(result)) {
            var rest = new Buffer();
            rest.put(batch.rest(number, Math.max(0, result)));
            leftover().unsent = rest;
            stopReceiving();
            setAside();
            watch();
            queue();
        } else {
            giveUp();
        }
    }

    // ---- as any socket ----

    @Override
    public int read(Buffer into) {
        if (!isReadable()) {
            transport.reap();
            if (!isReadable()) {
                return receiveNow(into); // in order: operations of the ring receive inside of io_uring_enter alone
            }
        }
        int before = into.end();
        if (leftover != null && leftover.unread != null) {
            readAside(into);
        }
        if (into.room() > 0) {
            received = transport.buffers().read(received, into);
        }
        int read = into.end() - before;
        return read > 0 ? read : end;
    }

    private void readAside(Buffer into) {
        var unread = leftover.unread;
        int count = Math.min(unread.length(), into.room());
        into.put(unread.array(), unread.start(), count);
        unread.use(count);
        transport.keeps(-count);
        if (unread.isEmpty()) {
            leftover.unread = null;
            dropEmpty();
        }
    }

    private int receiveNow(Buffer into) {
        int read = libc().recv(descriptor, into.segment(into.end()), into.room());
        if (read > 0) {
            into.put(read);
            return read;
        }
        end = (byte) (read == 0 ? ENDED : isTemporary(read) ? 0 : GONE);
        return end;
    }

    @Override
    public int write(Buffer from, boolean last) {
        if (end == GONE) {
            return GONE;
        }
        if (!takesBytes()) {
            return 0;
        }
        var batch = transport.sends();
        int length = from.length();
        int flags = last ? Libc.MSG_NOSIGNAL | Libc.MSG_MORE : Libc.MSG_NOSIGNAL;
        if (batch.has(send, this)) {
            if (last || !batch.lengthen(send, from, flags)) {
                return 0; // until the next round: it must not overtake
            }
        } else if (!last && batch.hasRoom(length)) {
            send = batch.send(this, from, flags);
        } else {
            return sendNow(from, flags);
        }
        from.use(length);
        return length;
    }

    private int sendNow(Buffer from, int flags) {
        int length = from.length();
        int written = libc().send(descriptor, from.segment(from.start()), length, flags);
        if (written < 0 && !isTemporary(written)) {
            return GONE;
        }
        int taken = Math.max(0, written);
        if (taken < length && (written >= 0 || written == -Libc.EAGAIN)) {
            output |= FULL;
        }
        from.use(taken);
        return taken;
    }

    @Override
    public void endOutput() {
        close(OUTPUT);
    }

    @Override
    public void close() {
        if (closing != ALL) {
            transport.buffers().drop(received);
            received = ReceiveBuffers.NONE;
            if (leftover != null && leftover.unread != null) {
                transport.keeps(-leftover.unread.length());
            }
            leftover = null;
            close(ALL);
        }
    }

    private void close(byte what) {
        closing = what;
        if (transport.sends().has(send, this)) {
            transport.finishAfterSends(this);
        } else {
            finish();
        }
    }

    /** Ends what is to be ended; but if there is a rest to be sent before the end of the output, {@link #changed} does it. */
    void finish() {
        if (closing == ALL) {
            closeNow();
        } else if (closing == OUTPUT && !hasUnsent()) {
            closing = NOT;
            libc().shutdown(descriptor, Libc.SHUT_WR);
        }
    }

    private void closeNow() {
        if (!transport.forget(this)) {
            return;
        }
        stopReceiving();
        unwatch();
        transport.ring().close(descriptor);
    }

    @Override
    public String peer() {
        return BoundSocket.peer(libc(), descriptor);
    }
}
