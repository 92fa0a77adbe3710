package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.CSV;
import static threadwall.cli.OutputOptions.Output.MARKDOWN;
import static threadwall.cli.OutputOptions.Output.TABLE_JSON;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.loadgen.sweep.plan.SweepConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.loadgen.sweep.plan.SweepPlanner;
import threadwall.loadgen.sweep.step.SweepDuration;
import threadwall.loadgen.sweep.step.SweepRunner;
import threadwall.loadgen.testbed.ClientHosts;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.record.RequestMessage;
import threadwall.record.RunFile;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord.Outcome;
import threadwall.report.SweepTable;
import threadwall.report.TableFormat;

@Command(
        name = "sweep",
        sortOptions = false,
        customSynopsis = {"./threadwall sweep [OPTION...]"},
        description = {
            "Loads servers one after the other and compares them.",
            "All servers get the same load, from Apache Bench or another engine.",
            "Prints a table and writes a report (report.html) to the run's folder.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall sweep",
            "  ./threadwall sweep --servers spring-blocking,kilim --connections 20k,40k",
            "  ./threadwall sweep -c 10k --full-house --dry-run",
            "  ./threadwall sweep --servers spring-blocking,kilim --full-house --linger 75s",
            "  ./threadwall sweep --servers kilim --target mine=http://127.0.0.1:9000",
            "  ./threadwall sweep --target 'shop=java -jar shop.jar --server.port={port}' --route /prices",
            "  ./threadwall sweep --route /fortunes --store postgres -c 5k,19k",
            "  ./threadwall sweep --route /db2 --data-size 50%%,90%%,110%%,150%% -c 100 --requests 20k",
            "  ./threadwall sweep --route /json -c 256 --keep-alive --engine wrk --duration 10s",
            "  ./threadwall sweep --servers spring-blocking,kilim --engine open-loop --rate 1k,5k --duration 30s",
            "  ./threadwall sweep --servers spring-blocking,kilim --clients web1,web2 --connections 5k",
            "",
            "Counts take k and M. Every run is kept in results/. Load goes to 127.0.0.0/8, and with",
            "--clients from these hosts to --listen.",
            "Exit codes: 0 every step is good, 2 usage, 3 a step failed or is invalid,",
            "4 the environment does not allow it."
        })
final class SweepCommand extends AbstractCommand {

    private static final Set<String> WITH_RESUME =
            Set.of("--dry-run", "--postgres", "--data", "--json", "--csv", "--markdown");

    private static final int CONNECTIONS_AT_A_RATE = 10_000;

    @Mixin
    private final ServerOption<List<String>> servers = ServerOption.servers(
            "spring-blocking,spring-virtual,spring-deferred,kilim", "Servers to load, in this order");

    @Mixin
    private TargetOptions targets;

    @Mixin
    private RequestOptions request;

    @Mixin
    private final ServerOption<List<Integer>> connections = ServerOption.connections(
            "1k,5k", "Connections that are open at once; each number is measured; with --rate 10k at most");

    @Option(
            names = "--requests",
            paramLabel = "Nx|N",
            converter = CountConverter.RequestsOfStep.class,
            description =
                    "Requests of a step with ab, or with tsung without --rate: N for each connection, or N in all (default: enough to last --duration,"
                            + " at least 5x).")
    private Requests requests;

    @Mixin
    private EngineOptions engine;

    @Option(
            names = "--route",
            paramLabel = "PATH",
            defaultValue = "/json2?time=100",
            description =
                    "Path to request: /json2?time=MS, /json, /fortunes, /db2 or a target's own (default: ${DEFAULT-VALUE}).")
    private String route;

    @Option(names = "--keep-alive", description = "Reuse connections; without it each request opens one.")
    private boolean keepAlive;

    @Option(
            names = "--no-keep-alive",
            description = "With --rate, where connections are reused unless you say so: each request opens one.")
    private boolean noKeepAlive;

    @Option(names = "--full-house", description = "Sleep long enough that all N requests are in progress at once.")
    private boolean fullHouse;

    @Mixin
    private WorkersOptions workers;

    @Mixin
    private ServerLimitsOptions limits;

    @Mixin
    private final ServerOption<Integer> repeats = ServerOption.repeats(
            "1",
            "Repeats of each step, servers in turn; shown as median (range), from three on ratios have an interval");

