package threadwall.kilim.io;

import java.io.IOException;
import threadwall.kilim.io.Transport.ReadinessHandler;

/** A socket that clients connect to. For its loop's thread. */
public interface ListeningSocket {

    /** The port that it has. */
    int port();

    /** Tells {@code handler} of new connections from now on; null = of none. */
    void await(ReadinessHandler handler);

    /**
     * Takes the next connection.
     *
     * @return null when there is none
     * @throws IOException when there may be one, but this process cannot have it: no descriptor or no memory is left
     */
    StreamSocket accept() throws IOException;

    /** Connections that nobody took are reset. */
    void close();
}
