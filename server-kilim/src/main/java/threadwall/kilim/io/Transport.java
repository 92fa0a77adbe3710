package threadwall.kilim.io;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * An event loop's access to the network: sockets and readiness events. Only the loop's thread may use it, except {@link
 * #wake}.
 */
public interface Transport extends AutoCloseable {

    /** Called when a socket is ready. */
    @FunctionalInterface
    interface ReadinessHandler {
        /** There are bytes to read, or the end of the stream. */
        int READ = 1;

        /** The socket accepts bytes again. */
        int WRITE = 2;

        /** The connection is gone. */
        int GONE = 4;

        /**
         * The kernel has not taken all that was written, so nothing is read: wait for {@link #WRITE}, which is told when it
         * has. Told by transports that write later than they say.
         */
        int UNSENT = 8;

        /**
         * There are bytes to read, or the end. A handler may read them now, for {@link #ready}, which is called after other
         * handlers have read theirs, unless the socket is closed by then. Called by transports for which reading many sockets in
         * a row is cheaper.
         */
        default void prefetch() {}

        /**
         * Called on the loop's thread, repeatedly while the socket stays ready (level-triggered).
         *
         * @param what a sum of the constants above; it may be incomplete
         */
        void ready(int what);
    }

    /** Whether other sockets may listen on the same port. */
    enum PortSharing {
        /** None: bind fails if another socket listens. */
        ALONE,

        /** Bind fails if another socket listens; afterwards the other loops of this process may join. */
        FIRST,

        /** Joins the sockets that already listen. */
        NEXT
    }

    /** Its name in {@code --transport} and {@code /health}. */
    String name();

    /**
     * Opens a listening socket. The kernel distributes connections among all sockets on the port.
     *
     * @param backlog requested; the kernel caps it at net.core.somaxconn
     * @param liveness when the kernel gives up the peers of accepted sockets
     * @throws java.net.BindException when the port is in use, or the address is not this machine's
     */
    ListeningSocket listen(InetSocketAddress address, int backlog, PortSharing sharing, PeerLiveness liveness)
            throws IOException;

    /**
     * Waits until a socket is ready, {@link #wake} is called or the time is over, and calls the handlers.
     *
     * @param nanos 0 = do not wait; {@link Long#MAX_VALUE} = no time-out. It never returns early because of a coarse
     *     clock
     * @param coalescing nanoseconds that it waits although the other time may be over, an event comes or {@link #wake} is
     *     called, so that the thread is not woken for each event. It may then return without any; 0 = none
     */
    void poll(long nanos, long coalescing);

    /** Without coalescing. */
    default void poll(long nanos) {
        poll(nanos, 0);
    }

    /** Ends the current or else the next {@link #poll}. Thread-safe. */
    void wake();

    /** Closes its descriptors. All of its sockets must be closed before. */
    @Override
    void close();
}
