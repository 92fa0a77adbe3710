package threadwall.server;

import java.net.URI;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command line of a peer, a server that is there to be compared with: the options of all servers but for a store,
 * which it has not. Its name is the command's; its workers are as many as processors unless {@code --workers} says.
 */
public abstract class PeerCommand implements Callable<Integer> {
    /** It has none, and so /health and the READY line say null. */
    private static final StoreKind NO_STORE = null;

    /** The root of what libraries log; held here, for java.util.logging forgets loggers that nobody holds. */
    private static final Logger LOG = Logger.getLogger("");

    private final String model;

    @Spec
    private CommandSpec command;

    @Mixin
    private ServerOptions options;

    /** @param model what a waiting request costs, as {@link ServerIdentity#model} has it */
    protected PeerCommand(String model) {
        this.model = model;
    }

    /** Starts to listen; what it throws is told to the user as one line. */
    protected abstract RunningServer start(Settings settings) throws Exception;

    @Override
    public final Integer call() throws InterruptedException {
        options.requireNoStore();
        LOG.setLevel(Level.WARNING); // a start is told by READY, not by the names and versions of libraries
        warmUpLogging();
        int workers = options.workers(Runtime.getRuntime().availableProcessors());
        var settings =
                new Settings(command.name(), model, options.host(), options.port(), workers, new RequestCounter());
        return new ServerLifecycle(settings.server, model, NO_STORE, settings.counter)
                .run(options, () -> start(settings));
    }

    /**
     * The first line that is logged opens the files of the time zones. A server that has run out of descriptors could not, and
     * where it cannot once the JVM never tries again: what logs there would fail ever after.
     */
    private static void warmUpLogging() {
        for (var handler : LOG.getHandlers()) {
            handler.getFormatter().format(new LogRecord(Level.WARNING, "rehearsal"));
        }
    }

    /**
     * What a peer is started with.
     *
     * @param port 0 = any free one
     * @param counter to be told of every request of the measured routes
     */
    public record Settings(String server, String model, String host, int port, int workers, RequestCounter counter) {
        /** Length of the accept queue to ask for; the kernel caps it at net.core.somaxconn. */
        public static final int BACKLOG = 65_535;

        /** Who /health says it is, at the port that the kernel gave. */
        public ServerIdentity identity(int port) {
            return ServerIdentity.here(server, model, ServerIdentity.url(host, port), NO_STORE, workers);
        }
    }

    /** A peer that listens, and how it is stopped. */
    public record RunningPeer(ServerIdentity identity, Runnable ending) implements RunningServer {
        @Override
        public URI url() {
            return identity.url();
        }

        @Override
        public int workers() {
            return identity.workers();
        }

        @Override
        public void stop() {
            ending.run();
        }
    }
}
