package threadwall.peers.undertow;

import io.undertow.Undertow;
import io.undertow.server.handlers.GracefulShutdownHandler;
import java.net.InetSocketAddress;
import org.xnio.Options;
import picocli.CommandLine.Command;
import threadwall.server.CommandLines;
import threadwall.server.PeerCommand;
import threadwall.server.RunningServer;
import threadwall.server.ServerLifecycle;

/** Runs the peer as a process. */
@Command(
        name = "undertow",
        mixinStandardHelpOptions = true,
        description = "A peer to compare with: Undertow core. Workers are IO threads (default: one per CPU); no request"
                + " blocks, so Undertow's worker threads stay idle. No store, so no /fortunes.")
public final class UndertowServer extends PeerCommand {

    private UndertowServer() {
        super("event loop");
    }

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new UndertowServer()).execute(arguments));
    }

    @Override
    protected RunningServer start(Settings settings) {
        var requests = new GracefulShutdownHandler(new Routing(settings).handler());
        var undertow = Undertow.builder()
                .addHttpListener(settings.port(), settings.host(), requests)
                .setIoThreads(settings.workers())
                .setSocketOption(Options.BACKLOG, Settings.BACKLOG)
                .build();
        undertow.start();
        var address = (InetSocketAddress) undertow.getListenerInfo().getFirst().getAddress();
        return new RunningPeer(settings.identity(address.getPort()), () -> stop(undertow, requests));
    }

    private static void stop(Undertow undertow, GracefulShutdownHandler requests) {
        requests.shutdown();
        try {
            requests.awaitShutdown(ServerLifecycle.GRACE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        undertow.stop();
    }
}
