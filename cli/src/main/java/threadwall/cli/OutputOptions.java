package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;

/** Where the results of a command go: {@code --json, --csv, --markdown FILE|-} and {@code --out DIR}, as far as it has them. */
@Command
class OutputOptions {

    private static final String STDOUT = "-";

    /** An output and how the help of a command describes it. */
    enum Output {
        RECORD_JSON("--json", "The result as JSON (record/run.schema.json); - is standard output."),
        RUN_JSON("--json", "The table with machine, commit and command lines, as JSON; - is standard output."),
        TABLE_JSON("--json", "The table as JSON; - is standard output."),
        CLAIMS_JSON("--json", "The claims with their verdicts, as JSON; - is standard output."),
        REPORT_MARKDOWN("--markdown", "The summary and the tables as Markdown; - is standard output."),
        CSV("--csv", "The table as CSV."),
        MARKDOWN("--markdown", "The table as Markdown."),
        RUN_FOLDER("--out", "The run's folder (default: results/<UTC time>)."),
        RECORD_FOLDER("--out", "Folder for the record, logs and samples (default: a new results/<UTC time>).");

        private final String option;
        private final String description;

        Output(String option, String description) {
            this.option = option;
            this.description = description;
        }
    }

    /** All but {@code --out}. */
    private final Map<Output, OptionSpec> files = new EnumMap<>(Output.class);

    private OptionSpec folder;

    OutputOptions(Output... outputs) {
        for (var output : outputs) {
            var option = OptionSpec.builder(output.option).description(output.description);
            if (output.option.equals("--out")) {
                folder = option.type(Path.class).paramLabel("DIR").build();
            } else {
                files.put(output, option.type(String.class).paramLabel("FILE|-").build());
            }
        }
    }

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec command) {
        files.values().forEach(command::addOption);
        if (folder != null) {
            command.addOption(folder);
        }
    }

    /** The files that were asked for, {@code -} for standard output. */
    private Map<Output, String> targets() {
        var targets = new EnumMap<Output, String>(Output.class);
        files.forEach((output, option) -> {
            if (option.getValue() != null) {
                targets.put(output, option.getValue());
            }
        });
        return targets;
    }

    /** @throws PreconditionException (usage) when two outputs are to go to the same place */
    void requireDistinct() throws PreconditionException {
        var places = new HashSet<String>();
        for (var file : targets().values()) {
            if (!places.add(file)) {
                var names = files.keySet().stream().map(output -> output.option).toList();
                throw PreconditionException.usage(
                        "only one of %s and %s can go to %s",
                        String.join(", ", names.subList(0, names.size() - 1)),
                        names.getLast(),
                        file.equals(STDOUT) ? "standard output" : file);
            }
        }
    }

    /**
     * Checks before a run that all files can be written. Their contents stay until there is something to write.
     *
     * @throws PreconditionException (usage) when one cannot be written, or two outputs are to go to the same place
     */
    void open() throws PreconditionException {
        requireDistinct();
        for (var file : targets().values()) {
            if (!file.equals(STDOUT)) {
                OutputFile.open(file);
            }
        }
    }

    /** Replaces the files that were asked for. Nothing goes to standard output yet. */
    void writeFiles(Map<Output, Supplier<String>> contents) {
        targets().forEach((output, file) -> {
            if (!file.equals(STDOUT)) {
                try {
                    OutputFile.write(file, contents.get(output).get());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
    }

    /** Writes all outputs. The text is for standard output, unless another output goes there. */
    void write(PrintWriter stdout, Supplier<String> text, Map<Output, Supplier<String>> contents) {
        var printed = targets().entrySet().stream()
                .filter(target -> target.getValue().equals(STDOUT))
                .findFirst();
        stdout.print(printed.map(target -> contents.get(target.getKey()))
                .orElse(text)
                .get());
        stdout.flush();
        writeFiles(contents);
    }

    /**
     * Checks that no output was asked for.
     *
     * @param option that makes none
     * @throws PreconditionException (usage) when one was asked for
     */
    void requireNone(String option) throws PreconditionException {
        if (!targets().isEmpty() || out() != null) {
            throw PreconditionException.usage("%s makes no record: leave --json and --out out", option);
        }
    }

    /** The folder that {@code --out} names; {@code null} for a new one. */
    private Path out() {
        return folder.getValue();
    }

    /** The folder of a command that makes a single record; it may hold a run already. It is not created yet. */
    Path recordFolder() {
        return out() == null ? RunFolder.now(Threadwall.home()) : out().toAbsolutePath();
    }

    Path createRecordFolder() throws IOException {
        return out() == null ? RunFolder.make(recordFolder()) : Files.createDirectories(recordFolder());
    }

    /**
     * The folder of a new run, which is not created yet.
     *
     * @throws PreconditionException (usage) when it holds a run already
     */
    Path runFolder() throws PreconditionException {
        var path = out() != null ? out() : RunFolder.now(Threadwall.home());
        if (RunFile.in(path).exists()) {
            throw PreconditionException.usage("%s already holds a run; choose another --out", path);
        }
        return path;
    }

    /**
     * Creates the folder of a run whose plan has the folder's name in it.
     *
     * @throws PreconditionException (environment) when it cannot be written, or another run has just created it;
     *     (usage) when it has other files
     */
    void create(Path runFolder) throws PreconditionException, IOException {
        RunFolder.requireWritable(runFolder);
        if (out() == null) {
            RunFolder.take(runFolder);
        } else {
            Files.createDirectories(runFolder);
        }
    }
}
