package threadwall.loadgen.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;

/** {@code wrk}: multi-threaded, HTTP/1.1, keep-alive, ends by time. {@code loadgen/wrk.lua} prints its counters. */
record Wrk() implements LoadEngine {

    @Override
    public String name() {
        return "wrk";
    }

    @Override
    public List<String> version() {
        return List.of(name(), "-v");
    }

    @Override
    public String remedy() {
        return "apt-get install wrk (Debian), dnf install wrk (Fedora)";
    }

    @Override
    public boolean canClose() {
        return false;
    }

    /** {@code wrk.c}, {@code main}: {@code cfg.connections / cfg.threads}. */
    @Override
    public boolean dropsRemainder() {
        return true;
    }

    @Override
    public boolean severalRoutes() {
        return true;
    }

    @Override
    public List<String> command(ClientLoad load) {
        var line = new ArrayList<>(List.of(
                name(),
                "-t" + load.threads(),
                "-c" + load.connections(),
                "-d" + load.seconds() + "s",
                "--timeout",
                load.timeoutSeconds() + "s",
                "-s",
                "loadgen/wrk.lua"));
        var request = load.request();
        if (request == null) {
            line.add(load.url());
            return List.copyOf(line);
        }
        request.headers().forEach(header -> line.addAll(List.of("-H", header)));
        line.addAll(List.of(load.url(), "--", request.method()));
        if (request.body() != null || request.routes() != null) {
            line.add(request.body() == null ? "" : request.body());
        }
        if (request.routes() != null) {
            line.add(request.routes().file());
        }
        return List.copyOf(line);
    }

    @Override
    public Optional<LoadReport> report(ClientOutput output) throws IOException {
        return WrkReport.parse(output.text());
    }
}
