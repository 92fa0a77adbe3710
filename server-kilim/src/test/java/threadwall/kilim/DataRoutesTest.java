package threadwall.kilim;

import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.DataRoutesContract;
import threadwall.server.Postgres;
import threadwall.server.RequestCounter;
import threadwall.server.StoreKind;
import threadwall.store.FiberData;
import threadwall.store.embedded.EmbeddedData;
import threadwall.store.embedded.EmbeddedStore;
import threadwall.store.embedded.Worlds;
import threadwall.store.postgres.PostgresData;

@Tag("slow")
@ParameterizedClass
@EnumSource(names = {"POSTGRES", "EMBEDDED"})
class DataRoutesTest extends DataRoutesContract {
    private static FiberServer server;

    @Parameter
    StoreKind store;

    @BeforeParameterizedClassInvocation
    static void start(StoreKind store) throws Exception {
        var data =
                switch (store) {
                    case EMBEDDED -> embedded();
                    case POSTGRES -> PostgresData.open(Postgres.with(WORLDS), 2);
                    case DB4J -> throw new AssertionError("not in every build");
                };
        server = FiberServer.bind("127.0.0.1", 0, 2, TransportKind.AUTO, ConnectionLimits.DEFAULT)
                .start(store, data, new RequestCounter(), null);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        server.stop();
    }

    private static FiberData embedded() {
        var embedded = EmbeddedStore.temporary();
        for (var world : WORLDS) {
            embedded.submit(txn -> txn.open(Worlds.TABLE).put(world.id(), world.randomNumber()))
                    .get();
        }
        return new EmbeddedData(embedded);
    }

    @Override
    protected URI url() {
        return server.url();
    }

    @Override
    protected StoreKind store() {
        return store;
    }
}
