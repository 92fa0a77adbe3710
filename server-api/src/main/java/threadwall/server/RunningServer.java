package threadwall.server;

/** A server that listens. */
public interface RunningServer {

    /** Who it is, with the actual port. */
    ServerIdentity identity();

    /**
     * Refuses new requests, lets requests in progress finish for about {@link ServerLifecycle#GRACE}, and frees
     * everything.
     */
    void stop();
}
