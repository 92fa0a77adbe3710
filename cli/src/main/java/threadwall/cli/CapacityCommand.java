package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.CSV;
import static threadwall.cli.OutputOptions.Output.MARKDOWN;
import static threadwall.cli.OutputOptions.Output.TABLE_JSON;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.capacity.CapacityPlan;
import threadwall.loadgen.sweep.capacity.CapacityRunner;
import threadwall.loadgen.sweep.capacity.DefaultConnections;
import threadwall.loadgen.sweep.plan.StoreConfig;
import threadwall.loadgen.sweep.plan.SweepConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.EngineConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepPlanner;
import threadwall.loadgen.sweep.step.SweepDuration;
import threadwall.loadgen.testbed.CpuPinning;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.record.LatencyLimit;
import threadwall.record.RunFile;
import threadwall.record.RunRecord;
import threadwall.record.StepPlan;
import threadwall.record.StepRecord;
import threadwall.report.CapacityTable;

@Command(
        name = "capacity",
        sortOptions = false,
        customSynopsis = {"./threadwall capacity [OPTION...]"},
        description = {
            "Finds how many requests a second each server can answer.",
            "It measures the latency at shares of that, too. Requests are sent at a rate,",
            "whether or not earlier ones were answered, on kept connections. The rate is",
            "doubled until the server fails, then the interval is halved down to 5 %%. The",
            "result is confirmed on two fresh servers. Last, each server is overloaded, and",
            "then gets half of its capacity: how long does it take to recover? (open-loop",
            "only.) Prints tables and writes a report (report.html).",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall capacity --servers spring-blocking,kilim --dry-run",
            "  ./threadwall capacity --servers kilim --latency-limit p99=200ms",
            "  ./threadwall capacity --target mine=http://127.0.0.1:9000 --route /json",
            "",
            "What is measured, and when a capacity is in doubt: docs/reference/capacity.md.",
            "Exit codes: 0 each server has a capacity, 1 the report cannot be written,",
            "2 usage, 3 a server has none or it is in doubt, 4 the environment does not",
            "allow it."
        })
final class CapacityCommand extends AbstractCommand {

    private static final Set<String> WITH_RESUME = Set.of("--dry-run", "--json", "--csv", "--markdown");

    /** A request without a response after this time, on top of the route's sleep, is a failure. */
    private static final int TIMEOUT_SECONDS = 10;

    @Mixin
    private final ServerOption<List<String>> servers =
            ServerOption.servers("spring-blocking,spring-virtual,spring-deferred,kilim", "Servers to load, in turn");

    @Mixin
    private TargetOptions targets;

    @Option(
            names = "--route",
            paramLabel = "PATH",
            defaultValue = "/json2?time=100",
            description = "Path to request (default: ${DEFAULT-VALUE}).")
    private String route;

