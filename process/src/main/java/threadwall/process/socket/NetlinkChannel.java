package threadwall.process.socket;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** What a dump needs of a netlink socket. */
public interface NetlinkChannel extends AutoCloseable {

    /** Instead of a size: the kernel dropped messages (ENOBUFS), so what was being received is incomplete. */
    int DROPPED = -1;

    /** Opens one. */
    @FunctionalInterface
    interface Opener {
        NetlinkChannel open() throws IOException;
    }

    /** Memory that lives until this is closed. */
    MemorySegment allocate(long bytes);

    /** Sends a whole message, again after a signal. */
    void send(MemorySegment message) throws IOException;

    /**
     * Receives one datagram, again after a signal.
     *
     * @return its bytes, or {@link #DROPPED}
     */
    int receive(MemorySegment buffer) throws IOException;

    /** Closes it; again is nothing. */
    @Override
    void close();
}
