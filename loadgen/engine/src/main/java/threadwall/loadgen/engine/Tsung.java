package threadwall.loadgen.engine;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import threadwall.record.ClientHost;
import threadwall.record.ClientLoad;
import threadwall.record.StepRecord.HostUsage;

/**
 * Tsung: makes its loads on other hosts, HTTP/1.1, a closed loop that ends by number of requests, or open arrivals at a
 * rate. {@code loadgen/tsung/run.sh} starts and ends it there; its log is a folder. The warm-up comes from this machine,
 * because a run of Tsung takes ten seconds to begin.
 */
record Tsung() implements LoadEngine {

    private static final String PROGRAM = "loadgen/tsung/run.sh";

    private static final int USED_WORDS = 6;

    /** Slow hosts take many minutes to start their users, each of whom has to outlast the start of the others. */
    static final Duration LONGEST = Duration.ofMinutes(30);

    /** The shortest time of which a host counts as busy. */
    private static final int BUSY_LINES = 4;

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
    public Duration longestLoad() {
        return LONGEST;
    }

    @Override
    public double startSeconds(List<ClientHost> hosts, int connections) {
        return TsungScenario.startSeconds(hosts, connections);
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
        return Optional.of(new Input(load.log() + "/" + SCENARIO, new TsungScenario(load).xml()));
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
                String.valueOf(new TsungScenario(load).users()));
    }

    @Override
    public Optional<LoadReport> report(ClientOutput output) throws IOException {
        var folder = output.log();
        if (!Files.exists(folder.resolve("tsung.log"))) {
            return Optional.empty(); // the run failed
        }
        var counters = TsungCounters.read(folder.resolve("tsung.log"));
        var log = TsungRequestLog.merge(dumps(folder, output.load()));
        return counters.isEmpty() || log.isEmpty()
                ? Optional.empty()
                : Optional.of(counters.get().report(log.get()));
    }

    @Override
    public List<HostUsage> hosts(ClientOutput output) throws IOException {
        var used = new ArrayList<HostUsage>();
        for (var host : output.load().hosts()) {
            var log = output.log().resolve("host-%d.log".formatted(used.size() + 1));
            // on this machine it is the controller, which has a thread for each processor
            int threads = host.isThisMachine() ? Runtime.getRuntime().availableProcessors() : host.processes();
            // there is none if run.sh failed before it watched the hosts
            used.add(usage(host.name(), threads, Files.exists(log) ? Files.readAllLines(log) : List.of()));
        }
        return List.copyOf(used);
    }

    /**
     * Of an agent, which is one thread for each of its processes. The load is shorter than the agent's life, so the busiest
     * seconds count.
     *
     * @param lines {@code used BUSY ALL AGENT PROCESSORS RSS AGENTS}, the first three in seconds since the agent began, RSS in
     *     bytes, a line a second
     * @param threads of all its processes
     */
    static HostUsage usage(String host, int threads, List<String> lines) {
        var readings = lines.stream()
                .filter(line -> line.startsWith("used "))
                .map(line -> Stream.of(line.split(" "))
                        .skip(1)
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .filter(reading -> reading.length == USED_WORDS)
                .toList();
        if (readings.isEmpty()) {
            return new HostUsage(host, null, null, null);
        }
        Double busiest = null;
        // a shorter time is that in which Erlang starts
        for (int end = Math.min(BUSY_LINES, readings.size() - 1); end > 0 && end < readings.size(); end++) {
            var from = readings.get(Math.max(0, end - BUSY_LINES));
            var to = readings.get(end);
            double all = to[1] - from[1];
            if (all > 0) {
                double agent = (to[2] - from[2]) / (all / to[3] * threads);
                double share = Math.min(1, Math.max((to[0] - from[0]) / all, agent));
                busiest = busiest == null ? share : Math.max(busiest, share);
            }
        }
        double rss = readings.stream().mapToDouble(reading -> reading[4]).max().orElseThrow();
        return new HostUsage(host, readings.getLast()[2], busiest, (long) rss);
    }

    /** One of each process on each host, and how far the clock of that host is off. */
    private static List<TsungRequestLog.Dump> dumps(Path folder, ClientLoad load) throws IOException {
        var dumps = new ArrayList<TsungRequestLog.Dump>();
        for (int host = 1; host <= load.hosts().size(); host++) {
            double offset = load.hosts().get(host - 1).readings().clockOffsetMillis();
            try (var files = Files.newDirectoryStream(folder, "tsung-%d-*.dump".formatted(host))) {
                for (var file : files) {
                    dumps.add(new TsungRequestLog.Dump(file, offset));
                }
            }
        }
        return List.copyOf(dumps);
    }
}
