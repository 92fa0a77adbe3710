package threadwall.loadgen.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;

/**
 * {@code oha}: multi-threaded, HTTP/1.1, with or without keep-alive, ends by time. Cargo builds it into the project's
 * folder on its first use; {@code ops/setup/engines.sh} has its version.
 */
record Oha() implements LoadEngine {

    private static final String PROGRAM = ".threadwall/oha/bin/oha";

    @Override
    public String name() {
        return "oha";
    }

    @Override
    public List<String> version() {
        return List.of(PROGRAM, "--version");
    }

    @Override
    public String remedy() {
        return "./threadwall sweep --engine oha builds it with cargo";
    }

    @Override
    public List<String> command(ClientLoad load) {
        var line = new ArrayList<>(List.of(PROGRAM, "--no-tui", "--output-format", "json"));
        line.addAll(List.of("--worker-threads", String.valueOf(load.threads())));
        line.addAll(List.of("-c", String.valueOf(load.connections()), "-z", load.seconds() + "s"));
        // its default connect time-out is 5 s, whereas ab and wrk wait as long as for a response
        line.addAll(List.of("-t", load.timeoutSeconds() + "s", "--connect-timeout", load.timeoutSeconds() + "s"));
        if (!load.keepAlive()) {
            line.add("--disable-keepalive");
        }
        var request = load.request();
        if (request != null) {
            line.addAll(List.of("-m", request.method()));
            request.headers().forEach(header -> line.addAll(List.of("-H", header)));
            if (request.body() != null) {
                line.addAll(List.of("-D", request.body()));
            }
        }
        line.add(load.url());
        return List.copyOf(line);
    }

    @Override
    public Optional<LoadReport> report(ClientOutput output) throws IOException {
        return OhaReport.parse(output.text());
    }
}
