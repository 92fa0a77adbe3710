package threadwall.kilim;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import threadwall.kilim.connection.AccessLog;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.connection.Route;
import threadwall.kilim.connection.SharedState;
import threadwall.kilim.connection.Worker;
import threadwall.kilim.io.Transport.PortSharing;
import threadwall.kilim.io.TransportKind;
import threadwall.server.RequestCounter;
import threadwall.server.RunningServer;
import threadwall.server.ServerIdentity;
import threadwall.server.StoreKind;
import threadwall.store.FiberData;

/** The server: all its workers on one port, and the store behind its routes. */
final class FiberServer implements RunningServer {
    static final String NAME = "kilim";
    static final String MODEL = "fibers";

    private final List<Worker> workers;
    private final String transport;
    private final URI url;

    /** Null unless it serves our routes. */
    private ServerIdentity identity;

    private final ConnectionLimits limits;
    private SharedState shared;
    private Runnable afterwards;
    private volatile boolean stopping;

    private FiberServer(List<Worker> workers, String transport, String host, ConnectionLimits limits) {
        this.workers = workers;
        this.transport = transport;
        this.limits = limits;
        url = ServerIdentity.url(host, workers.getFirst().port());
    }

    /**
     * Opens the port. Nothing is accepted until {@code start}.
     *
     * @param host as the user gave it
     * @param port 0 = any
     * @param workers event loops; each accepts connections for itself
     */
    static FiberServer bind(String host, int port, int workers, TransportKind transports, ConnectionLimits limits)
            throws IOException {
        var address = new InetSocketAddress(InetAddress.getByName(host), port);
        var bound = new ArrayList<Worker>();
        try {
            var transport = transports.open();
            var name = transport.name();
            var first = workers == 1 ? PortSharing.ALONE : PortSharing.FIRST;
            bound.add(Worker.bind(transport, address, first, limits));
            var same =
                    new InetSocketAddress(address.getAddress(), bound.getFirst().port());
            while (bound.size() < workers) {
                bound.add(Worker.bind(TransportKind.named(name).open(), same, PortSharing.NEXT, limits));
            }
            return new FiberServer(bound, name, host, limits);
        } catch (IOException | RuntimeException e) {
            end(bound);
            throw e;
        }
    }

    /**
     * Serves our routes.
     *
     * @param data closed when the server stops
     * @param accessLog null = none; closed like data
     */
    FiberServer start(StoreKind store, FiberData data, RequestCounter counter, AccessLog accessLog) throws IOException {
        identity = ServerIdentity.here(NAME, MODEL, url, store, workers.size());
        var health = new HealthReader(() -> new HealthReader.Health(identity.health(), transport));
        var metrics = new ServerMetrics(counter, workers);
        var operator = new OperatorRoutes(health, () -> !stopping, () -> metrics.text(shared));
        var routes = new RouteTable(data, counter, operator);
        int most = Math.min(limits.connections(), DescriptorBudget.connections());
        shared = new SharedState(most, limits.memory(), accessLog);
        routes.warmUp();
        return startWorkers(routes, () -> {
            try (health;
                    data) { // in reverse, and after the log: the store may hang, or fail
                if (accessLog != null) {
                    accessLog.close();
                }
            }
        });
    }

    /**
     * Serves that route.
     *
     * @param afterwards run when the server stops, after the last connection is closed
     */
    FiberServer start(Route route, Runnable afterwards) {
        shared = new SharedState(limits.connections(), limits.memory(), null);
        return startWorkers(route, afterwards);
    }

    private FiberServer startWorkers(Route route, Runnable afterwards) {
        this.afterwards = afterwards;
        for (int i = 0; i < workers.size(); i++) {
            workers.get(i).start("loop-" + i, route, shared);
        }
        return this;
    }

    @Override
    public ServerIdentity identity() {
        return identity;
    }

    URI url() {
        return url;
    }

    /** Connections that are open now. */
    int connections() {
        return shared.open().count();
    }

    /** Bytes that are held for clients now. */
    long heldBytes() {
        return shared.memory().bytes();
    }

    @Override
    public Duration drainTime() {
        return limits.unready().plus(limits.drain());
    }

    /** Refuses new connections. The port is free when this returns. */
    @Override
    public void stop() {
        if (stopping) {
            return;
        }
        stopping = true;
        try {
            Thread.sleep(limits.unready());
            workers.forEach(Worker::drain);
            shared.open().awaitNone(limits.drain());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(workers);
            afterwards.run();
        }
    }

    private static void end(List<Worker> workers) {
        try {
            for (var worker : workers) {
                worker.end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
