package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.MARKDOWN;
import static threadwall.cli.OutputOptions.Output.RUN_FOLDER;
import static threadwall.cli.OutputOptions.Output.RUN_JSON;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.sweep.bench.HandlerThreads;
import threadwall.loadgen.sweep.bench.HeldPlan;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.Preflight;
import threadwall.loadgen.testbed.Provenance;
import threadwall.process.PreconditionException;
import threadwall.process.Progress;
import threadwall.record.RunFile;
import threadwall.record.ThreadRecord;
import threadwall.report.ShellQuoting;
import threadwall.report.ThreadTable;
import threadwall.tasks.SleepingThreads;

@Command(
        name = "threads",
        sortOptions = false,
        customSynopsis = {"./threadwall bench threads [OPTION...]"},
        description = {
            "What platform threads of one JVM cost: RSS, kernel stacks, page tables, maps, and the time to start them.",
            "In the handler of spring-blocking, where each answers a request that sleeps, and in a JVM without sockets.",
            ""
        },
        footer = {
            "",
            "Every run is kept in results/. Exit codes: 0 all threads were there and all requests answered, 2 usage, 3"
                    + " threads or answers are missing, 4 the environment does not allow it."
        })
final class ThreadsCommand extends AbstractCommand {

    /** Where the threads are. */
    private enum Place {
        JVM,
        HANDLER
    }

    /** Reads the name of a {@link Place}. */
    static final class PlaceName implements ITypeConverter<Place> {
        @Override
        public Place convert(String name) {
            return switch (name) {
                case "jvm" -> Place.JVM;
                case "handler" -> Place.HANDLER;
                default -> throw new TypeConversionException("'" + name + "' is neither jvm nor handler");
            };
        }
    }

    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            defaultValue = "1k,10k",
            description = "Threads to have at once; each number is measured (default: ${DEFAULT-VALUE}).")
    private List<Integer> threads;

    @Option(
            names = "--in",
            split = ",",
            paramLabel = "PLACE",
            converter = PlaceName.class,
            defaultValue = "jvm,handler",
            description = "jvm: a JVM without sockets; handler: spring-blocking (default: ${DEFAULT-VALUE}).")
    private List<Place> places;

    @Mixin
    private final ServerOption<Integer> port = ServerOption.port("Port of the server");

    @Option(names = "--dry-run", description = "Print the plan with every command line, and run nothing.")
    private boolean dryRun;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(RUN_JSON, MARKDOWN, RUN_FOLDER);

    /** Threads in one place; {@code handler} is {@code null} for a JVM without sockets. */
    private record Plan(int threads, HeldPlan handler) {

        String title() {
            return "%,d threads in %s"
                    .formatted(
                            threads,
                            handler == null ? "a JVM" : handler.server().label());
        }
    }

    @Override
    public Integer call() throws Exception {
        var home = Threadwall.home();
        var folder = outputs.runFolder();
        var plans = plans(HostLimits.read(), RunFolder.shown(folder));
        var steps = plans.stream()
                .filter(plan -> plan.handler != null)
                .map(plan -> plan.handler.step())
                .toList();
        if (dryRun) {
            PlanText.printHead(plans.size(), OptionalDouble.empty(), out());
            for (int i = 0; i < plans.size(); i++) {
                print(plans.get(i), i + 1, RunFolder.shown(folder));
            }
            return 0;
        }
        outputs.open();
        Preflight.check(home, steps, null);
        outputs.create(folder);
        var file = RunFile.in(folder);
        var run = Provenance.run(home, arguments(), Preflight.engines(steps));
        file.append(run);
        try (var progress = new ConsoleProgress(err())) {
            Preflight.warning(steps).ifPresent(progress::note);
            progress.note(
                    "measuring %d JVM%s, record in %s".formatted(plans.size(), plans.size() == 1 ? "" : "s", folder));
            var records = new ArrayList<ThreadRecord>();
            long began = System.nanoTime();
            for (var plan : plans) {
                var left = Progress.secondsLeft(began, records.size(), plans.size());
                progress.step(records.size() + 1, plans.size(), plan.title(), left);
                var record = measure(plan, records.size() + 1, home, folder, progress);
                records.add(record);
                file.append(record);
                progress.done(record.failure() == null ? "measured" : "failed: " + record.failure());
            }
            progress.close();
            var table = ThreadTable.of(run, records);
            outputs.write(out(), table::text, Map.of(RUN_JSON, table::json, MARKDOWN, table::markdown));
            err().println("record: " + file.path());
            return records.stream().allMatch(ThreadRecord::isGood) ? 0 : Threadwall.INVALID;
        }
    }

    private List<Plan> plans(HostLimits host, String folder) throws PreconditionException {
        var plans = new ArrayList<Plan>();
        for (int count : threads.stream().distinct().toList()) {
            requireRoom(count, host);
            for (var place : places.stream().distinct().toList()) {
                plans.add(new Plan(
                        count,
                        place == Place.JVM
                                ? null
                                : HeldPlan.ofThreads(count, port.value(), host, folder, plans.size() + 1)));
            }
        }
        return plans;
    }

    private static void requireRoom(int threads, HostLimits host) throws PreconditionException {
        var wall = host.wallBefore(threads, 1);
        if (wall.isPresent()) {
            throw PreconditionException.environment(
                    "asked for %,d threads; %s allows %,d here: %s; raise it (./threadwall doctor --threads %d shows how) or"
                            + " ask for fewer",
                    threads,
                    wall.get().name(),
                    wall.get().allows().orElseThrow(),
                    wall.get().formula(),
                    threads);
        }
    }

    private void print(Plan plan, int number, String folder) throws PreconditionException {
        if (plan.handler != null) {
            PlanText.print(plan.title(), plan.handler, out());
            return;
        }
        out().printf("%n# step %d: %s; first the same program with one%n", number, plan.title());
        for (int threads : List.of(1, plan.threads)) {
            out().println(ShellQuoting.line(SleepingThreads.command(threads, folder, number)));
        }
        out().flush();
    }

    private ThreadRecord measure(Plan plan, int number, Path home, Path folder, ConsoleProgress progress)
            throws Exception {
        return plan.handler == null
                ? new SleepingThreads(home, folder, RunFolder.shown(folder), progress).run(plan.threads, number)
                : new HandlerThreads(home, folder, progress).run(plan.handler);
    }
}
