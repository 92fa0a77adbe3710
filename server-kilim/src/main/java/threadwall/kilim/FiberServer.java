package threadwall.kilim;

import java.io.IOException;
import java.net.URI;
import kilim.Scheduler;
import threadwall.server.Identity;
import threadwall.server.Lifecycle;
import threadwall.server.RequestCounter;
import threadwall.server.RunningServer;
import threadwall.server.StoreKind;
import threadwall.store.FiberStore;

/** The server: Kilim's scheduler and selector, a {@link Listener}, and a {@link Connection} for each client. */
final class FiberServer implements RunningServer {
    static final String NAME = "kilim";
    static final String MODEL = "fibers";

    private final Identity identity;
    private final Listener listener;
    private final FiberStore store;
    private final Scheduler scheduler;
    private final KilimSelector selector;
    private final Connections connections;

    private FiberServer(Listener listener, String host, int workers, FiberStore store, Timeouts timeouts)
            throws IOException {
        this.listener = listener;
        this.store = store;
        identity = Identity.here(NAME, MODEL, Identity.url(host, listener.port()), StoreKind.EMBEDDED, workers);
        scheduler = Scheduler.make(workers);
        Scheduler.setDefaultScheduler(scheduler); // for the selector's own task
        selector = new KilimSelector();
        connections = new Connections(timeouts);
    }

    /**
     * Starts it.
     *
     * @param listener bound, not started
     * @param host as the user gave it
     * @param workers threads that run fibers; selector and timer have one more each
     * @param store which it closes as it stops
     */
    static FiberServer start(
            Listener listener, String host, int workers, FiberStore store, RequestCounter counter, Timeouts timeouts)
            throws IOException {
        var server = new FiberServer(listener, host, workers, store, timeouts);
        var routes = new RouteTable(store, counter, server.identity::health);
        routes.warmUp();
        server.connections.setScheduler(server.scheduler).start();
        listener.start(
                server.scheduler,
                server.selector,
                client -> new Connection(client, server.selector, server.connections, routes, timeouts));
        return server;
    }

    @Override
    public URI url() {
        return identity.url();
    }

    @Override
    public int workers() {
        return identity.workers();
    }

    /** Connections open now. */
    int connections() {
        return connections.count();
    }

    /** Clients that come from now on are hung up on; the port is free when this returns. */
    @Override
    public void stop() {
        try {
            boolean drained = connections.drain(Lifecycle.GRACE);
            selector.end();
            listener.close();
            connections.closeAll();
            store.close();
            connections.endSweeping();
            if (drained) {
                // with a timer pending, Kilim's scheduler throws after its shutdown; its threads are daemons anyhow
                scheduler.shutdown();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            System.err.println("kilim: not everything could be closed: " + e);
        }
    }
}
