package threadwall.process.socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** The operations of a netlink socket that a dump uses; tests have their own implementation. */
public interface NetlinkChannel extends AutoCloseable {

    /** Returned instead of a size: the kernel dropped messages (ENOBUFS), so the response is incomplete. */
    int DROPPED = -1;

    /** Opens a channel. */
    @FunctionalInterface
    interface Opener {
        NetlinkChannel open() throws IOException;
    }

    /** Allocates memory that is valid until this is closed. */
    MemorySegment allocate(long bytes);

    /** Sends a whole message; retries after a signal. */
    void send(MemorySegment message) throws IOException;

    /**
     * Receives one datagram; retries after a signal.
     *
     * @return its bytes, or {@link #DROPPED}
     */
    int receive(MemorySegment buffer) throws IOException;

    /** Closes it; a second call does nothing. */
    @Override
    void close();
}
