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

/** Options that all resilience tests share, and the run over the chosen servers. */
final class ResilienceOptions {

    private static final String STDOUT = "-";
    private static final String ALL = "all";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private HelpOption help;

    @Option(
            names = {"--servers", "--server"},
            split = ",",
            paramLabel = "NAME",
            defaultValue = "kilim",
            description =
                    "Servers to test, one after another, with names as in 'threadwall serve'; all: every server that needs"
                            + " no installation here (default: ${DEFAULT-VALUE}).")
    private List<String> serverNames;

    @Option(
            names = "--server-option",
            paramLabel = "OPTION",
            description = "An option for the server, such as --server-option '--workers 1'; may be repeated.")
    private List<String> serverOptions = new ArrayList<>();

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "Write the results as JSON (record/run.schema.json); - is standard output.")
    private String json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the record, logs and samples (default: a new results/<UTC time>).")
    private Path out;

    /** Runs a test on each server and prints the results; returns the exit code. */
    int run(ResilienceTest test) throws Exception {
        var servers = chosenServers();
        if (json != null && !json.equals(STDOUT)) {
            OutputFile.open(json);
        }
        var folder = out == null ? RunFolder.now(Threadwall.home()) : out.toAbsolutePath();
        if (!isAll()) {
            for (var server : servers) {
                test.check(testRun(server, folder));
            }
        }
        RunFolder.requireWritable(folder);
        folder = out == null ? RunFolder.make(folder) : Files.createDirectories(folder);
        RunFolder.markAsRun(folder);
        var err = spec.commandLine().getErr();
        try (var overview = new ResilienceOverview(STDOUT.equals(json) ? text -> {} : this::print);
                var progress = new ConsoleProgress(err)) {
            run(test, servers, folder, progress, overview);
            progress.close();
            err.println("record: " + RunFile.in(folder).path());
            return overview.records().stream().allMatch(ResilienceRecord::passed) ? 0 : Threadwall.INVALID;
        }
    }

    /**
     * @throws PreconditionException when a named server, or with {@code all} every server, cannot be tested here
     * @throws InterruptedException when this JVM is ending and has killed the server, so that the result says nothing
     */
    private void run(
            ResilienceTest test,
            List<ServerCatalog> servers,
            Path folder,
            ConsoleProgress progress,
            ResilienceOverview overview)
            throws Exception {
        PreconditionException firstRefusal = null;
        for (var server : servers) {
            var serverFolder = servers.size() == 1 ? folder : Files.createDirectories(folder.resolve(server.label()));
            try {
                if (servers.size() > 1) {
                    progress.note(server.label());
                }
                var record = test.run(testRun(server, serverFolder), progress);
                if (ChildProcess.shuttingDown()) {
                    throw new InterruptedException();
                }
                RunFile.in(folder).append(record);
                overview.add(record);
                report(overview.records());
            } catch (PreconditionException e) {
                if (!isAll()) {
                    throw e;
                }
                firstRefusal = firstRefusal == null ? e : firstRefusal;
                progress.note("%s skipped: %s".formatted(server.label(), e.getMessage()));
            }
        }
        if (overview.records().isEmpty()) {
            throw firstRefusal;
        }
    }

    /** Prints the newest record, and rewrites the file with all of them: the next server may take long. */
    private void report(List<ResilienceRecord> records) throws IOException {
        var newest = records.getLast();
        var separator = records.size() > 1 ? "\n" : "";
        print(STDOUT.equals(json) ? RunFile.json(newest) + "\n" : separator + ResilienceText.render(newest));
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
        return serverNames.equals(List.of(ALL));
    }

    /** @throws PreconditionException (usage) for an unknown name, or a name beside {@code all} */
    private List<ServerCatalog> chosenServers() throws PreconditionException {
        if (isAll()) {
            return List.of(ServerCatalog.values());
        }
        if (serverNames.contains(ALL)) {
            throw PreconditionException.usage(
                    "--servers: 'all' already means every server; give either 'all' or names");
        }
        var servers = new LinkedHashSet<ServerCatalog>();
        for (var name : serverNames) {
            servers.add(ServerCatalog.named(name));
        }
        return List.copyOf(servers);
    }

    private TestRun testRun(ServerCatalog server, Path folder) {
        return new TestRun(Threadwall.home(), folder, server, options(), Threadwall.arguments(spec.commandLine()));
    }

    /** The options as typed, each split at its first blank into name and value. */
    private List<String> options() {
        return serverOptions.stream()
                .flatMap(option -> Arrays.stream(option.strip().split("\\s+", 2)))
                .toList();
    }
}
