package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.ChildProcess;
import threadwall.process.PreconditionException;
import threadwall.record.ResilienceRecord;
import threadwall.record.RunFile;
import threadwall.report.ResilienceText;
import threadwall.resilience.ResilienceTest;
import threadwall.resilience.TestRun;

/** What all tests of abuse take alike, and how each is run and told. */
final class ResilienceOptions {

    private static final String STDOUT = "-";
    private static final String ALL = "all";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private HelpOption help;

    @Option(
            names = "--server",
            split = ",",
            paramLabel = "NAME",
            defaultValue = "kilim",
            description = "Those that ./threadwall serve names, one after the other; all: each that can be had here"
                    + " without an installation (default: ${DEFAULT-VALUE}).")
    private List<String> servers;

    @Option(
            names = "--server-option",
            paramLabel = "OPTION",
            description = "One of the server's own, such as --server-option '--workers 1'; may be repeated.")
    private List<String> serverOptions = new ArrayList<>();

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "What was found, as JSON (record/run.schema.json); - is standard output.")
    private String json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the record, logs and samples (default: a new results/<UTC time>).")
    private Path out;

    /** Runs a test on each server and tells what it found; the exit code. */
    int run(ResilienceTest ordeal) throws Exception {
        var victims = victims();
        if (json != null && !json.equals(STDOUT)) {
            OutputFile.open(json);
        }
        var folder = out == null ? RunFolder.now(Threadwall.home()) : out.toAbsolutePath();
        if (!isAll()) {
            for (var victim : victims) {
                ordeal.check(trial(victim, folder));
            }
        }
        RunFolder.requireWritable(folder);
        folder = out == null ? RunFolder.make(folder) : Files.createDirectories(folder);
        RunFolder.markAsRun(folder);
        var err = spec.commandLine().getErr();
        try (var overview = new ResilienceOverview(STDOUT.equals(json) ? text -> {} : this::print);
                var progress = new ConsoleProgress(err)) {
            run(ordeal, victims, folder, progress, overview);
            progress.close();
            err.println("record: " + RunFile.in(folder).path());
            return overview.records().stream().allMatch(ResilienceRecord::passed) ? 0 : Threadwall.INVALID;
        }
    }

    /**
     * @throws PreconditionException when one that was named, or each of all, cannot be tested here
     * @throws InterruptedException when this JVM ends, and the server with it: what that shows is nothing of the server's
     */
    private void run(
            ResilienceTest ordeal,
            List<ServerCatalog> victims,
            Path folder,
            ConsoleProgress progress,
            ResilienceOverview overview)
            throws Exception {
        PreconditionException refusal = null;
        for (var victim : victims) {
            var place = victims.size() == 1 ? folder : Files.createDirectories(folder.resolve(victim.label()));
            try {
                if (victims.size() > 1) {
                    progress.note(victim.label());
                }
                var record = ordeal.on(trial(victim, place), progress);
                if (ChildProcess.shuttingDown()) {
                    throw new InterruptedException();
                }
                RunFile.in(folder).append(record);
                overview.add(record);
                tell(overview.records());
            } catch (PreconditionException e) {
                if (!isAll()) {
                    throw e;
                }
                refusal = refusal == null ? e : refusal;
                progress.note("%s is left out: %s".formatted(victim.label(), e.getMessage()));
            }
        }
        if (overview.records().isEmpty()) {
            throw refusal;
        }
    }

    /** The newest of them, and the file with them all: those that come after it may take long. */
    private void tell(List<ResilienceRecord> records) throws IOException {
        var newest = records.getLast();
        var parting = records.size() > 1 ? "\n" : "";
        print(STDOUT.equals(json) ? RunFile.json(newest) + "\n" : parting + ResilienceText.render(newest));
        if (json != null && !json.equals(STDOUT)) {
            OutputFile.write(
                    json,
                    records.stream().map(record -> RunFile.json(record) + "\n").collect(Collectors.joining()));
        }
    }

    private void print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }

    private boolean isAll() {
        return servers.equals(List.of(ALL));
    }

    /** @throws PreconditionException (usage) when one that is named is none of ours, or is beside all of them */
    private List<ServerCatalog> victims() throws PreconditionException {
        if (isAll()) {
            return List.of(ServerCatalog.values());
        }
        if (servers.contains(ALL)) {
            throw PreconditionException.usage("--server all is each of them: leave the names beside it out, or all");
        }
        var victims = new LinkedHashSet<ServerCatalog>();
        for (var name : servers) {
            victims.add(ServerCatalog.named(name));
        }
        return List.copyOf(victims);
    }

    private TestRun trial(ServerCatalog victim, Path folder) {
        return new TestRun(Threadwall.home(), folder, victim, options(), command());
    }

    /** Each as typed, its name parted from its value at the first blank. */
    private List<String> options() {
        return serverOptions.stream()
                .flatMap(option -> Arrays.stream(option.strip().split("\\s+", 2)))
                .toList();
    }

    private List<String> command() {
        var top = spec.commandLine();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        return top.getParseResult().originalArgs();
    }
}
