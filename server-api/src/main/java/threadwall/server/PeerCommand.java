package threadwall.server;

import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command line of a peer, a server that ours are compared with. It has the common options except a store. The
 * server's name is the command's; by default it has one worker per CPU.
 */
public abstract class PeerCommand implements Callable<Integer> {
    /** A peer has no store, so /health and the READY line say null. */
    private static final StoreKind NO_STORE = null;

    /** The root logger. It is held here because java.util.logging drops loggers that are not referenced. */
    private static final Logger LOG = Logger.getLogger("");

    private final String model;

    @Spec
    private CommandSpec command;

    @Mixin
    private ServerOptions options;

    /** @param model what serves a waiting request, as in {@link ServerIdentity#model} */
    protected PeerCommand(String model) {
        this.model = model;
    }

    /** Starts to listen. An exception is reported to the user as one line. */
    protected abstract RunningServer start(Settings settings) throws Exception;

    @Override
    public final Integer call() throws InterruptedException {
        options.requireNoStore();
        LOG.setLevel(Level.WARNING); // libraries log names and versions at start; READY replaces that
        warmUpLogging();
        int workers = options.workers(Runtime.getRuntime().availableProcessors());
        var settings =
                new Settings(command.name(), model, options.host(), options.port(), workers, new RequestCounter());
        return new ServerLifecycle(settings.server, settings.counter).run(options, () -> start(settings));
    }

    /**
     * Formats one log record now, because the first one opens time-zone files. A server out of descriptors could not
     * open them, and the JVM never retries: all logging would fail from then on.
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
     * @param counter counts every request of the measured routes
     */
    public record Settings(String server, String model, String host, int port, int workers, RequestCounter counter) {
        /** Requested length of the accept queue; the kernel caps it at net.core.somaxconn. */
        public static final int BACKLOG = 65_535;

        /** The identity of this server, at the port that the kernel assigned. */
        public ServerIdentity identity(int port) {
            return ServerIdentity.here(server, model, ServerIdentity.url(host, port), NO_STORE, workers);
        }
    }

    /** A peer that listens, and how to stop it. */
    public record RunningPeer(ServerIdentity identity, Runnable ending) implements RunningServer {
        @Override
        public void stop() {
            ending.run();
        }
    }
}
