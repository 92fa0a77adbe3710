package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static threadwall.cli.OutputOptions.Output.CSV;
import static threadwall.cli.OutputOptions.Output.MARKDOWN;
import static threadwall.cli.OutputOptions.Output.TABLE_JSON;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import threadwall.process.PreconditionException;
import threadwall.report.SweepTable;
import threadwall.report.TableFormat;

class OutputOptionsTest {

    private static final SweepTable TABLE = new SweepTable("spring-blocking", List.of());
    private static final Map<OutputOptions.Output, Supplier<String>> CONTENTS = Map.of(
            TABLE_JSON, () -> TableFormat.JSON.render(TABLE),
            CSV, () -> TableFormat.CSV.render(TABLE),
            MARKDOWN, () -> TableFormat.MARKDOWN.render(TABLE));

    @TempDir
    Path folder;

    private final StringWriter stdout = new StringWriter();

    @Test
    void writesEveryFileAnewAfterEachStep() throws Exception {
        var json = folder.resolve("t.json");
        var csv = folder.resolve("t.csv");
        var outputs = parsed("--json", json.toString(), "--csv", csv.toString());
        outputs.open();
        Files.writeString(json, "much more than there will be");
        outputs.writeFiles(CONTENTS);
        assertThat(json).hasContent(TableFormat.JSON.render(TABLE));
        assertThat(csv).content().isEqualTo(TableFormat.CSV.render(TABLE));
        assertThat(stdout.toString()).isEmpty();
    }

    @Test
    void writesStandardOutputOnceAtTheEnd() throws Exception {
        var outputs = parsed("--markdown", "-");
        outputs.open();
        outputs.writeFiles(CONTENTS);
        assertThat(stdout.toString()).isEmpty();
        write(outputs);
        assertThat(stdout.toString()).isEqualTo(TableFormat.MARKDOWN.render(TABLE));
    }

    @Test
    void standardOutputHasTheTextUnlessAnotherOutputGoesThere() throws Exception {
        var csv = folder.resolve("t.csv");
        write(parsed("--csv", csv.toString()));
        assertThat(stdout.toString()).isEqualTo("the text");
        assertThat(csv).content().isEqualTo(TableFormat.CSV.render(TABLE));
    }

    @Test
    void leavesFilesAsTheyAreUntilThereIsSomethingToWrite() throws Exception {
        var json = Files.writeString(folder.resolve("t.json"), "of the last run");
        var csv = folder.resolve("t.csv");
        var link = Files.createSymbolicLink(folder.resolve("t.md"), folder.resolve("elsewhere.md"));
        parsed("--json", json.toString(), "--csv", csv.toString(), "--markdown", link.toString())
                .open();
        assertThat(json).hasContent("of the last run");
        assertThat(csv).doesNotExist();
        assertThat(link).isSymbolicLink();
        assertThat(folder.resolve("elsewhere.md")).doesNotExist();
    }

    @Test
    void refusesTwoFormatsForOnePlace() {
        refused(
                parsed("--json", "-", "--csv", "-"),
                "only one of --json, --csv and --markdown can go to standard output");
        var file = folder.resolve("t").toString();
        refused(
                parsed("--csv", file, "--markdown", file),
                "only one of --json, --csv and --markdown can go to " + file);
    }

    @Test
    void refusesAFileThatCannotBeWritten() {
        var missing = folder.resolve("missing/t.json").toString();
        refused(parsed("--json", missing), "cannot write " + missing);
        refused(parsed("--csv", folder.toString()), "cannot write " + folder);
        refused(parsed("--csv", "a\0b"), "cannot write a\0b");
    }

    @Test
    void aSweepSaysSoBeforeItStartsAnything() throws IOException {
        var run = folder.resolve("run");
        var file = folder.resolve("missing/t.json").toString();
        var err = new StringWriter();
        int code = Threadwall.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute("sweep", "--servers", "kilim", "--out", run.toString(), "--json", file);
        assertThat(code).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().startsWith("threadwall: cannot write " + file);
        assertThat(run).doesNotExist();
    }

    private void write(OutputOptions outputs) {
        outputs.write(new PrintWriter(stdout), () -> "the text", CONTENTS);
    }

    private static void refused(OutputOptions outputs, String message) {
        assertThatThrownBy(outputs::open)
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(2))
                .hasMessageStartingWith(message);
    }

    private static OutputOptions parsed(String... arguments) {
        return CommandLine.populateCommand(new TableCommand(), arguments).outputs;
    }

    @Command
    private static final class TableCommand {
        @Mixin
        private final OutputOptions outputs = new OutputOptions(TABLE_JSON, CSV, MARKDOWN);
    }
}
