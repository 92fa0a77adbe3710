package threadwall.resilience;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.ServerProcess.StartFailed;

/** A server with its store in the same process; each start uses a new port. */
class CrashTargetServer extends CrashTargetProcess {

    private final String name;
    private final Path home;
    private final Path files;
    private final List<String> command;
    private final Map<String, String> environment;

    /**
     * @param home the project's root
     * @param files prefix of its log files
     * @param command that starts it
     */
    CrashTargetServer(String name, Path home, Path files, List<String> command) {
        this(name, home, files, command, Map.of());
    }

    /** @param environment added to this process's own */
    CrashTargetServer(String name, Path home, Path files, List<String> command, Map<String, String> environment) {
        this.name = name;
        this.home = home;
        this.files = files;
        this.command = command;
        this.environment = environment;
    }

    @Override
    public void start() throws StartFailed, IOException, InterruptedException {
        process = launch();
        var url = URI.create(process.awaitReady().path("url").asString());
        address = new InetSocketAddress(url.getHost(), url.getPort());
    }

    @Override
    protected ServerProcess launch() throws IOException {
        return ServerProcess.start(name, home, files, command, environment);
    }
}
