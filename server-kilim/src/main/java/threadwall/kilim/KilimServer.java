package threadwall.kilim;

import java.util.EnumSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import threadwall.server.Commands;
import threadwall.server.Lifecycle;
import threadwall.server.RequestCounter;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;
import threadwall.store.EmbeddedStore;

/** Runs the fiber server as a process. */
@Command(
        name = FiberServer.NAME,
        mixinStandardHelpOptions = true,
        description = "Fibers all the way: listener, connections, HTTP and routes are Kilim tasks."
                + " Its workers are as many as processors; its store is the embedded one.")
public final class KilimServer implements Callable<Integer> {
    @Mixin
    private ServerOptions options;

    public static void main(String[] arguments) {
        System.exit(Commands.of(new KilimServer()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        var refusal = "JDBC blocks its thread, and a fiber has none of its own to block";
        var kind = options.store(StoreKind.EMBEDDED, EnumSet.of(StoreKind.EMBEDDED), refusal);
        var counter = new RequestCounter();
        return new Lifecycle(FiberServer.NAME, FiberServer.MODEL, kind, counter).run(options, () -> start(counter));
    }

    private FiberServer start(RequestCounter counter) throws Exception {
        var listener = Listener.bind(options.host(), options.port()); // before the store: it fails without traces
        var store = options.data().map(EmbeddedStore::open).orElseGet(EmbeddedStore::temporary);
        int workers = options.workers(Runtime.getRuntime().availableProcessors());
        return FiberServer.start(listener, options.host(), workers, store, counter, Timeouts.DEFAULT);
    }
}
