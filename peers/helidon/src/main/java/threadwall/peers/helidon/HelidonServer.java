package threadwall.peers.helidon;

import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import picocli.CommandLine.Command;
import threadwall.server.Commands;
import threadwall.server.Lifecycle;
import threadwall.server.Peer;
import threadwall.server.RunningServer;

/** Runs the peer as a process. */
@Command(
        name = "helidon",
        mixinStandardHelpOptions = true,
        description =
                "A peer to compare with: Helidon SE, a virtual thread a connection. Its workers are carrier threads,"
                        + " as many as processors; it speaks HTTP/1.1 alone, and has no store and no /fortunes.")
public final class HelidonServer extends Peer {

    private HelidonServer() {
        super("virtual threads");
    }

    public static void main(String[] arguments) {
        System.exit(Commands.of(new HelidonServer()).execute(arguments));
    }

    @Override
    protected RunningServer start(Asked asked) throws IOException {
        requireFree(asked);
        // read once, when the first virtual thread starts
        System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(asked.workers()));
        var server = WebServer.builder()
                .host(asked.host())
                .port(asked.port())
                .backlog(Asked.BACKLOG)
                .connectionOptions(socket -> socket.tcpNoDelay(true))
                .shutdownGracePeriod(Lifecycle.GRACE)
                .shutdownHook(false) // Lifecycle stops it
                .routing(new Routing(asked)::into)
                .build()
                .start();
        if (!server.isRunning()) {
            throw new IllegalStateException("Helidon does not run; it says above why");
        }
        return new Running(asked.identity(server.port()), server::stop);
    }

    /** Helidon only logs that it cannot listen; a socket throws what tells the user why. */
    private static void requireFree(Asked asked) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(asked.host()), asked.port()));
        }
    }
}
