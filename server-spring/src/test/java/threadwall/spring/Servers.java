package threadwall.spring;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import threadwall.server.ChildServer;
import threadwall.server.Postgres;
import threadwall.server.StoreKind;

/** Starts the server under test. */
final class Servers {
    private Servers() {}

    static ChildServer start(ConcurrencyModel model, String... more) throws IOException {
        return ChildServer.start(SpringServer.class, arguments(model, more));
    }

    static String[] arguments(ConcurrencyModel model, String... more) throws IOException {
        var store = model == ConcurrencyModel.DEFERRED ? StoreKind.EMBEDDED : StoreKind.POSTGRES;
        return arguments(model, store, more);
    }

    static String[] arguments(ConcurrencyModel model, StoreKind store, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("--model", model.toString(), "--port", "0", "--store", "" + store));
        if (store == StoreKind.POSTGRES) {
            arguments.addAll(List.of("--postgres", Postgres.url(), "--db-connections", "2"));
        }
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }
}
