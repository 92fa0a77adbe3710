package threadwall.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Option;
import threadwall.process.PreconditionException;
import threadwall.report.SweepTable;
import threadwall.report.TableFormat;

/** {@code --json, --csv, --markdown FILE|-}: tried before a run and rewritten after each step, so a crash keeps data. */
final class TableOutputs {

    private static final String STDOUT = "-";

    @Option(names = "--json", paramLabel = "FILE|-", description = "The table as JSON; - is standard output.")
    private String json;

    @Option(names = "--csv", paramLabel = "FILE|-", description = "The table as CSV.")
    private String csv;

    @Option(names = "--markdown", paramLabel = "FILE|-", description = "The table as Markdown.")
    private String markdown;

    /**
     * Sees to it that the files can be written; they stay as they are until there is something to write.
     *
     * @throws PreconditionException (usage) when a file cannot be written, or two formats are to go to the same place
     */
    void open() throws PreconditionException {
        var places = new HashSet<String>();
        for (var file : targets().values()) {
            if (!places.add(file)) {
                throw PreconditionException.usage(
                        "only one of --json, --csv and --markdown can go to %s",
                        file.equals(STDOUT) ? "standard output" : file);
            }
            if (!file.equals(STDOUT)) {
                OutputFile.open(file);
            }
        }
    }

    /** Whether standard output is for one of these, so that nothing else may go there. */
    boolean takeStdout() {
        return targets().containsValue(STDOUT);
    }

    /** Writes the files anew; standard output only when it is {@code last}. */
    void write(SweepTable table, PrintWriter stdout, boolean last) {
        targets().forEach((format, file) -> {
            if (!file.equals(STDOUT)) {
                try {
                    OutputFile.write(file, format.render(table));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            } else if (last) {
                stdout.print(format.render(table));
            }
        });
    }

    private Map<TableFormat, String> targets() {
        var targets = new LinkedHashMap<TableFormat, String>();
        targets.put(TableFormat.JSON, json);
        targets.put(TableFormat.CSV, csv);
        targets.put(TableFormat.MARKDOWN, markdown);
        targets.values().removeIf(Objects::isNull);
        return targets;
    }
}
