package threadwall.peers.virtual;

import java.io.IOException;
import picocli.CommandLine.Command;
import threadwall.server.CommandLines;
import threadwall.server.PeerCommand;
import threadwall.server.RunningServer;

/** Runs the peer as a process. */
@Command(
        name = "virtual-threads",
        mixinStandardHelpOptions = true,
        description = "A peer to compare with: plain sockets, one virtual thread per connection. Workers are carrier"
                + " threads (default: one per CPU). No store, so no /fortunes.")
public final class VirtualServer extends PeerCommand {

    private VirtualServer() {
        super("virtual threads");
    }

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new VirtualServer()).execute(arguments));
    }

    @Override
    protected RunningServer start(Settings settings) throws IOException {
        // the JDK reads it once, when the first virtual thread starts
        System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(settings.workers()));
        return ThreadPerConnectionServer.start(settings);
    }
}
