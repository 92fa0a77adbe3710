package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import threadwall.process.PreconditionException;
import threadwall.report.SweepTable;
import threadwall.report.TableFormat;

class TableOutputsTest {

    private static final SweepTable TABLE = new SweepTable("spring-blocking", List.of());

    @TempDir
    Path folder;

    private final StringWriter stdout = new StringWriter();

    @Test
    void writesEveryFileAnewAfterEachStep() throws Exception {
        var json = folder.resolve("t.json");
        var csv = folder.resolve("t.csv");
        var outputs = parsed("--json", json.toString(), "--csv", csv.toString());
        outputs.open();
        assertThat(outputs.takeStdout()).isFalse();
        Files.writeString(json, "much more than there will be");
        write(outputs, false);
        assertThat(json).hasContent(TableFormat.JSON.render(TABLE));
        assertThat(csv).content().isEqualTo(TableFormat.CSV.render(TABLE));
        assertThat(stdout.toString()).isEmpty();
    }

    @Test
    void writesStandardOutputOnceAtTheEnd() throws Exception {
        var outputs = parsed("--markdown", "-");
        outputs.open();
        assertThat(outputs.takeStdout()).isTrue();
        write(outputs, false);
        assertThat(stdout.toString()).isEmpty();
        write(outputs, true);
        assertThat(stdout.toString()).isEqualTo(TableFormat.MARKDOWN.render(TABLE));
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

    private void write(TableOutputs outputs, boolean last) {
        var out = new PrintWriter(stdout);
        outputs.write(TABLE, out, last);
        out.flush();
    }

    private static void refused(TableOutputs outputs, String message) {
        assertThatThrownBy(outputs::open)
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(2))
                .hasMessageStartingWith(message);
    }

    private static TableOutputs parsed(String... arguments) {
        return CommandLine.populateCommand(new TableOutputs(), arguments);
    }
}
