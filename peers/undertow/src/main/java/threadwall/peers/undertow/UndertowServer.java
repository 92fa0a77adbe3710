package threadwall.peers.undertow;

import io.undertow.Undertow;
import io.undertow.server.handlers.GracefulShutdownHandler;
import java.net.InetSocketAddress;
import org.xnio.Options;
import picocli.CommandLine.Command;
import threadwall.server.Commands;
import threadwall.server.Lifecycle;
import threadwall.server.Peer;
import threadwall.server.RunningServer;

/** Runs the peer as a process. */
@Command(
        name = "undertow",
        mixinStandardHelpOptions = true,
        description = "A peer to compare with: Undertow core. Its workers are IO threads, as many as processors: no"
                + " request blocks, so its worker threads have nothing to do; it has no store and no /fortunes.")
public final class UndertowServer extends Peer {

    private UndertowServer() {
        super("event loop");
    }

    public static void main(String[] arguments) {
        System.exit(Commands.of(new UndertowServer()).execute(arguments));
    }

    @Override
    protected RunningServer start(Asked asked) {
        var requests = new GracefulShutdownHandler(new Routing(asked).handler());
        var undertow = Undertow.builder()
                .addHttpListener(asked.port(), asked.host(), requests)
                .setIoThreads(asked.workers())
                .setSocketOption(Options.BACKLOG, Asked.BACKLOG)
                .build();
        undertow.start();
        var address = (InetSocketAddress) undertow.getListenerInfo().getFirst().getAddress();
        return new Running(asked.identity(address.getPort()), () -> stop(undertow, requests));
    }

    private static void stop(Undertow undertow, GracefulShutdownHandler requests) {
        requests.shutdown();
        try {
            requests.awaitShutdown(Lifecycle.GRACE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        undertow.stop();
    }
}
