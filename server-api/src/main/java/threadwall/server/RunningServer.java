package threadwall.server;

import java.time.Duration;

/** A server that listens. */
public interface RunningServer {

    /** Who it is, with the actual port. */
    ServerIdentity identity();

    /**
     * Refuses new requests, lets requests in progress finish for about {@link #drainTime}, and frees everything.
     */
    void stop();

    /** How long requests in progress may take to finish when it stops. */
    default Duration drainTime() {
        return ServerLifecycle.GRACE;
    }
}
