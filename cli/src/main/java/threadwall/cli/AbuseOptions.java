package threadwall.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import threadwall.loadgen.abuse.Abuse;
import threadwall.loadgen.abuse.Trial;
import threadwall.loadgen.plan.Servers;
import threadwall.record.RunFile;
import threadwall.report.AbuseText;

/** What all tests of abuse take alike, and how each is run and told. */
final class AbuseOptions {

    private static final String STDOUT = "-";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private HelpOption help;

    @Option(
            names = "--server",
            paramLabel = "NAME",
            defaultValue = "kilim",
            description = "One of those that ./threadwall serve names (default: ${DEFAULT-VALUE}).")
    private String server;

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

    /** Runs a test and tells what it found; the exit code. */
    int run(Abuse abuse) throws Exception {
        var victim = Servers.named(server);
        if (json != null && !json.equals(STDOUT)) {
            OutputFile.open(json);
        }
        var folder = out == null ? RunFolder.now(Threadwall.home()) : out.toAbsolutePath();
        RunFolder.requireWritable(folder);
        folder = out == null ? RunFolder.make(folder) : java.nio.file.Files.createDirectories(folder);
        var err = spec.commandLine().getErr();
        try (var progress = new ConsoleProgress(err)) {
            var record = new Trial(Threadwall.home(), folder, victim, options(), command()).run(abuse, progress);
            progress.close();
            var text = RunFile.json(record);
            var stdout = spec.commandLine().getOut();
            stdout.print(STDOUT.equals(json) ? text + "\n" : AbuseText.render(record));
            stdout.flush();
            if (json != null && !json.equals(STDOUT)) {
                OutputFile.write(json, text + "\n");
            }
            var file = RunFile.in(folder);
            file.append(record);
            err.println("record: " + file.path());
            return record.passed() ? 0 : Threadwall.INVALID;
        }
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
