package threadwall.server;

import threadwall.store.EmbeddedData;
import threadwall.store.FiberData;
import threadwall.store.postgres.PostgresData;

/** Opens the store of a server whose requests are fibers. */
public final class FiberStores {
    private FiberStores() {}

    /**
     * The store as the options describe it.
     *
     * @throws threadwall.store.StoreUnavailableException when it cannot be used
     */
    public static FiberData open(StoreKind kind, ServerOptions options) {
        return switch (kind) {
            case EMBEDDED -> options.data().map(EmbeddedData::open).orElseGet(EmbeddedData::temporary);
            case POSTGRES -> PostgresData.open(options.postgres(), options.connections());
        };
    }
}
