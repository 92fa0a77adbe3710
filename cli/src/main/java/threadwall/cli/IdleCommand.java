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
import threadwall.loadgen.sweep.bench.HeldPlan;
import threadwall.loadgen.sweep.bench.IdleBench;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.Provenance;
import threadwall.loadgen.testbed.ServerCatalog.Collector;
import threadwall.record.RunFile;
import threadwall.report.IdleTable;

@Command(
        name = "idle",
        sortOptions = false,
        customSynopsis = {"./threadwall bench idle [OPTION...]"},
        description = {
            "Memory of idle keep-alive connections.",
            "RSS per connection above that of the server without any, before and after a full collection, and memory of the"
                    + " kernel. As many processes hold them as their descriptors need.",
            ""
        },
        footer = {
            "",
            "Every run is kept in results/. Exit codes: 0 all servers were measured and all requests answered, 2 usage, 3"
                    + " at least one was not, 4 the environment does not allow it."
        })
final class IdleCommand extends AbstractCommand {

    @Mixin
    private final ServerOption<List<String>> servers = ServerOption.servers(
            "spring-blocking,spring-virtual,spring-deferred,kilim,kilim-uring,kilim-nio,virtual-threads,c-epoll,c-uring",
            "Servers to measure, in this order");

    @Option(
            names = "--connections",
            split = ",",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "19k",
            description = "Connections to hold; each number is measured (default: ${DEFAULT-VALUE}).")
    private List<Integer> connections;

    @Option(
            names = "--ping",
            description =
                    "Then make requests on random connections, close every other one and open it again, make a request"
                            + " on each, close all, and read memory after each change.")
    private boolean ping;

    @Option(
            names = "--collector",
            split = ",",
            paramLabel = "NAME",
            converter = BenchCommand.CollectorName.class,
            defaultValue = "serial,g1",
            description = "Collectors of the JVMs: serial, g1 (default: ${DEFAULT-VALUE}).")
    private List<Collector> collectors;

    @Mixin
    private final ServerOption<Integer> port = ServerOption.port("Port of every server");

    @Option(names = "--dry-run", description = "Print the plan with every command line, and run nothing.")
    private boolean dryRun;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(RUN_JSON, MARKDOWN, RUN_FOLDER);

    @Override
    public Integer call() throws Exception {
        var home = Threadwall.home();
        var folder = outputs.runFolder();
        var plans = HeldPlan.of(
                servers.value(),
                collectors.stream().distinct().toList(),
                connections,
                port.value(),
                HostLimits.read(),
                RunFolder.shown(folder));
        if (dryRun) {
            PlanText.printHead(plans.size(), OptionalDouble.empty(), out());
            for (var plan : plans) {
                PlanText.print(plan.idleTitle(), plan, out());
                if (plan.server().jvm()) {
                    out().println("#   the load until a young collection, before two of the readings");
                    PlanText.printMeasured(plan.step(), out());
                }
            }
            out().flush();
            return 0;
        }
        outputs.open();
        var steps = plans.stream().map(HeldPlan::step).toList();
        Preflight.check(home, steps, null);
        outputs.create(folder);
        var file = RunFile.in(folder);
        var run = Provenance.run(home, arguments(), Preflight.engines(steps));
        file.append(run);
        try (var progress = new ConsoleProgress(err())) {
            Preflight.warning(steps).ifPresent(progress::note);
            progress.note("measuring %d server%s, record in %s"
                    .formatted(plans.size(), plans.size() == 1 ? "" : "s", folder));
            var records = new IdleBench(home, folder, ping, progress).run(plans);
            progress.close();
            var table = IdleTable.of(run, records);
            outputs.write(out(), table::text, Map.of(RUN_JSON, table::json, MARKDOWN, table::markdown));
            err().println("record: " + file.path());
            return records.stream().allMatch(record -> record.failure() == null && record.unanswered() == 0)
                    ? 0
                    : Threadwall.INVALID;
        }
    }
}
