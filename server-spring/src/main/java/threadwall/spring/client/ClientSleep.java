package threadwall.spring.client;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import kilim.Pausable;
import kilim.Task;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Sleeps of fibers that end early when the client is gone.
 *
 * <p>Tomcat's poller watches no socket during an asynchronous request, so the Servlet API reports a client that has
 * gone at the next write only. A long sleep therefore asks the kernel now and then. A client that has ended its side
 * (FIN) may still wait for its answer: only a connection that the kernel has dropped ends the sleep. After a reset that is
 * at once; after a client has closed without one, once TCP keepalive finds nobody, within two minutes or so.
 */
@Component
@Profile("deferred")
public final class ClientSleep {
    /** Between two questions, in ms. A shorter sleep asks nothing, and costs what a plain one does. */
    static final int INTERVAL = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(ClientSleep.class);

    private final ConnectionLookup connections = new ConnectionLookup();
    private final AtomicBoolean failureReported = new AtomicBoolean();

    /**
     * Must be called while the request has a Tomcat thread.
     *
     * @return for the fiber; throws a {@link ClientGoneException} within {@link #INTERVAL} after the client has gone
     */
    public Pausable.Fork of(int millis, HttpServletRequest request) {
        if (millis <= INTERVAL) {
            return () -> Task.sleep(millis);
        }
        var client = ClientConnection.of(request);
        return () -> sleep(millis, client);
    }

    private void sleep(int millis, ClientConnection client) throws Pausable, ClientGoneException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (left > INTERVAL) {
            Task.sleep(INTERVAL);
            if (isGone(client)) {
                throw new ClientGoneException(client);
            }
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        if (left > 0) {
            Task.sleep(left);
        }
    }

    /** A kernel that cannot be asked costs the early end of sleeps, and no answers. */
    private boolean isGone(ClientConnection client) {
        try {
            return !connections.isOpen(client);
        } catch (IOException e) {
            if (failureReported.compareAndSet(false, true)) {
                LOG.warn(
                        "cannot detect closed connections ({}): requests of disconnected clients will sleep for their"
                                + " full time",
                        e.getMessage());
            }
            return false;
        }
    }
}
