package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.MARKDOWN;
import static threadwall.cli.OutputOptions.Output.RUN_FOLDER;
import static threadwall.cli.OutputOptions.Output.RUN_JSON;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.loadgen.sweep.bench.SpeedBench;
import threadwall.loadgen.sweep.bench.SpeedPlan;
import threadwall.loadgen.sweep.bench.SpeedPlan.Setting;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.ServerCatalog.Collector;
import threadwall.record.RunFile;
import threadwall.record.StepRecord.Outcome;
import threadwall.report.SpeedTable;

@Command(
        name = "speed",
        sortOptions = false,
        customSynopsis = {"./threadwall bench speed [OPTION...]"},
        description = {
            "Requests per CPU second of the server.",
            "Loads each server under each setting. All servers run at once and are loaded in turn. Prints ratios to c-epoll,"
                    + " c-uring and virtual-threads within each round; from three repeats on also their 95 %% interval.",
            ""
        },
        footer = {
            "",
            "Settings: close (ab, one connection per request, /json2?time=100), keepalive (ab -k, same route), keepalive-wrk"
                    + " (wrk, same route), wrk (/json). A server that does not support a setting skips it and prints why.",
            "Every run is kept in results/. Exit codes: 0 every step is good, 2 usage, 3 a step failed or is invalid,"
                    + " 4 the environment does not allow it."
        })
final class SpeedCommand extends AbstractCommand {

    @Mixin
    private final ServerOption<List<String>> servers = ServerOption.servers(
            "kilim,kilim-uring,kilim-nio,virtual-threads,c-epoll,c-uring", "Servers to load, in this order");

    @Option(
            names = "--settings",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "close,keepalive,wrk",
            description = "Loads, in this order (default: ${DEFAULT-VALUE}).")
    private List<String> settings;

    @Mixin
    private final ServerOption<List<Integer>> connections =
            ServerOption.connections("19k", "Connections of all settings but wrk; each number is measured");

    @Option(
            names = "--wrk-connections",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "256",
            description = "Connections of wrk (default: ${DEFAULT-VALUE}).")
    private int wrkConnections;

    @Option(
            names = "--requests",
            paramLabel = "Nx|N",
            converter = CountConverter.RequestsOfStep.class,
            defaultValue = "4x",
            description = "Requests of close: N for each connection, or N in all; keepalive sends five times as many"
                    + " (default: ${DEFAULT-VALUE}).")
    private Requests requests;

    @Option(
            names = {"--duration", "--seconds"},
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            defaultValue = "10s",
            description = "How long the loads of keepalive-wrk and wrk last (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Mixin
    private final ServerOption<Integer> repeats =
            ServerOption.repeats("5", "How often to restart and warm up all servers");

    @Option(
            names = "--rounds",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "3",
            description = "Loads of each server in each repeat, all servers in turn (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--workers",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description = "Event loops, carriers or scheduler threads of every server (default: one per CPU).")
    private Integer workers;

    @Option(
            names = "--collector",
            paramLabel = "NAME",
            converter = BenchCommand.CollectorName.class,
            defaultValue = "g1",
            description = "Collector of every JVM: serial or g1 (default: ${DEFAULT-VALUE}).")
    private Collector collector;

    @Mixin
    private final ServerOption<Integer> port =
            ServerOption.port("Port of the first server; the others have the following ports");

    @Option(names = "--dry-run", description = "Print the plan with every command line, and run nothing.")
    private boolean dryRun;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(RUN_JSON, MARKDOWN, RUN_FOLDER);

    @Override
    public Integer call() throws Exception {
        var stdout = out();
        var folder = outputs.runFolder();
        var plan = new SpeedPlan(
                servers.value(),
                settings.stream().map(this::setting).distinct().toList(),
                connections.value(),
                wrkConnections,
                requests,
                seconds,
                repeats.value(),
                rounds,
                workers,
                port.value(),
                collector);
        var starts = plan.starts(HostLimits.read(), RunFolder.shown(folder));
        var steps = starts.stream().flatMap(start -> start.steps().stream()).toList();
        if (dryRun) {
            plan.leftOut().forEach(reason -> stdout.println("# " + reason));
            PlanText.print(steps, OptionalDouble.empty(), stdout);
            return 0;
        }
        outputs.open();
        Preflight.check(Threadwall.home(), steps, null);
        outputs.create(folder);
        try (var progress = new ConsoleProgress(err())) {
            Preflight.warning(steps).ifPresent(progress::note);
            plan.leftOut().forEach(progress::note);
            progress.note(
                    "measuring %d step%s, record in %s".formatted(steps.size(), steps.size() == 1 ? "" : "s", folder));
            var file = RunFile.in(folder);
            var run = Provenance.run(Threadwall.home(), arguments(), steps);
            file.append(run);
            var records = new SpeedBench(Threadwall.home(), folder, progress).run(starts);
            progress.close();
            var table = SpeedTable.of(run, records);
            outputs.write(stdout, table::text, Map.of(RUN_JSON, table::json, MARKDOWN, table::markdown));
            err().println("record: " + file.path());
            return records.stream().allMatch(record -> record.outcome() == Outcome.OK) ? 0 : Threadwall.INVALID;
        }
    }

    private Setting setting(String name) {
        return Setting.named(name)
                .orElseThrow(() -> usage("no setting '%s'; there are %s".formatted(name, Setting.names())));
    }
}
