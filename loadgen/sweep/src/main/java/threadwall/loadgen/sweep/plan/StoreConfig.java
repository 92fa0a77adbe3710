package threadwall.loadgen.sweep.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.loadgen.testbed.database.DataSizePlan;
import threadwall.process.PreconditionException;

/**
 * The store of a sweep's servers.
 *
 * @param store of all servers; {@code null} for each server's default
 * @param connections of each server process to PostgreSQL
 * @param sizes of the table that {@code /db2} reads, one step each; {@code null} if the database's memory is not
 *     limited
 */
public record StoreConfig(StoreKind store, int connections, DataSizePlan sizes) {

    /** Default of the servers' {@code --db-connections} (docs/reference/servers.md). */
    public static final int CONNECTIONS = 10;

    public static final StoreConfig DEFAULT = new StoreConfig(null, CONNECTIONS, null);

    /**
     * Checks a user's options. Sizes of data imply PostgreSQL.
     *
     * @throws PreconditionException (usage) when sizes are combined with another store, when PostgreSQL would get too
     *     little memory to run, or when the data are too small
     */
    public static StoreConfig validated(StoreKind store, int connections, DataSizePlan sizes)
            throws PreconditionException {
        if (sizes != null && store == StoreKind.EMBEDDED) {
            throw PreconditionException.usage(
                    "--data-size needs PostgreSQL, whose memory it limits: leave --store embedded out");
        }
        if (sizes != null) {
            sizes.requireRoomFor(connections);
            sizes.requireEnough();
        }
        return new StoreConfig(sizes == null ? store : StoreKind.POSTGRES, connections, sizes);
    }

    /** The same with one of its sizes. */
    StoreConfig on(DataSizePlan size) {
        return new StoreConfig(store, connections, size);
    }

    /**
     * The store with which a server is started to serve a route that it has; empty for none.
     *
     * @throws PreconditionException (usage) when the server lacks the configured store, or would have no rows in it
     */
    Optional<StoreKind> storeFor(ServerCatalog server, RequestRoute route) throws PreconditionException {
        if (store != null && !server.stores().contains(store)) {
            throw PreconditionException.usage(
                    "--store %s: %s has %s; leave --store out, or name only servers with that store: %s",
                    store, server.label(), theStores(server), serversWith(store));
        }
        var own = server.hasStore() || route.needsStore()
                ? server.stores().stream().findFirst()
                : Optional.<StoreKind>empty();
        var chosen = store == null ? own : Optional.of(store);
        if (chosen.filter(StoreKind.EMBEDDED::equals).isPresent() && route.highestId() != null) {
            throw PreconditionException.usage(
                    "%s starts with an embedded store, which has no rows for %s: add --store postgres, into which the sweep"
                            + " loads them",
                    server.label(), route.text());
        }
        return chosen;
    }

    private static String theStores(ServerCatalog server) {
        return server.stores().isEmpty()
                ? "no store"
                : server.stores().stream().map(StoreKind::toString).collect(Collectors.joining(" and ")) + " only";
    }

    private static String serversWith(StoreKind store) {
        return Stream.of(ServerCatalog.values())
                .filter(server -> server.stores().contains(store))
                .map(ServerCatalog::label)
                .collect(Collectors.joining(", "));
    }

    /** Command line options of a server with that store. */
    List<String> options(StoreKind chosen) {
        return chosen == StoreKind.POSTGRES
                ? List.of("--store", chosen.toString(), "--db-connections", String.valueOf(connections))
                : List.of(); // the embedded store is the default of all servers that have it
    }
}
