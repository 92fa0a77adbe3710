package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Option;
import threadwall.process.PreconditionException;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;

/** {@code --json FILE|-} of a command that finds one record. */
final class JsonOutput {

    private static final String STDOUT = "-";

    @Option(
            names = "--json",
            paramLabel = "FILE|-",
            description = "What was found, as JSON (record/run.schema.json); - is standard output.")
    private String json;

    boolean isAsked() {
        return json != null;
    }

    /** @throws PreconditionException (usage) when the file cannot be written */
    void open() throws PreconditionException {
        if (json != null && !json.equals(STDOUT)) {
            OutputFile.open(json);
        }
    }

    /** Prints the record, as text unless standard output is to have JSON. */
    void print(PrintWriter stdout, RecordLine record, String text) throws IOException {
        var line = RunFile.json(record) + "\n";
        stdout.print(STDOUT.equals(json) ? line : text);
        stdout.flush();
        if (json != null && !json.equals(STDOUT)) {
            OutputFile.write(json, line);
        }
    }
}
