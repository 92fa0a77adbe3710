package threadwall.kilim.io;

import java.io.IOException;
import threadwall.kilim.io.Transport.ReadinessHandler;

/** A listening TCP socket. Not thread-safe: for the loop's thread. */
public interface ListeningSocket {

    /** The port it is bound to. */
    int port();

    /** Calls {@code handler} for new connections from now on; null = stop. */
    void await(ReadinessHandler handler);

    /**
     * Accepts the next connection.
     *
     * @return null when none is waiting
     * @throws IOException when it cannot be accepted now, for example because no descriptor is left
     */
    StreamSocket accept() throws IOException;

    /** Closes it; the kernel resets connections that were not accepted. */
    void close();
}