    @Option(
            names = "--latency-limit",
            paramLabel = "PERCENTILE=TIME",
            converter = LimitConverter.class,
            defaultValue = "p99=500ms",
            description =
                    "The latency that a capacity has to keep, from when requests were due: p50, p90, p99, p99.9 or max"
                            + " (default: ${DEFAULT-VALUE}).")
    private LatencyLimit limit;

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description =
                    "The most connections that the clients open (default: as many as the descriptors and threads of"
                            + " one server process allow, up to 20k).")
    private Integer connections;

    @Option(
            names = "--engine",
            paramLabel = "NAME",
            converter = EngineOptions.EngineName.class,
            defaultValue = "open-loop",
            description = "Load generator: open-loop, which takes the least CPU, or vegeta, built with Go (default:"
                    + " ${DEFAULT-VALUE}).")
    private LoadEngine engine;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            defaultValue = "10s",
            description = "Length of each load (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Mixin
    private final ServerOption<Integer> repeats =
            ServerOption.repeats("3", "Searches and curves of each server, each on a fresh one, servers in turn");

    @Option(
            names = "--search-only",
            description = "Only find the capacities: no latency at shares of them, and no recovery.")
    private boolean searchOnly;

    @Mixin
    private ServerLimitsOptions limits;

    @Mixin
    private final ServerOption<Integer> port = ServerOption.port("Port of every server");

    @Mixin
    private SweepFolder place;

    @Option(
            names = "--dry-run",
            description =
                    "Print the first load of each server, or with --resume the next load, and the expected time; run"
                            + " nothing.")
    private boolean dryRun;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(TABLE_JSON, CSV, MARKDOWN);

    /** {@code p99=500ms}. */
    static final class LimitConverter implements ITypeConverter<LatencyLimit> {
        @Override
        public LatencyLimit convert(String text) {
            return LatencyLimit.parse(text)
                    .orElseThrow(() -> new TypeConversionException(
                            "'%s' is not a limit such as p99=500ms or max=2s (p50, p90, p99, p99.9 or max)"
                                    .formatted(text)));
        }
    }

    @Override
    public Integer call() throws Exception {
        var home = Threadwall.home();
        var folder = place.path();
        var resumed = place.resumed();
        if (resumed.isPresent()) {
            place.requireNoPlan(WITH_RESUME);
        }
        var host = HostLimits.read();
        var plan = resumed.isPresent() ? resumedPlan(resumed.get(), folder, host) : plan(newSeed(), host);
        if (resumed.isEmpty()) {
            plan.checkDuration();
        }
        var shown = RunFolder.shown(folder);
        var first = plan.firstSteps(host, shown);
        if (dryRun) {
            var done = resumed.isPresent() ? RunFile.in(folder).read().steps() : List.<StepRecord>of();
            double left = plan.expectedSeconds(first, SweepDuration.ofThisMachine(), done.size());
            PlanText.print(plan.nextSteps(done, host, shown), OptionalDouble.of(left), out());
            return 0;
        }
        outputs.open();
        place.requireWritable(folder);
        Preflight.check(home, first, null);
        place.make(folder);
        try (var progress = new ConsoleProgress(err())) {
            Preflight.warning(first).ifPresent(progress::note);
            progress.note("record in " + folder);
            RunFile.in(folder).append(Provenance.run(home, arguments(), Set.of(plan.engine())));
            var unfinished = InterruptedRun.of("capacity", folder, err());
            var records = new CapacityRunner(home, folder, shown, plan, host, progress)
                    .run(done -> outputs.writeFiles(contents(CapacityTable.of(done))));
            unfinished.done();
            progress.close();
            var table = CapacityTable.of(records);
            outputs.write(out(), table::text, contents(table));
            err().println("record: " + RunFile.in(folder).path());
            boolean reported = ReportFile.writeAtEnd(folder, err());
            boolean sure = table.servers().stream()
                    .allMatch(row -> row.confirmed() != null && row.doubts().isEmpty());
            if (!sure) {
                return Threadwall.INVALID;
            }
            return reported ? 0 : Threadwall.FAILED;
        }
    }

    private static Map<OutputOptions.Output, Supplier<String>> contents(CapacityTable table) {
        return Map.of(TABLE_JSON, table::json, CSV, table::csv, MARKDOWN, table::markdown);
    }

    private static long newSeed() {
        return ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    }

    /** What comes next depends on the loads so far, so the plan is that of the recorded command, with the recorded seed. */
    private static CapacityPlan resumedPlan(RunRecord run, Path folder, HostLimits host)
            throws PreconditionException, IOException {
        var parsed = Threadwall.commandLine().parseArgs(run.command().toArray(String[]::new));
        var command = parsed.subcommand() == null
                ? null
                : parsed.subcommand().commandSpec().userObject();
        if (!(command instanceof CapacityCommand first)) {
            throw PreconditionException.usage(
                    "--resume %s: that is a run of %s; continue it with ./threadwall %s --resume",
                    folder, run.command().getFirst(), run.command().getFirst());
        }
        var steps = RunFile.in(folder).read().steps();
        if (steps.isEmpty()) {
            return first.plan(newSeed(), host);
        }
        // the default depends on limits, which may have changed since
        first.connections = steps.getFirst().asked().load().concurrency();
        var plan = first.plan(steps.getFirst().asked().trial().seed(), host);
        requireSameServers(plan.firstSteps(host, RunFolder.shown(folder)), steps, folder);
        return plan;
    }

    /** A file of {@code --targets} may have changed since. */
    private static void requireSameServers(List<StepPlan> planned, List<StepRecord> done, Path folder)
            throws PreconditionException {
        var programs = planned.stream().map(CapacityCommand::program).collect(Collectors.toSet());
        for (var step : done) {
            if (!programs.contains(program(step.asked()))) {
                throw PreconditionException.usage(
                        "--resume %s: %s was another program, or had other settings, in the loads so far; put its file of"
                                + " --targets back, or begin a new run",
                        folder, step.asked().server());
            }
        }
    }

    /** How a user's server is started, and what it has to answer; of one of ours its name. */
    private static List<Object> program(StepPlan step) {
        var target = step.servers().target();
        return target == null
                ? List.of(step.server())
                : Arrays.asList(step.server(), target, step.shards().getFirst().command());
    }

    private CapacityPlan plan(long seed, HostLimits host) throws PreconditionException, IOException {
        if (!engine.byRate()) {
            throw usage(
                    ("--engine %s sends a request only after the previous response, so it cannot find a capacity; use"
                                    + " --engine open-loop or --engine vegeta")
                            .formatted(engine.name()));
        }
        var theirs = targets.resolved(null);
        var ours = targets.ours(servers);
        SweepPlanner.checkDistinct("--servers", ours);
        SweepPlanner.checkDistinct(
                "--target", theirs.stream().map(SweepConfig.Target::name).toList());
        var load = new SweepConfig.LoadConfig(
                route,
                List.of(connections == null ? DefaultConnections.of(host, ours, theirs) : connections),
                Requests.Lasting.DEFAULT,
                EngineConfig.validated(engine, seconds, List.of(CapacityPlan.FIRST_RATE), null),
                true,
                false,
                TIMEOUT_SECONDS);
        var started = new SweepConfig.ServerConfig(
                List.of(SweepConfig.Workers.DEFAULT),
                List.of(SweepConfig.Spinning.DEFAULT),
                port.value(),
                ServerCatalog.Collector.G1,
                null,
                limits.limits(),
                0);
        return new CapacityPlan(
                new SweepConfig(ours, theirs, load, started, repeats.value(), CpuPinning.NONE, StoreConfig.DEFAULT),
                limit,
                searchOnly,
                seed);
    }
}
