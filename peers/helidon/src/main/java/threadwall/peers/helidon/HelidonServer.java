package threadwall.peers.helidon;

import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import picocli.CommandLine.Command;
import threadwall.server.CommandLines;
import threadwall.server.PeerCommand;
import threadwall.server.RunningServer;
import threadwall.server.ServerLifecycle;

/** Runs the peer as a process. */
@Command(
        name = "helidon",
        mixinStandardHelpOptions = true,
        description =
                "A peer to compare with: Helidon SE, one virtual thread per connection. Workers are carrier threads"
                        + " (default: one per CPU). HTTP/1.1 only; no store, so no /fortunes.")
public final class HelidonServer extends PeerCommand {

    private HelidonServer() {
        super("virtual threads");
    }

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new HelidonServer()).execute(arguments));
    }

    @Override
    protected RunningServer start(Settings settings) throws IOException {
        requireFree(settings);
        // the JDK reads it once, when the first virtual thread starts
        System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(settings.workers()));
        var server = WebServer.builder()
                .host(settings.host())
                .port(settings.port())
                .backlog(Settings.BACKLOG)
                .connectionOptions(socket -> socket.tcpNoDelay(true))
                .shutdownGracePeriod(ServerLifecycle.GRACE)
                .shutdownHook(false) // ServerLifecycle stops it
                .routing(new Routing(settings)::into)
                .build()
                .start();
        if (!server.isRunning()) {
            throw new IllegalStateException("Helidon did not start; its messages above say why");
        }
        return new RunningPeer(settings.identity(server.port()), server::stop);
    }

    /** Helidon only logs that it cannot listen; this throws an exception that tells the user why. */
    private static void requireFree(Settings settings) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port()));
        }
    }
}
