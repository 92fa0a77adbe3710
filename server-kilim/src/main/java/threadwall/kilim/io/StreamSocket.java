package threadwall.kilim.io;

import java.io.IOException;
import threadwall.kilim.io.Transport.ReadinessHandler;

/**
 * A connected, non-blocking TCP socket, with Nagle's algorithm off. For its loop's thread.
 *
 * <p>That a peer has gone is a return code and no exception: it is nothing exceptional, and it has to be cheap.
 */
public interface StreamSocket {
    /** Nothing will ever come, or go: the peer has closed or reset the connection. */
    int ENDED = -1;

    /**
     * Tells {@code handler} from now on, of {@link ReadinessHandler#READ} at first. Call it once.
     *
     * @throws IOException when the kernel has no memory left to watch it
     */
    void register(ReadinessHandler handler) throws IOException;

    /**
     * What its handler is told of.
     *
     * @param interest a sum of {@link ReadinessHandler#READ} and {@link ReadinessHandler#WRITE}; with 0 it still is told of the peer's end,
     *     where the transport can
     */
    void await(int interest);

    /**
     * Reads what is there, at most what the buffer has room for, without waiting.
     *
     * @return how many bytes, 0 when there are none yet, or {@link #ENDED}
     */
    int read(Buffer into);

    /**
     * Writes what the kernel takes, without waiting, and uses it up.
     *
     * @return how many bytes, 0 when none are taken yet, or {@link #ENDED}
     */
    int write(Buffer from);

    /** Sends our end: the peer reads what was written, and then that there is no more. */
    void endOutput();

    /** Frees the descriptor. */
    void close();
}
