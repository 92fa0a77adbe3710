package threadwall.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.watch.WatchFilter;
import threadwall.watch.Watcher;

@Command(
        name = "watch",
        sortOptions = false,
        customSynopsis = {"./threadwall watch [--pid N] [--port N] [OPTION...]"},
        description = {
            "Follows running servers and clients: threads, connections, CPU, memory.",
            "Without --pid and --port it finds all servers that threadwall knows, and ab and",
            "wrk, as they come and go. Drawn over on a terminal; elsewhere plain lines, one",
            "for each process and look.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall watch",
            "  ./threadwall watch --port 8080 | tee rampdown.txt",
            "  ./threadwall watch --once --json",
            "  ./threadwall watch --web",
            "",
            "With NO_COLOR or TERM=dumb a terminal gets plain lines, too.",
            "Exit codes: 0 every process named by --pid has ended, or --once has found",
            "something; 1 --once has found nothing; 2 usage; 4 a --pid is not there, or the",
            "page's address or port cannot be had; 130 ended by Ctrl-C, 143 by SIGTERM:",
            "without --pid or --once, and with --web, it goes on until then."
        })
final class WatchCommand extends AbstractCommand {

    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--pid",
            split = ",",
            paramLabel = "N",
            description = "A process to follow until it ends, whatever it is; several with commas.")
    private List<Long> pids = List.of();

    @Option(
            names = "--port",
            split = ",",
            paramLabel = "N",
            description = "Follow whatever listens there, now or later, and the ab and wrk that load it.")
    private List<Integer> ports = List.of();

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = IntervalConverter.class,
            defaultValue = "1s",
            description = "Time between samples: 500ms, 2s, 1m (default: ${DEFAULT-VALUE}).")
    private Duration interval;

    @Option(names = "--once", description = "One look, and exit.")
    private boolean once;

    @Option(
            names = "--json",
            description = "One JSON object per sample, one per line (record/run.schema.json, kind watch).")
    private boolean json;

    @Mixin
    private LivePageOptions live;

    @Override
    public Integer call() throws Exception {
        require(pids.stream().allMatch(pid -> pid > 0), "--pid takes numbers above 0");
        require(
                ports.stream().allMatch(port -> port > 0 && port <= HIGHEST_PORT),
                "--port takes numbers from 1 to 65535");
        var filter = WatchFilter.of(pids, ports);
        if (live.web()) {
            require(
                    !once && !json && !isGiven("--interval"),
                    "--web is a page: it takes no --once, --json or --interval");
            return live.serve(filter);
        }
        require(!isGiven("--web-port") && !isGiven("--host"), "--web-port and --host are of the page: they need --web");
        try (var watcher = Watcher.open(filter)) {
            return once ? once(watcher) : follow(watcher, filter);
        }
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw usage(message);
        }
    }

    private int once(Watcher watcher) throws IOException {
        try (var view = new WatchView.Plain(out(), err(), json)) {
            var sample = watcher.sample();
            view.show(sample, emptyMessage(watcher));
            return sample.processes().isEmpty() ? Threadwall.FAILED : 0;
        }
    }

    /** Samples until the processes that were named have ended, or this process is ended. */
    private int follow(Watcher watcher, WatchFilter filter) throws IOException, InterruptedException {
        long next = System.nanoTime();
        try (WatchView view =
                json || !Terminal.mayDraw() ? new WatchView.Plain(out(), err(), json) : new WatchView.Redrawn(out())) {
            while (true) {
                var sample = watcher.sample();
                if (filter.processesOnly() && sample.processes().isEmpty()) {
                    break;
                }
                view.show(sample, emptyMessage(watcher));
                if (out().checkError()) {
                    return Threadwall.FAILED; // the reader of this output is gone; main() reports it
                }
                // by the clock, so that samples do not drift; a late one is not made up for
                next = Math.max(next + interval.toNanos(), System.nanoTime());
                Thread.sleep(Duration.ofNanos(next - System.nanoTime()));
            }
        }
        err().println("threadwall: every process named by --pid has ended");
        return 0;
    }

    private String emptyMessage(Watcher watcher) {
        if (!watcher.unreadablePorts().isEmpty()) {
            return "something listens at port %s, but its process is not ours to see: run as its user or as root, or name it by --pid"
                    .formatted(text(watcher.unreadablePorts()));
        }
        return ports.isEmpty()
                ? "nothing to watch yet: start one with ./threadwall serve kilim, or name any process by --pid or --port"
                : "nothing to watch yet: no server listens on port " + text(Set.copyOf(ports));
    }

    private static String text(Set<Integer> ports) {
        return ports.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
