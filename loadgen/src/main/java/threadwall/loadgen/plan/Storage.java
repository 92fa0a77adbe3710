package threadwall.loadgen.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the servers of a sweep have their data.
 *
 * @param store of all servers; {@code null} for each one's own
 * @param connections of each server process to PostgreSQL
 * @param sizes of the table that {@code /db2} reads, a step each; {@code null} for a database that nobody bounds
 */
public record Storage(Store store, int connections, DataSizes sizes) {

    /** What a server opens that is told of no number (docs/servers.md). */
    public static final int CONNECTIONS = 10;

    public static final Storage USUAL = new Storage(null, CONNECTIONS, null);

    /**
     * As a user asks for it: data whose size is chosen are PostgreSQL's.
     *
     * @throws Refused (usage) when they are to be elsewhere, or in a PostgreSQL that has too little memory to live, or are
     *     too few
     */
    public static Storage asked(Store store, int connections, DataSizes sizes) throws Refused {
        if (sizes != null && store == Store.EMBEDDED) {
            throw Refused.usage("--data-size bounds the memory of a PostgreSQL: leave --store embedded out");
        }
        if (sizes != null) {
            sizes.requireRoomFor(connections);
            sizes.requireEnough();
        }
        return new Storage(sizes == null ? store : Store.POSTGRES, connections, sizes);
    }

    /** The same on one of its sizes. */
    Storage on(DataSizes size) {
        return new Storage(store, connections, size);
    }

    /**
     * The store that a server is started with to answer a route, which it has; empty for none.
     *
     * @throws Refused (usage) when it has not the store that was asked for, or would have no rows there
     */
    Optional<Store> of(Servers server, Route route) throws Refused {
        if (store != null && !server.stores().contains(store)) {
            throw Refused.usage(
                    "--store %s: %s has %s; leave it out of --servers, where %s may stay, or leave --store out",
                    store, server.label(), theStores(server), serversWith(store));
        }
        var own = server.hasStore() || route.needsStore()
                ? server.stores().stream().findFirst()
                : Optional.<Store>empty();
        var chosen = store == null ? own : Optional.of(store);
        if (chosen.filter(Store.EMBEDDED::equals).isPresent() && route.highestId() != null) {
            throw Refused.usage(
                    "%s begins with an embedded store that has no rows for %s: add --store postgres, where the sweep loads"
                            + " them",
                    server.label(), route.text());
        }
        return chosen;
    }

    private static String theStores(Servers server) {
        return server.stores().isEmpty()
                ? "no store"
                : server.stores().stream().map(Store::toString).collect(Collectors.joining(" and ")) + " alone";
    }

    private static String serversWith(Store store) {
        return Stream.of(Servers.values())
                .filter(server -> server.stores().contains(store))
                .map(Servers::label)
                .collect(Collectors.joining(", "));
    }

    /** The options of a server that is started with that store. */
    List<String> options(Store chosen) {
        return chosen == Store.POSTGRES
                ? List.of(
                        "--store",
                        chosen.toString(),
                        "--postgres",
                        Servers.POSTGRES_URL,
                        "--db-connections",
                        String.valueOf(connections))
                : List.of(); // each has it that can
    }
}
