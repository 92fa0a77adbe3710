package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Linux's io_uring, called through {@code java.lang.foreign}. One system call a round submits all sends and receives and
 * waits for what has arrived, where epoll needs one for each of them. {@link UringStream} has the rules for a connection.
 */
public final class UringTransport implements Transport {
    static final String NAME = "uring";

    /** Completions of a round from which on the loop is busy, and the next round waits longer for more at once. */
    private static final int BUSY = 32;

    /** What such a round waits for. As many sends leave at once. */
    private static final int BATCH = 64;

    /** For how long it waits: longer would show in the latency. */
    private static final long BUSY_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** Completions that the kernel makes without a wait: IO_LOCAL_TW_DEFAULT_MAX in its io_uring/io_uring.c. */
    private static final int IN_ONE_GO = 20;

    /** Connections that a round tells of, as many as epoll names in a call. */
    private static final int MOST_TOLD = 1024;

    /** Bytes that are kept for connections whose handlers do not want them. Above it, those that brought many are given up. */
    private static final int MOST_ASIDE = 64 << 20;

    /** What a completion is about, in the upper byte of its tag; then a connection's generation, and its descriptor. */
    static final int ACCEPTABLE = 1;

    static final int RECEIVE = 2;
    static final int SEND = 3;
    static final int CHANGED = 4;
    static final int WAKE = 5;

    private final Arena arena = Arena.ofAuto();
    private final Libc libc;
    private final MemorySegment wakeCount = arena.allocate(JAVA_LONG);
    private final Waker waker;
    private final Uring ring;
    private final ReceiveBuffers buffers;
    private final SendBatch sends;

    /** By descriptor. */
    private UringStream[] streams = new UringStream[1024];

    private char generations;

    /** Streams whose handler has something to do. */
    private final ArrayDeque<UringStream> ready = new ArrayDeque<>();

    /** Streams that are to be ended or closed once their sends of this round have left. */
    private final ArrayList<UringStream> finishing = new ArrayList<>();

    /** Streams that found no buffer to receive into. */
    private final ArrayDeque<UringStream> starved = new ArrayDeque<>();

    private Listening listening;

    /** Completions since the last wait: what they have brought is not waited for again. */
    private int reaped;

    private boolean busy;
    private long aside;

    /**
     * @throws TransportKind.Unavailable when the kernel forbids io_uring, or is too old
     * @throws IOException when there is no descriptor or memory left
     */
    public UringTransport() throws IOException {
        this(Libc::new);
    }

    UringTransport(Function<Arena, Libc> functions) throws IOException {
        libc = functions.apply(arena);
        ring = new Uring(libc, arena);
        ReceiveBuffers opened = null;
        try {
            opened = new ReceiveBuffers(libc, arena, ring);
            buffers = opened;
            sends = new SendBatch(ring, arena);
            int wakeup = libc.eventfd(0, Libc.EFD_CLOEXEC | Libc.EFD_NONBLOCK);
            if (wakeup < 0) {
                throw Libc.failure(wakeup, "eventfd");
            }
            waker = new Waker(libc, wakeup);
        } catch (IOException | RuntimeException | Error e) {
            if (opened != null) {
                opened.close();
            }
            ring.close();
            throw e;
        }
        awaitWake();
    }

    private void awaitWake() {
        ring.poll(waker.descriptor(), Libc.EPOLLIN, tag(WAKE, (char) 0, 0));
    }

