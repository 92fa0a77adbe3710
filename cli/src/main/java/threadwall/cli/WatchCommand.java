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
            "wrk, as they come and go. On a terminal it redraws the screen; elsewhere it",
            "prints one line per process and sample.",
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
            "something; 1 --once has found nothing; 2 usage; 4 a --pid does not exist, or the",
            "page cannot use its address or port; 130 ended by Ctrl-C, 143 by SIGTERM.",
            "Without --pid or --once, and with --web, it runs until then."
        })
final class WatchCommand extends AbstractCommand {

    private static final int HIGHEST_PORT = 65_535;
    private static final String STDOUT = "-";

    @Option(
            names = "--pid",
            split = ",",
            paramLabel = "N",
            description = "Follow this process until it ends; separate several with commas.")
    private List<Long> pids = List.of();

    @Option(
            names = "--port",
            split = ",",
            paramLabel = "N",
            description = "Follow the process that listens there, now or later, and the ab and wrk that load it.")
    private List<Integer> ports = List.of();

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = TimeConverter.Precise.class,
            defaultValue = "1s",
            description = "Time between samples: 500ms, 2s, 1m (default: ${DEFAULT-VALUE}).")
    private Duration interval;

    @Option(names = "--once", description = "Take one sample and exit.")
    private boolean once;

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            arity = "0..1",
            fallbackValue = STDOUT,
            description =
                    "One JSON object per sample, one per line (record/run.schema.json, kind watch); - is standard output, as"
                            + " is no FILE.")
    private String json;

    @Mixin
    private LivePageOptions live;

    @Override
    public Integer call() throws Exception {
        require(pids.stream().allMatch(pid -> pid > 0), "--pid must be above 0");
        require(ports.stream().allMatch(port -> port > 0 && port <= HIGHEST_PORT), "--port must be from 1 to 65535");
        var filter = WatchFilter.of(pids, ports);
        if (live.web()) {
            require(
                    !once && json == null && !isGiven("--interval"),
                    "--web serves a page: leave --once, --json and --interval out");
            return live.serve(filter);
        }
        require(
                !isGiven("--web-port") && !isGiven("--host"),
                "--web-port and --host apply to the page only: add --web");
        if (json != null && !json.equals(STDOUT)) {
            OutputFile.open(json);
        }
        try (var watcher = Watcher.open(filter);
                var view = view()) {
            if (once) {
                return once(watcher, view);
            }
            if (!follow(watcher, filter, view)) {
                return Threadwall.FAILED; // the reader of standard output is gone; main() reports it
            }
        }
        err().println("threadwall: every process named by --pid has ended");
        return 0;
    }

    private void require(boolean condition, String message) {
        if (!condition) {
            throw usage(message);
        }
    }

    private WatchView view() throws IOException {
        boolean asJson = STDOUT.equals(json);
        var file = json == null || asJson ? null : OutputFile.writer(json);
        var view = once || asJson || !Terminal.mayDraw()
                ? new WatchView.Plain(out(), err(), asJson)
                : new WatchView.Redrawn(out());
        return file == null ? view : new WatchView.AlsoJson(view, file);
    }

    private int once(Watcher watcher, WatchView view) throws IOException {
        var sample = watcher.sample();
        view.show(sample, emptyMessage(watcher));
        return sample.processes().isEmpty() ? Threadwall.FAILED : 0;
    }

    /**
     * Samples until the processes that were named have ended.
     *
     * @return false when standard output cannot be written
     */
    private boolean follow(Watcher watcher, WatchFilter filter, WatchView view)
            throws IOException, InterruptedException {
        long next = System.nanoTime();
        while (true) {
            var sample = watcher.sample();
            if (filter.processesOnly() && sample.processes().isEmpty()) {
                return true;
            }
            view.show(sample, emptyMessage(watcher));
            if (out().checkError()) {
                return false;
            }
            // by the clock, so that samples do not drift; a late one is not made up for
            next = Math.max(next + interval.toNanos(), System.nanoTime());
            Thread.sleep(Duration.ofNanos(next - System.nanoTime()));
        }
    }

    private String emptyMessage(Watcher watcher) {
        if (!watcher.unreadablePorts().isEmpty()) {
            return "a process you may not inspect listens on port %s: run watch as its user or as root, or name its --pid"
                    .formatted(text(watcher.unreadablePorts()));
        }
        return ports.isEmpty()
                ? "nothing to watch yet: start a server with ./threadwall serve kilim, or name a process with --pid or --port"
                : "nothing to watch yet: no server listens on port " + text(Set.copyOf(ports));
    }

    private static String text(Set<Integer> ports) {
        return ports.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "));
    }
}
