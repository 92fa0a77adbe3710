package threadwall.loadgen.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;

/**
 * {@code oha}: several threads, HTTP/1.1, kept connections or one for each request, for a time. Built by cargo into the
 * project's own folder when somebody asks for it; {@code ops/entry/engines.sh} has its version.
 */
record Oha() implements LoadEngine {

    private static final String PROGRAM = ".threadwall/oha/bin/oha";

    private static final String SECONDS = "-z";
    private static final String THREADS = "--worker-threads";
    private static final String CLOSE = "--disable-keepalive";

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
        line.addAll(List.of(THREADS, String.valueOf(load.threads())));
        line.addAll(List.of("-c", String.valueOf(load.connections()), SECONDS, load.seconds() + "s"));
        // it gives up on a connection after 5 s by itself, where ab and wrk wait as for an answer
        line.addAll(List.of("-t", load.timeoutSeconds() + "s", "--connect-timeout", load.timeoutSeconds() + "s"));
        if (!load.keepAlive()) {
            line.add(CLOSE);
        }
        line.add(load.url());
        return List.copyOf(line);
    }

    @Override
    public Optional<LoadReport> report(String output) {
        return OhaReport.parse(output).map(LoadReport.class::cast);
    }
}
