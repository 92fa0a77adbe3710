package threadwall.server;

import java.net.URI;

/** A server that listens. */
public interface RunningServer {

    /** Its URL, with the actual port. */
    URI url();

    /** Threads of its scheduler, of Tomcat, or carriers of virtual threads. */
    int workers();

    /**
     * Refuses new requests, lets requests in progress finish for about {@link ServerLifecycle#GRACE}, and frees
     * everything.
     */
    void stop();

    /** Starts a server. An exception is reported to the user as one line. */
    @FunctionalInterface
    interface Start {
        RunningServer start() throws Exception;
    }
}
