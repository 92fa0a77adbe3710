package threadwall.loadgen.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;
import threadwall.record.RequestMessage;

/** ApacheBench: single-threaded, HTTP/1.0, ends after a number of requests, can log each request to a file. */
record Ab() implements LoadEngine {

    /** APR_TIMEUP: ab exits with this after {@code -s} seconds without a response. */
    private static final String TIMED_OUT = "(70007)";

    @Override
    public String name() {
        return "ab";
    }

    @Override
    public List<String> version() {
        return List.of(name(), "-V");
    }

    @Override
    public String remedy() {
        return "apt-get install apache2-utils (Debian), dnf install httpd-tools (Fedora)";
    }

    @Override
    public boolean http11() {
        return false;
    }

    @Override
    public boolean byTime() {
        return false; // -t is only an upper bound: ab always needs a number of requests
    }

    @Override
    public boolean canPartition() {
        return true;
    }

    @Override
    public boolean multithreaded() {
        return false;
    }

    @Override
    public List<String> command(ClientLoad load) {
        // no -q: ab reports its progress on standard error, ten times per load
        var line = new ArrayList<>(List.of(name(), "-r"));
        if (!load.sameLength()) {
            line.add("-l");
        }
        if (load.keepAlive()) {
            line.add("-k");
        }
        line.addAll(List.of(
                "-s",
                String.valueOf(load.timeoutSeconds()),
                "-c",
                String.valueOf(load.connections()),
                "-n",
                String.valueOf(load.requests()),
                "-B",
                load.source()));
        if (load.log() != null) {
            line.addAll(List.of("-g", load.log()));
        }
        if (load.request() != null) {
            line.addAll(request(load.request()));
        }
        line.add(load.url());
        return List.copyOf(line);
    }

    /** {@code -p} and {@code -u} send a body, as POST and PUT; {@code -m} after one of them changes the method alone. */
    private static List<String> request(RequestMessage request) {
        var line = new ArrayList<String>();
        if (request.body() != null) {
            line.addAll(List.of(request.method().equals("PUT") ? "-u" : "-p", request.body()));
        }
        if (request.body() == null || !List.of("POST", "PUT").contains(request.method())) {
            line.addAll(List.of("-m", request.method()));
        }
        for (var header : request.headers()) {
            line.addAll(
                    RequestMessage.isContentType(header)
                            ? List.of("-T", RequestMessage.value(header))
                            : List.of("-H", header));
        }
        return line;
    }

    @Override
    public int loads(ClientOutput output) throws IOException {
        return AbReport.runs(output.text());
    }

    @Override
    public Optional<LoadReport> report(ClientOutput output) throws IOException {
        var text = output.text();
        var report = AbReport.parse(text);
        return output.load().log() == null ? report.map(found -> found.with(AbReport.latency(text))) : report;
    }

    @Override
    public long completed(String errors) {
        return AbReport.completed(errors);
    }

    @Override
    public Optional<String> timeout(ClientLoad load, String lastLine) {
        return lastLine.endsWith(TIMED_OUT)
                ? Optional.of("no answer came for %d s (ab: %s)".formatted(load.timeoutSeconds(), lastLine))
                : Optional.empty();
    }
}