    @Mixin
    private final ServerOption<Integer> port = ServerOption.port("Port of every server");

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            defaultValue = "30s",
            description =
                    "Give up after this long without a response, plus the route's sleep (default: ${DEFAULT-VALUE}).")
    private int timeoutSeconds;

    @Option(
            names = "--linger",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            description =
                    "Keep each server running this long after its load, 75s or 2m, to watch idle threads exit (default: stop"
                            + " it at once).")
    private Integer lingerSeconds;

    @Mixin
    private StoreOptions store;

    @Option(
            names = "--profile",
            description =
                    "Sample the servers' stacks with perf under each load, for ./threadwall explain; if perf fails, the"
                            + " record says why.")
    private boolean profile;

    @Mixin
    private SweepFolder place;

    @Option(names = "--dry-run", description = "Print the plan with every command line, and run nothing.")
    private boolean dryRun;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(TABLE_JSON, CSV, MARKDOWN);

    @Override
    public Integer call() throws Exception {
        var home = Threadwall.home();
        var folder = place.path();
        store.requireUrl();
        var steps = steps(folder);
        store.requireUse(steps);
        var stdout = out();
        if (dryRun) {
            var seconds = SweepDuration.ofThisMachine().seconds(steps);
            PlanText.print(steps, OptionalDouble.of(seconds), stdout);
            return 0;
        }
        outputs.open();
        place.requireWritable(folder);
        var left = SweepFolder.left(steps, folder);
        Preflight.check(home, left, store.postgres());
        store.check(left);
        place.make(folder);
        request.write(folder);
        try (var progress = new ConsoleProgress(err())) {
            ClientHosts.destination(steps).ifPresent(progress::note);
            Preflight.warning(steps).ifPresent(progress::note);
            progress.note("measuring %s, record in %s".formatted(number(left.size(), steps.size()), folder));
            var arguments = arguments();
            var unfinished = InterruptedRun.of("sweep", folder, err());
            var databases = store.databases(home, folder, left, progress);
            var records = new SweepRunner(home, folder, databases, profile, progress)
                    .run(steps, arguments, done -> outputs.writeFiles(contents(SweepTable.of(done))));
            unfinished.done();
            progress.close();
            var table = SweepTable.of(records);
            outputs.write(stdout, () -> TableFormat.TEXT.render(table), contents(table));
            err().println("record: " + RunFile.in(folder).path());
            boolean reported = ReportFile.writeAtEnd(folder, err());
            if (records.stream().anyMatch(record -> record.outcome() != Outcome.OK)) {
                return Threadwall.INVALID;
            }
            return reported ? 0 : Threadwall.FAILED;
        }
    }

    private static String number(int left, int all) {
        return left == all ? "%d step%s".formatted(all, all == 1 ? "" : "s") : "%d of %d steps".formatted(left, all);
    }

    private static Map<OutputOptions.Output, Supplier<String>> contents(SweepTable table) {
        return Map.of(
                TABLE_JSON, () -> TableFormat.JSON.render(table),
                CSV, () -> TableFormat.CSV.render(table),
                MARKDOWN, () -> TableFormat.MARKDOWN.render(table));
    }

    private List<StepPlan> steps(Path folder) throws PreconditionException, IOException, InterruptedException {
        var resumed = place.resumed();
        if (resumed.isPresent()) {
            place.requireNoPlan(WITH_RESUME);
        } else {
            return SweepPlanner.plan(config(RunFolder.shown(folder)), HostLimits.read(), RunFolder.shown(folder));
        }
        store.goOn(resumed.get(), folder);
        profile |= resumed.get().command().contains("--profile"); // no part of the plan, but asked for with it
        return resumed.get().steps();
    }

    /** With a rate their number is no load, but a bound: it is to be out of the way. */
    private List<Integer> connections(SweepConfig.EngineConfig engineConfig) {
        if (!engine.byRate() || isGiven("--connections")) {
            return connections.value();
        }
        var remote = engineConfig.remote();
        return List.of(
                remote == null
                        ? CONNECTIONS_AT_A_RATE
                        : (int) Math.min(CONNECTIONS_AT_A_RATE, remote.maxConnections()));
    }

    /** @param folder of the run, as written in command lines */
    private SweepConfig config(String folder) throws PreconditionException, IOException, InterruptedException {
        if (keepAlive && noKeepAlive) {
            throw usage("--keep-alive and --no-keep-alive contradict each other: leave one out");
        }
        var engineConfig = engine.engineConfig(isGiven("--engine"), isGiven("--requests"), keepAlive);
        var hosts = engineConfig.remote();
        var theirs = targets.resolved(hosts == null ? null : hosts.listen());
        var message = request(folder, theirs);
        if (request.hasRoutes() && isGiven("--route")) {
            throw usage("--route and --routes contradict each other: leave one out");
        }
        if (request.hasRoutes() && !engineConfig.engine().severalRoutes()) {
            throw usage(
                    "--routes: %s requests one route; use --engine wrk --keep-alive, or --engine vegeta or open-loop with --rate"
                            .formatted(engineConfig.engine().name()));
        }
        var load = new SweepConfig.LoadConfig(
                request.route(route),
                connections(engineConfig),
                engine.requests(requests),
                engineConfig,
                keepAlive || engine.keepsConnections() && !noKeepAlive,
                fullHouse,
                timeoutSeconds,
                message);
        var started = new SweepConfig.ServerConfig(
                workers.workers(),
                workers.spinning(),
                port.value(),
                ServerCatalog.Collector.G1,
                lingerSeconds,
                limits.limits(),
                0);
        return new SweepConfig(
                targets.ours(servers),
                theirs,
                load,
                started,
                repeats.value(),
                engine.pin(),
                store.storage(request.route(route)));
    }

    private RequestMessage request(String folder, List<Target> theirs) throws PreconditionException {
        var message = request.message(folder);
        if (message != null && (theirs.isEmpty() || !targets.ours(servers).isEmpty())) {
            throw usage(
                    "--method, --header, --body and --routes are for a --target; threadwall's servers answer GET only: "
                            + (theirs.isEmpty() ? "add --target, or leave them out" : "leave --servers out"));
        }
        return message;
    }
}
