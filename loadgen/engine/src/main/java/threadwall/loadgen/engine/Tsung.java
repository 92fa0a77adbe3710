package threadwall.loadgen.engine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;

/**
 * Tsung: makes its loads on other hosts, HTTP/1.1, a closed loop that ends by number of requests, or open arrivals at a
 * rate. {@code loadgen/tsung/run.sh} starts and ends it there; its log is a folder. The warm-up comes from this machine, because a run of Tsung takes ten
 * seconds to begin.
 */
record Tsung() implements LoadEngine {

    private static final String PROGRAM = "loadgen/tsung/run.sh";

    /** Longer than any load, and shorter than the time after which a load is given up. */
    private static final int MOST_SECONDS = 600;

    private static final int CPU_WORDS = 4;

    private static final String SCENARIO = "scenario.xml";

    @Override
    public String name() {
        return "tsung";
    }

    @Override
    public List<String> version() {
        return List.of("tsung", "-v");
    }

    @Override
    public String remedy() {
        return "apt-get install tsung";
    }

    @Override
    public boolean byTime() {
        return false;
    }

    @Override
    public boolean multithreaded() {
        return false;
    }

    @Override
    public boolean onHosts() {
        return true;
    }

    @Override
    public boolean mayHaveRate() {
        return true;
    }

    @Override
    public LoadEngine warmUp() {
        return AB;
    }

    @Override
    public String logSuffix() {
        return "run";
    }

    @Override
    public Optional<Input> input(ClientLoad load) {
        return Optional.of(new Input(load.log() + "/" + SCENARIO, new TsungScenario(load, MOST_SECONDS).xml()));
    }

    @Override
    public List<String> command(ClientLoad load) {
        var hosts = load.hosts().stream()
                .map(host -> host.name() + "=" + host.address())
                .toList();
        return List.of(
                PROGRAM,
                load.log(),
                URI.create(load.url()).getHost(),
                String.join(",", hosts),
                String.valueOf(new TsungScenario(load, MOST_SECONDS).users()));
    }

    @Override
    public Optional<LoadReport> report(ClientOutput output) throws IOException {
        var folder = output.log();
        if (!Files.exists(folder.resolve("tsung.log"))) {
            return Optional.empty(); // the run failed
        }
        var counters = TsungCounters.read(folder.resolve("tsung.log"));
        var log = TsungRequestLog.merge(dumps(folder));
        return counters.isEmpty() || log.isEmpty()
                ? Optional.empty()
                : Optional.of(counters.get().report(log.get()));
    }

    @Override
    public List<HostUsage> hosts(ClientOutput output) throws IOException {
        var used = new ArrayList<HostUsage>();
        for (var host : output.load().hosts()) {
            var log = output.log().resolve("host-%d.log".formatted(used.size() + 1));
            used.add(usage(host.name(), Files.readAllLines(log)));
        }
        return List.copyOf(used);
    }

    /** @param lines {@code cpu BUSY ALL AGENT}, in seconds since the load began; the last one counts */
    static HostUsage usage(String host, List<String> lines) {
        return lines.stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length == CPU_WORDS && words[0].equals("cpu"))
                .reduce((first, last) -> last)
                .map(words -> new HostUsage(
                        host,
                        Double.parseDouble(words[3]),
                        Double.parseDouble(words[2]) == 0
                                ? 0
                                : Double.parseDouble(words[1]) / Double.parseDouble(words[2])))
                .orElse(new HostUsage(host, 0, 0));
    }

    /** One of each process on each host. */
    private static List<Path> dumps(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".dump"))
                    .sorted()
                    .toList();
        }
    }
}