    /** @param number a descriptor; of a send its number in the batch */
    static long tag(int operation, char generation, int number) {
        return (long) operation << 56 | (long) generation << 32 | number;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ListeningSocket listen(InetSocketAddress address, int backlog, PortSharing sharing, PeerLiveness liveness)
            throws IOException {
        var bound = BoundSocket.listen(libc, address, backlog, sharing, liveness);
        listening = new Listening(bound.descriptor(), bound.port());
        return listening;
    }

    @Override
    public void poll(long nanos, long coalescing) {
        finishSent();
        buffers.publish();
        for (int left = Math.min(starved.size(), MOST_TOLD); left > 0; left--) {
            starved.poll().receiveAgain();
        }
        boolean hasWork =
                reaped > 0 || !ready.isEmpty() || !finishing.isEmpty() || !starved.isEmpty() || isAcceptable();
        boolean waits = nanos > 0 && !hasWork;
        long patience = !waits ? 0 : busy ? Math.max(coalescing, BUSY_NANOS) : coalescing;
        long most = Math.max(nanos, coalescing); // else the next timer would end the wait for many
        boolean all = ring.enter(!waits ? 0 : patience > 0 ? BATCH : 1, most, patience);
        for (int more = reap(); more >= IN_ONE_GO && reaped < MOST_TOLD; more = reap()) {
            ring.take(); // else a crowd's receives would take many rounds, and the others' with them
        }
        busy = reaped >= BUSY;
        reaped = 0;
        if (all) {
            sends.clear();
        }
        try {
            runHandlers();
        } finally {
            if (isAcceptable()) {
                listening.tell();
            }
        }
    }

    private boolean isAcceptable() {
        return listening != null && listening.isAcceptable();
    }

    /** Ends and closes what waits for its sends: they do not wait, so they are done once the kernel has taken them. */
    private void finishSent() {
        if (!finishing.isEmpty()) {
            boolean all = ring.take();
            reap();
            if (all) {
                sends.clear();
                finishing.forEach(UringStream::finish);
                finishing.clear();
            }
        }
    }

    /** Takes over all completions, and returns how many. It calls no handler. */
    int reap() {
        int before = reaped;
        do {
            for (long completion = ring.completion(); completion >= 0; completion = ring.completion()) {
                long tag = ring.tag(completion);
                int result = ring.result(completion);
                int flags = ring.flags(completion);
                ring.used();
                reaped++;
                complete((int) (tag >>> 56), (char) (tag >>> 32), (int) tag, result, flags);
            }
        } while (ring.bringsOverflow());
        return reaped - before;
    }

    private void complete(int operation, char generation, int number, int result, int flags) {
        boolean more = (flags & Uring.IORING_CQE_F_MORE) != 0;
        switch (operation) {
            case ACCEPTABLE -> {
                if (listening != null) {
                    listening.connected();
                }
            }
            case RECEIVE -> {
                int buffer = (flags & Uring.IORING_CQE_F_BUFFER) == 0 ? -1 : flags >>> Uring.IORING_CQE_BUFFER_SHIFT;
                var stream = stream(number, generation);
                if (stream != null) {
                    stream.received(result, buffer, more);
                } else if (buffer >= 0) {
                    buffers.giveBack(buffer);
                }
            }
            case SEND -> sends.stream(number).unsent(sends, number, result);
            case CHANGED -> {
                var stream = stream(number, generation);
                if (stream != null) {
                    stream.changed(result, more);
                }
            }
            case WAKE -> {
                libc.read(waker.descriptor(), wakeCount);
                awaitWake();
            }
            default -> {} // a cancellation or a close has failed: there was nothing left to do
        }
    }

    private UringStream stream(int descriptor, char generation) {
        var stream = streams[descriptor];
        return stream != null && stream.generation() == generation ? stream : null;
    }

    /**
     * Calls all handlers even if one throws. One that has not taken all is called again in the next round. Answers leave in
     * batches meanwhile, so a client does not wait for a long round to end.
     */
    private void runHandlers() {
        Throwable failure = null;
        int taken = 0;
        for (int left = Math.min(ready.size(), MOST_TOLD); left > 0; left--) {
            try {
                ready.poll().tell();
            } catch (RuntimeException | Error e) {
                failure = failure == null ? e : failure;
            }
            if (sends.count() - taken >= BATCH) {
                taken = sends.count();
                ring.take();
            }
        }
        switch (failure) {
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {}
        }
    }

    @Override
    public void wake() {
        waker.wake();
    }

    @Override
    public void close() {
        try {
            if (ring.isMine()) { // else it was polled by a thread that has ended, and nothing can be sent any more
                finishSent();
                ring.take();
            }
            for (var stream : streams) {
                if (stream != null) { // its client has not read all
                    libc.close(stream.descriptor());
                }
            }
        } finally {
            waker.close();
            buffers.close();
            ring.close();
        }
    }

    /** The ring tells of connections that wait; they are accepted one by one, so none is beyond the server's limit. */
    private final class Listening implements ListeningSocket {
        private final int descriptor;
        private final int port;
        private ReadinessHandler handler;

        /** Whether the ring looks for a connection that waits. */
        private boolean watched;

        /** Whether one may wait. */
        private boolean connected;

        Listening(int descriptor, int port) {
            this.descriptor = descriptor;
            this.port = port;
        }

        @Override
        public int port() {
            return port;
        }

        @Override
        public void await(ReadinessHandler wanted) {
            handler = wanted;
            if (wanted != null && !watched && !connected) {
                watch();
            }
        }

        private void watch() {
            watched = true;
            ring.poll(descriptor, Libc.EPOLLIN, tag(ACCEPTABLE, (char) 0, descriptor));
        }

        void connected() {
            watched = false;
            connected = true;
        }

        boolean isAcceptable() {
            return connected && handler != null;
        }

        /** After the other handlers, as with epoll. */
        void tell() {
            connected = false;
            try {
                handler.ready(ReadinessHandler.READ);
            } finally {
                if (handler != null && !watched) {
                    watch(); // it completes at once if not all were accepted
                }
            }
        }

        @Override
        public StreamSocket accept() throws IOException {
            return BoundSocket.accept(libc, descriptor, UringTransport.this::add);
        }

        @Override
        public void close() {
            handler = null;
            if (listening == this) {
                listening = null;
            }
            if (watched) {
                ring.cancel(tag(ACCEPTABLE, (char) 0, descriptor));
            }
            libc.close(descriptor);
        }
    }

    private UringStream add(int descriptor) {
        if (descriptor >= streams.length) {
            streams = Arrays.copyOf(streams, Math.max(2 * streams.length, descriptor + 1));
        }
        var stream = new UringStream(this, descriptor, generations++);
        streams[descriptor] = stream;
        return stream;
    }

    // ---- for its streams ----

    Libc libc() {
        return libc;
    }

    Uring ring() {
        return ring;
    }

    ReceiveBuffers buffers() {
        return buffers;
    }

    SendBatch sends() {
        return sends;
    }

    void queue(UringStream stream) {
        ready.add(stream);
    }

    void finishAfterSends(UringStream stream) {
        finishing.add(stream);
    }

    void receiveLater(UringStream stream) {
        starved.add(stream);
    }

    /** Counts bytes that are kept for a connection, or are not any more; whether there is room for them. */
    boolean keeps(int bytes) {
        aside += bytes;
        return aside <= MOST_ASIDE;
    }

    /** Ends its completions; whether it had any. */
    boolean forget(UringStream stream) {
        if (streams[stream.descriptor()] != stream) {
            return false;
        }
        streams[stream.descriptor()] = null;
        return true;
    }
}
