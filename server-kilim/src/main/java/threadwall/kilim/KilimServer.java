package threadwall.kilim;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.CommandLines;
import threadwall.server.EnvironmentException;
import threadwall.server.FiberStores;
import threadwall.server.RequestCounter;
import threadwall.server.ServerLifecycle;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;

/** Runs the fiber server as a process. */
@Command(
        name = FiberServer.NAME,
        mixinStandardHelpOptions = true,
        description = "A server on fibers: one event loop per worker, one Kilim fiber per request."
                + " Defaults: one worker per CPU, embedded store.")
public final class KilimServer implements Callable<Integer> {
    @Mixin
    private ServerOptions options;

    @Mixin
    private KilimOptions own;

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new KilimServer()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        // all options are checked before anything starts
        var kind = options.store(StoreKind.EMBEDDED);
        var transport = own.transport();
        var limits = own.limits();
        var counter = new RequestCounter();
        return new ServerLifecycle(FiberServer.NAME, counter).run(options, () -> {
            var log = own.accessLog();
            var server = bind(transport, limits); // before the store: if it fails, it leaves nothing behind
            return server.start(kind, FiberStores.open(kind, options), counter, log);
        });
    }

    private FiberServer bind(TransportKind transport, ConnectionLimits limits)
            throws IOException, EnvironmentException {
        int workers = options.workers(Runtime.getRuntime().availableProcessors());
        try {
            return FiberServer.bind(options.host(), options.port(), workers, transport, limits);
        } catch (TransportKind.Unavailable e) {
            throw new EnvironmentException(e.getMessage() + "; use --transport nio", e);
        }
    }
}
