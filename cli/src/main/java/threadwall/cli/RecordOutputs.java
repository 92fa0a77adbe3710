package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.process.PreconditionException;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;

/** Where the record of a command goes that makes but one and keeps it. */
final class RecordOutputs {

    @Mixin
    private JsonOutput json;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the record and all else that is kept (default: a new results/<UTC time>).")
    private Path out;

    /**
     * Sees to it that all of it can be written, before anything is done.
     *
     * @throws PreconditionException (usage, environment) when it cannot
     */
    void open() throws PreconditionException, IOException {
        json.open();
        RunFolder.requireWritable(folder());
    }

    /**
     * Sees to it that nobody waits for a record that is not made.
     *
     * @param option that has none made
     * @throws PreconditionException (usage) when a place for it is named
     */
    void requireNone(String option) throws PreconditionException {
        if (json.isAsked() || out != null) {
            throw PreconditionException.usage("%s makes no record: leave --json and --out out", option);
        }
    }

    /** Makes the folder. */
    Path make() throws IOException {
        return out == null ? RunFolder.make(folder()) : Files.createDirectories(folder());
    }

    private Path folder() {
        return out == null ? RunFolder.now(Threadwall.home()) : out.toAbsolutePath();
    }

    void print(PrintWriter stdout, RecordLine record, String text) throws IOException {
        json.print(stdout, record, text);
    }

    /** Keeps the lines of a run in its folder, and says where. */
    static void keep(Path folder, List<RecordLine> lines, PrintWriter err) throws IOException {
        var file = RunFile.in(folder);
        for (var line : lines) {
            file.append(line);
        }
        err.println("record: " + file.path());
    }
}
