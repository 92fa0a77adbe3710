package threadwall.loadgen.engine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;

/**
 * Vegeta: sends requests at a rate, whether or not earlier ones were answered, HTTP/1.1, ends by time. It logs each
 * request. Go builds it into the project's folder on its first use; {@code ops/setup/engines.sh} has its version.
 */
record Vegeta() implements LoadEngine {

    private static final String PROGRAM = ".threadwall/vegeta/bin/vegeta";

    @Override
    public String name() {
        return "vegeta";
    }

    @Override
    public List<String> version() {
        return List.of(PROGRAM, "-version");
    }

    @Override
    public String remedy() {
        return "./threadwall sweep --engine vegeta builds it with Go";
    }

    @Override
    public boolean byRate() {
        return true;
    }

    @Override
    public boolean canPartition() {
        return true;
    }

    @Override
    public boolean logsEveryLoad() {
        return true;
    }

    @Override
    public boolean severalRoutes() {
        return true;
    }

    @Override
    public String logSuffix() {
        return "gob";
    }

    /**
     * {@code -connections} bounds idle connections only: without the other two limits it opens a connection for each
     * request that finds none idle, until there are no ports left.
     */
    @Override
    public List<String> command(ClientLoad load) {
        var connections = String.valueOf(load.connections());
        var line = new ArrayList<String>();
        if (load.threads() != null) {
            line.addAll(List.of("env", "GOMAXPROCS=" + load.threads()));
        }
        line.addAll(
                List.of(PROGRAM, "attack", "-rate", String.valueOf(load.rate()), "-duration", load.seconds() + "s"));
        line.addAll(List.of("-max-workers", connections, "-connections", connections, "-max-connections", connections));
        line.addAll(List.of("-laddr", load.source(), "-timeout", load.timeoutSeconds() + "s"));
        if (!load.keepAlive()) {
            line.add("-keepalive=false");
        }
        // no bodies in the log; they are read in full all the same
        line.addAll(List.of("-redirects", "-1", "-max-body", "0", "-output", load.log()));
        var request = load.request();
        if (request != null) {
            request.headers().forEach(header -> line.addAll(List.of("-header", header)));
            if (request.body() != null) {
                line.addAll(List.of("-body", request.body()));
            }
        }
        // it takes method and URL from a file or from standard input
        var method = request == null ? "GET" : request.method();
        var shell = new ArrayList<>(
                request == null || request.routes() == null
                        ? List.of("bash", "-c", "exec \"$@\" <<<\"$0\"", method + " " + load.url())
                        : List.of(
                                "bash",
                                "-c",
                                "exec \"${@:2}\" < <(sed \"s|^|$0|\" \"$1\")",
                                method + " " + server(load.url()),
                                request.routes().file()));
        shell.addAll(line);
        return List.copyOf(shell);
    }

    /** Without the route. */
    private static String server(String url) {
        return "http://" + URI.create(url).getRawAuthority();
    }

    @Override
    public Optional<LoadReport> report(ClientOutput output) throws IOException {
        if (!Files.exists(output.log())) {
            return Optional.empty();
        }
        return VegetaLog.read(output.log()).report(output.load());
    }
}
