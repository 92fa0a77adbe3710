package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;

/** Where a benchmark's table and record go. */
final class BenchOutputs {

    private static final String STDOUT = "-";

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "The table with machine, commit and command lines, as JSON; - is standard output.")
    private String json;

    @Option(names = "--markdown", paramLabel = "FILE|-", description = "The table as Markdown.")
    private String markdown;

    @Option(names = "--out", paramLabel = "DIR", description = "The run's folder (default: results/<UTC time>).")
    private Path out;

    /**
     * Sees to it that the files can be written; they stay as they are until the end.
     *
     * @throws PreconditionException (usage) when one cannot, or both are to go to the same place
     */
    void open() throws PreconditionException {
        if (json != null && json.equals(markdown)) {
            throw PreconditionException.usage(
                    "only one of --json and --markdown can go to %s", json.equals(STDOUT) ? "standard output" : json);
        }
        for (var file : Stream.of(json, markdown)
                .filter(name -> name != null && !name.equals(STDOUT))
                .toList()) {
            OutputFile.open(file);
        }
    }

    /** The run's folder, which is not made yet. */
    Path folder() throws PreconditionException {
        var folder = out != null ? out : RunFolder.now(Threadwall.home());
        if (RunFile.in(folder).exists()) {
            throw PreconditionException.usage("%s holds a run already; choose another --out", folder);
        }
        return folder;
    }

    /**
     * Makes the run's folder, for this run alone unless {@code --out} names it.
     *
     * @throws PreconditionException (environment) when it cannot be written, or another run was quicker; (usage) when it has other files
     */
    void make(Path folder) throws PreconditionException, IOException {
        RunFolder.requireWritable(folder);
        if (out == null) {
            RunFolder.take(folder);
        } else {
            Files.createDirectories(folder);
        }
    }

    /** The folder as it stands in command lines, which run from the project's root. */
    static String shown(Path folder) {
        var home = Threadwall.home();
        var absolute = folder.toAbsolutePath().normalize();
        return (absolute.startsWith(home) ? home.relativize(absolute) : absolute).toString();
    }

    /** The arguments of {@code ./threadwall}, as typed. */
    static List<String> arguments(CommandLine command) {
        var root = command;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root.getParseResult().originalArgs();
    }

    void write(PrintWriter stdout, Supplier<String> text, Supplier<String> asJson, Supplier<String> asMarkdown)
            throws IOException {
        if (!STDOUT.equals(json) && !STDOUT.equals(markdown)) {
            stdout.print(text.get());
        }
        write(stdout, json, asJson);
        write(stdout, markdown, asMarkdown);
        stdout.flush();
    }

    private static void write(PrintWriter stdout, String file, Supplier<String> text) throws IOException {
        if (STDOUT.equals(file)) {
            stdout.print(text.get());
        } else if (file != null) {
            OutputFile.write(file, text.get());
        }
    }
}
