package threadwall.server;

import java.net.URI;

/** A server that listens. */
public interface RunningServer {

    /** Where it listens, with the port that it really has. */
    URI url();

    /** Threads of its scheduler, of Tomcat, or carriers of virtual threads. */
    int workers();

    /** Takes no new requests, lets those in flight finish for at most about {@link ServerLifecycle#GRACE}, and lets go of all. */
    void stop();

    /** How a server comes to run; what it throws is told to the user as one line. */
    @FunctionalInterface
    interface Start {
        RunningServer start() throws Exception;
    }
}
