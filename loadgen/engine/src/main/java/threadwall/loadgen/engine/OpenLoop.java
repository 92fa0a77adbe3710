package threadwall.loadgen.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;

/**
 * Our own client, in C ({@code loadgen/open-loop}): sends requests at a rate, whether or not earlier ones were answered,
 * HTTP/1.1, ends by time. It logs each request. {@code ops/setup/engines.sh} has it built on its first use.
 */
record OpenLoop() implements LoadEngine {

    private static final String PROGRAM = "loadgen/open-loop/target/open-loop";

    @Override
    public String name() {
        return "open-loop";
    }

    @Override
    public List<String> version() {
        return List.of(PROGRAM, "--version");
    }

    @Override
    public String remedy() {
        return "./threadwall sweep --engine open-loop builds it with a C compiler";
    }

    @Override
    public boolean byRate() {
        return true;
    }

    @Override
    public boolean canOverload() {
        return true;
    }

    @Override
    public boolean canPartition() {
        return true;
    }

    @Override
    public boolean bindsSeveral() {
        return true;
    }

    @Override
    public boolean multithreaded() {
        return false;
    }

    @Override
    public boolean logsEveryLoad() {
        return true;
    }

    @Override
    public String logSuffix() {
        return "log";
    }

    @Override
    public boolean severalRoutes() {
        return true;
    }

    @Override
    public List<String> command(ClientLoad load) {
        var line = new ArrayList<>(List.of(PROGRAM, "--connections", String.valueOf(load.connections())));
        line.addAll(List.of("--source", load.source()));
        if (load.addresses() > 1) {
            line.addAll(List.of("--addresses", String.valueOf(load.addresses())));
        }
        line.addAll(List.of("--timeout", String.valueOf(load.timeoutSeconds())));
        if (!load.keepAlive()) {
            line.add("--close");
        }
        var request = load.request();
        if (request != null) {
            line.addAll(List.of("--method", request.method()));
            request.headers().forEach(header -> line.addAll(List.of("--header", header)));
            if (request.body() != null) {
                line.addAll(List.of("--body", request.body()));
            }
            if (request.routes() != null) {
                line.addAll(List.of("--routes", request.routes().file()));
            }
        }
        line.addAll(List.of("--log", load.log(), load.url(), load.rate() + ":" + load.seconds()));
        var overload = load.overload();
        if (overload != null) {
            line.add("%d:%d:%d".formatted(overload.rate(), overload.seconds(), overload.outstanding()));
            line.add(load.rate() + ":" + overload.afterSeconds());
        }
        return List.copyOf(line);
    }

    @Override
    public Optional<LoadReport> report(ClientOutput output) throws IOException {
        if (!Files.exists(output.log())) {
            return Optional.empty();
        }
        return OpenLoopLog.read(output.log()).report(output.load());
    }
}
