package threadwall.peers.virtual;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import threadwall.server.Commands;
import threadwall.server.Lifecycle;
import threadwall.server.RequestCounter;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;

/** Runs the peer as a process. */
@Command(
        name = VirtualServer.NAME,
        mixinStandardHelpOptions = true,
        description = "A peer to compare with: plain sockets, a virtual thread a connection. Its workers are carrier"
                + " threads, as many as processors; it has no store and no /fortunes.")
public final class VirtualServer implements Callable<Integer> {
    static final String NAME = "virtual-threads";
    static final String MODEL = "virtual threads";

    /** It has none, and so /health and the READY line say null. */
    static final StoreKind NO_STORE = null;

    @Mixin
    private ServerOptions options;

    public static void main(String[] arguments) {
        System.exit(Commands.of(new VirtualServer()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        options.requireNoStore();
        int workers = options.workers(Runtime.getRuntime().availableProcessors());
        // read once, when the first virtual thread starts
        System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(workers));
        var counter = new RequestCounter();
        return new Lifecycle(NAME, MODEL, NO_STORE, counter)
                .run(options, () -> Listening.start(options.host(), options.port(), workers, counter));
    }
}
