package threadwall.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;

/** A server with the data in its own process: each start is a new one, at a port of its own. */
final class CrashTargetServer extends CrashTargetProcess {

    private final String name;
    private final Path home;
    private final Path files;
    private final List<String> command;

    /**
     * @param home the project's root
     * @param files prefix of the files that it leaves
     * @param command the line that starts it
     */
    CrashTargetServer(String name, Path home, Path files, List<String> command) {
        this.name = name;
        this.home = home;
        this.files = files;
        this.command = command;
    }

    @Override
    public void start() throws StartFailed, IOException, InterruptedException {
        process = launch();
        var url = URI.create(process.awaitReady().path("url").asString());
        address = new InetSocketAddress(url.getHost(), url.getPort());
    }

    @Override
    protected ServerProcess launch() throws IOException {
        return ServerProcess.start(name, home, files, command);
    }
}
