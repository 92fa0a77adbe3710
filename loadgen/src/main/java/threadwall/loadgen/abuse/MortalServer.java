package threadwall.loadgen.abuse;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import threadwall.loadgen.run.ServerProcess;
import threadwall.loadgen.run.ServerProcess.StartFailed;

/** A server with the data in its own process: each start is a new one, at a port of its own. */
final class MortalServer implements Mortal {

    private final String name;
    private final Path home;
    private final Path files;
    private final List<String> command;
    private ServerProcess process;
    private InetSocketAddress address;

    /**
     * @param home the project's root
     * @param files prefix of the files that it leaves
     * @param command the line that starts it
     */
    MortalServer(String name, Path home, Path files, List<String> command) {
        this.name = name;
        this.home = home;
        this.files = files;
        this.command = command;
    }

    @Override
    public void start() throws StartFailed, IOException, InterruptedException {
        process = ServerProcess.start(name, home, files, command);
        var url = URI.create(process.awaitReady().path("url").asString());
        address = new InetSocketAddress(url.getHost(), url.getPort());
    }

    @Override
    public void startAndKill(long millis) throws IOException, InterruptedException {
        process = ServerProcess.start(name, home, files, command);
        Thread.sleep(millis);
        kill();
    }

    @Override
    public void kill() throws IOException, InterruptedException {
        process.kill();
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public boolean isBehindServer() {
        return false;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        if (process != null) {
            process.stop();
            process.close();
        }
    }
}
