package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.report.ThreadModelText;
import threadwall.report.ThreadModelText.PoolUse;

@Command(
        name = "compare",
        sortOptions = false,
        customSynopsis = {"./threadwall compare JAR --route PATH [OPTION...]"},
        description = {
            "Compares a Spring Boot jar with and without virtual threads.",
            "It sweeps both, and says what bounds the program next.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall compare shop.jar --route /prices",
            "  ./threadwall compare shop.jar --route /prices -c 1k,5k --java '-Xmx1g' --server-cpus 2",
            "",
            "It is a sweep of two targets. Their commands differ in one property,",
            "spring.threads.virtual.enabled; --dry-run shows them. Both record pinned",
            "virtual threads by Flight Recorder. If the jar has Actuator, --ready is",
            "/actuator/health. --resume of a sweep goes on with an interrupted comparison,",
            "and prints its table only.",
            "Exit codes: as those of a sweep."
        })
final class CompareCommand extends AbstractCommand {

    private static final Map<String, Boolean> VIRTUAL = Map.of("blocking", false, "virtual", true);

    @Parameters(paramLabel = "JAR", description = "An executable jar of Spring Boot 3.2 or later.")
    private Path jar;

    @Option(
            names = "--variants",
            split = ",",
            paramLabel = "NAME[,NAME]",
            defaultValue = "blocking,virtual",
            description = "blocking, virtual, or both; ratios are to the first (default: ${DEFAULT-VALUE}).")
    private List<String> variants;

    @Option(
            names = "--java",
            paramLabel = "OPTIONS",
            defaultValue = "",
            description = "Options of the JVM of each variant, such as '-Xmx1g -Dserver.tomcat.threads.max=400'.")
    private String java;

    @Option(names = "--route", paramLabel = "PATH", required = true, description = "Path to request.")
    private String route;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description = "Repeats of each load, variants in turn (default: ${DEFAULT-VALUE}).")
    private String repeats;

    @Mixin
    private final SweepOptions passed = new SweepOptions(
            "--connections",
            "--requests",
            "--keep-alive",
            "--timeout",
            "--method",
            "--header",
            "--body",
            "--ready",
            "--ready-timeout",
            "--expect",
            "--ignore",
            "--server-memory",
            "--server-cpus",
            "--port");

    @Option(names = "--out", paramLabel = "DIR", description = "The run's folder (default: results/<UTC time>).")
    private Path out;

    @Option(names = "--dry-run", description = "Print the plan with every command line, and run nothing.")
    private boolean dryRun;

    @Override
    public Integer call() throws PreconditionException, IOException {
        var app = SpringBootJar.read(jar);
        for (var variant : variants) {
            if (!VIRTUAL.containsKey(variant)) {
                throw usage("--variants '" + variant + "' is neither blocking nor virtual");
            }
        }
        if (new HashSet<>(variants).size() < variants.size()) {
            throw usage("--variants names one twice");
        }
        var folder = out == null ? RunFolder.now(Threadwall.home()) : out;
        int code = run(app, folder);
        if (!dryRun && (code == 0 || code == Threadwall.INVALID)) {
            tell(app, folder, RunFile.in(folder).read().steps());
        }
        return code;
    }

    private int run(SpringBootJar app, Path folder) {
        var sweep = sweep(app, folder).toArray(String[]::new);
        if (dryRun || !app.connectionPool()) {
            return commandLine().getParent().execute(sweep);
        }
        try (var _ = PoolSampler.start(folder, app.path())) {
            return commandLine().getParent().execute(sweep);
        }
    }

    private List<String> sweep(SpringBootJar app, Path folder) {
        var arguments = new ArrayList<>(List.of("sweep"));
        for (var variant : variants) {
            arguments.add("--target=" + variant + "=" + command(app, VIRTUAL.get(variant)));
        }
        arguments.addAll(passed.given());
        arguments.addAll(List.of("--route=" + route, "--repeats=" + repeats, "--out=" + folder));
        if (app.actuator() && !isGiven("--ready")) {
            arguments.add("--ready=/actuator/health");
        }
        if (dryRun) {
            arguments.add("--dry-run");
        }
        return arguments;
    }

    /** {@code exec}, so that it gets SIGTERM itself and writes its recording. */
    private String command(SpringBootJar app, boolean virtual) {
        return "exec java %s%s %s -Dspring.threads.virtual.enabled=%b -jar '%s' --server.address={host} --server.port={port}"
                .formatted(
                        PinnedEvents.options(),
                        app.connectionPool() ? " " + PoolSampler.OPTION : "",
                        java,
                        virtual,
                        app.path().toString().replace("'", "'\\''"));
    }

    private void tell(SpringBootJar app, Path folder, List<StepRecord> steps) throws IOException {
        var pinned = new TreeMap<Integer, OptionalLong>();
        var waiting = new ArrayList<PoolUse>();
        for (var step : steps) {
            if (step.outcome() == Outcome.OK) {
                PoolSampler.most(folder, step)
                        .map(sample -> new PoolUse(
                                step.asked().server(),
                                step.asked().load().concurrency(),
                                step.asked().load().verifiers(),
                                sample.connections(),
                                sample.waiting()))
                        .ifPresent(waiting::add);
            }
            if (step.outcome() == Outcome.OK && step.asked().server().equals("virtual")) {
                pinned.merge(
                        step.asked().load().concurrency(),
                        PinnedEvents.count(folder.resolve(step.asked().folder())),
                        CompareCommand::most);
            }
        }
        out().println();
        out().println("%s, Spring Boot %s, %s:".formatted(app.path().getFileName(), app.version(), route));
        new ThreadModelText("blocking", "virtual", app.connectionPool())
                .of(steps, pinned, waiting)
                .forEach(out()::println);
        out().flush();
    }

    /** Unknown if one is. */
    private static OptionalLong most(OptionalLong one, OptionalLong other) {
        return one.isEmpty() || other.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(one.getAsLong(), other.getAsLong()));
    }
}
