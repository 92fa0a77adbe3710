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
 * Where the servers of a sweep have their data.
 *
 * @param store of all servers; {@code null} for each one's own
 * @param connections of each server process to PostgreSQL
 * @param sizes of the table that {@code /db2} reads, a step each; {@code null} for a database that nobody bounds
 */
public record StoreConfig(StoreKind store, int connections, DataSizePlan sizes) {

    /** What a server opens that is told of no number (docs/servers.md). */
    public static final int CONNECTIONS = 10;

    public static final StoreConfig USUAL = new StoreConfig(null, CONNECTIONS, null);

    /**
     * As a user asks for it: data whose size is chosen are PostgreSQL's.
     *
     * @throws PreconditionException (usage) when they are to be elsewhere, or in a PostgreSQL that has too little memory to live, or are
     *     too few
     */
    public static StoreConfig asked(StoreKind store, int connections, DataSizePlan sizes) throws PreconditionException {
        if (sizes != null && store == StoreKind.EMBEDDED) {
            throw PreconditionException.usage(
                    "--data-size bounds the memory of a PostgreSQL: leave --store embedded out");
        }
        if (sizes != null) {
            sizes.requireRoomFor(connections);
            sizes.requireEnough();
        }
        return new StoreConfig(sizes == null ? store : StoreKind.POSTGRES, connections, sizes);
    }

    /** The same on one of its sizes. */
    StoreConfig on(DataSizePlan size) {
        return new StoreConfig(store, connections, size);
    }

    /**
     * The store that a server is started with to answer a route, which it has; empty for none.
     *
     * @throws PreconditionException (usage) when it has not the store that was asked for, or would have no rows there
     */
    Optional<StoreKind> of(ServerCatalog server, RequestRoute route) throws PreconditionException {
        if (store != null && !server.stores().contains(store)) {
            throw PreconditionException.usage(
                    "--store %s: %s has %s; leave it out of --servers, where %s may stay, or leave --store out",
                    store, server.label(), theStores(server), serversWith(store));
        }
        var own = server.hasStore() || route.needsStore()
                ? server.stores().stream().findFirst()
                : Optional.<StoreKind>empty();
        var chosen = store == null ? own : Optional.of(store);
        if (chosen.filter(StoreKind.EMBEDDED::equals).isPresent() && route.highestId() != null) {
            throw PreconditionException.usage(
                    "%s begins with an embedded store that has no rows for %s: add --store postgres, where the sweep loads"
                            + " them",
                    server.label(), route.text());
        }
        return chosen;
    }

    private static String theStores(ServerCatalog server) {
        return server.stores().isEmpty()
                ? "no store"
                : server.stores().stream().map(StoreKind::toString).collect(Collectors.joining(" and ")) + " alone";
    }

    private static String serversWith(StoreKind store) {
        return Stream.of(ServerCatalog.values())
                .filter(server -> server.stores().contains(store))
                .map(ServerCatalog::label)
                .collect(Collectors.joining(", "));
    }

    /** The options of a server that is started with that store. */
    List<String> options(StoreKind chosen) {
        return chosen == StoreKind.POSTGRES
                ? List.of("--store", chosen.toString(), "--db-connections", String.valueOf(connections))
                : List.of(); // each has it that can
    }
}
