package threadwall.server;

import java.util.ServiceLoader;
import threadwall.store.FiberData;
import threadwall.store.StoreProvider;
import threadwall.store.StoreUnavailableException;
import threadwall.store.embedded.EmbeddedData;
import threadwall.store.postgres.PostgresData;

/** Opens the store of a server that answers requests in fibers. */
public final class FiberStores {
    private FiberStores() {}

    /**
     * Opens the store that the options describe.
     *
     * @throws StoreUnavailableException when it cannot be used, or is not in this build
     */
    public static FiberData open(StoreKind kind, ServerOptions options) {
        return switch (kind) {
            case EMBEDDED -> options.data().map(EmbeddedData::open).orElseGet(EmbeddedData::temporary);
            case POSTGRES -> PostgresData.open(options.postgres(), options.connections());
            case DB4J -> {
                var db4j = db4j();
                yield options.data().map(db4j::open).orElseGet(db4j::temporary);
            }
        };
    }

    private static StoreProvider db4j() {
        return ServiceLoader.load(StoreProvider.class)
                .findFirst()
                .orElseThrow(() -> new StoreUnavailableException(
                        "--store db4j: this build has no db4j, which is on no public registry; install it in your local"
                                + " Maven repository and build with -Pdb4j (docs/reference/stores.md), or use --store embedded",
                        null));
    }
}
