package threadwall.kilim.io;

import java.io.IOException;
import threadwall.kilim.io.Transport.ReadinessHandler;

/**
 * A connected, non-blocking TCP socket with Nagle's algorithm off. Not thread-safe: for the loop's thread.
 *
 * <p>A peer that ends or resets the connection is a return code, not an exception, because it is frequent and must be
 * cheap.
 */
public interface StreamSocket {
    /** The peer has sent all that it will. It may still read: a close looks the same as a shut-down output. */
    int ENDED = -1;

    /** The connection is gone: the peer has reset it, or does not answer any more. */
    int GONE = -2;

    /**
     * Sets the handler and waits for {@link ReadinessHandler#READ}. Call it once.
     *
     * @throws IOException when the kernel has no memory left to watch it
     */
    void register(ReadinessHandler handler) throws IOException;

    /**
     * Changes the events to wait for.
     *
     * @param interest a sum of {@link ReadinessHandler#READ} and {@link ReadinessHandler#WRITE}; with 0 the handler is
     *     still called when the connection is gone, if the transport can detect that
     */
    void await(int interest);

    /**
     * Reads what is available and fits into the buffer, without blocking.
     *
     * @param into has room
     * @return number of bytes, 0 if none are available, {@link #ENDED} or {@link #GONE}
     */
    int read(Buffer into);

    /**
     * Writes what is accepted, without blocking, and removes it from the buffer. It leaves at the latest with the next
     * {@link Transport#poll}. What the kernel does not take then, the transport keeps and sends before anything else.
     *
     * @param last whether {@link #endOutput} or {@link #close} follows as soon as all is written. The kernel may wait for
     *     it, and send the end together with the last bytes
     * @return number of bytes, 0 if none are accepted now, or {@link #GONE}
     */
    int write(Buffer from, boolean last);

    /** Shuts down our side: the peer reads what was written, then the end of the stream. */
    void endOutput();

    /** The peer's address, without its port; "-" if the connection is gone. For logs: it may cost a system call. */
    String peer();

    /** Closes the descriptor. What the kernel has taken by the next {@link Transport#poll}, and of a last write all, arrives. */
    void close();
}
