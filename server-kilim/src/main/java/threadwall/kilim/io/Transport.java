package threadwall.kilim.io;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * How one event loop speaks to the kernel: its sockets and the set of those that it waits for. Everything in it belongs
 * to the loop's thread, except {@link #wake}.
 */
public interface Transport extends AutoCloseable {

    /** Whom it tells when a socket can be used. */
    @FunctionalInterface
    interface ReadinessHandler {
        /** The socket has something to read, or its end. */
        int READ = 1;

        /** The socket takes bytes again. */
        int WRITE = 2;

        /** The peer has closed or reset the connection. */
        int ENDED = 4;

        /**
         * Called on the loop's thread, again and again while it stays so (level-triggered).
         *
         * @param what a sum of the constants above; more may be true than is told
         */
        void ready(int what);
    }

    /** Who else may listen on a port. */
    enum PortSharing {
        /** Nobody: binding fails when somebody does. */
        ALONE,

        /** Nobody yet: binding fails when somebody does; from then on the other loops of this process. */
        FIRST,

        /** Those who came before. */
        NEXT
    }

    /** Its name in {@code --transport} and {@code /health}. */
    String name();

    /**
     * A socket to which clients can connect from now on. The kernel deals new connections out to all that share a port.
     *
     * @param backlog asked for; the kernel grants at most net.core.somaxconn
     * @throws java.net.BindException when the port is taken, or the address is not this machine's
     */
    ListeningSocket listen(InetSocketAddress address, int backlog, PortSharing sharing) throws IOException;

    /**
     * Waits until a socket is ready, {@link #wake} is called or the time is over, and tells those who asked.
     *
     * @param nanos 0 = only looks; {@link Long#MAX_VALUE} = as long as it takes. It never returns early for want of
     *     resolution
     */
    void poll(long nanos);

    /** Ends a {@link #poll}, the one under way or else the next. From any thread. */
    void wake();

    /** Frees its descriptors; its sockets have to be closed by then. */
    @Override
    void close();
}
