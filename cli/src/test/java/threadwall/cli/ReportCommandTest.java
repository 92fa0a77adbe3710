package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.RunFile;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.report.Steps;

/** What {@code report} makes of folders, where it puts it, and what it says of those it can make nothing of. */
class ReportCommandTest {

    private static final Path HOME =
            Path.of(System.getProperty("threadwall.home")).toAbsolutePath().normalize();

    /** Of schema 1, the first there was. */
    private static final Path PUBLISHED = HOME.resolve("docs/data/20261121-sweep");

    /** That of {@code --sample}. */
    private static final Path SAMPLE = HOME.resolve("docs/data/20261122-sweep");

    @TempDir
    private Path temporary;

    private Path run;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void copyTheRun() throws IOException {
        run = Files.createDirectory(temporary.resolve("run"));
        Files.copy(PUBLISHED.resolve(RunFile.NAME), run.resolve(RunFile.NAME));
    }

    @Test
    void failBelowNeedsTwoRunsOfCapacity() {
        assertThat(report(run.toString(), "--fail-below", "0.95")).isEqualTo(2);
        assertThat(err.toString())
                .isEqualTo(
                        "threadwall: --fail-below compares runs of ./threadwall capacity: name two of them, the earlier one"
                                + " first" + System.lineSeparator());
    }

    @Test
    void failBelowIsARatio() {
        assertThat(report(run.toString(), "--fail-below", "95")).isEqualTo(2);
        assertThat(err.toString()).contains("--fail-below 95.0 is not a ratio such as 0.95 (above 0, up to 1)");
    }

    /** Two runs of one server whose searches found these capacities. */
    private Path capacity(String name, int... capacities) throws IOException {
        var file = RunFile.in(Files.createDirectory(temporary.resolve(name)));
        for (int i = 0; i < capacities.length; i++) {
            file.append(Steps.trial("kilim", Part.SEARCH, i + 1, capacities[i], 1, 300));
            file.append(Steps.trial("kilim", Part.SEARCH, i + 1, 9_000, 0.9, 2_000));
        }
        for (int fresh = 1; fresh <= 2; fresh++) {
            file.append(Steps.trial("kilim", Part.CONFIRM, fresh, capacities[0], 1, 300));
        }
        return temporary.resolve(name);
    }

    @Test
    void laterRunsOfCapacityGetAVerdict() throws IOException {
        var before = capacity("before", 5_000, 5_100, 4_900).toString();
        var after = capacity("after", 4_000, 4_100, 4_050).toString();
        assertThat(report(before, after)).isZero();
        assertThat(out.toString())
                .startsWith("kilim: 5,000 (4,900–5,100) → 4,050 ")
                .endsWith(": slower\n");
        assertThat(report(before, after, "--fail-below", "0.95")).isEqualTo(3);
        assertThat(err.toString()).contains("threadwall: --fail-below 0.95: kilim has 0.81");
        assertThat(report(before, after, "--fail-below", "0.5")).isZero();
        assertThat(report(before, capacity("same", 5_050, 4_950, 5_000).toString(), "--fail-below", "0.95"))
                .isZero();
        assertThat(report(before, capacity("once", 5_000).toString(), "--fail-below", "0.95"))
                .as("one repeat shows nothing")
                .isEqualTo(3);
    }

    @Test
    void failBelowComparesRunsOfTheSameLoad() throws IOException {
        var before = capacity("before", 5_000, 5_100, 4_900).toString();
        var after = capacity("after", 5_000, 5_100, 4_900);
        var record = after.resolve(RunFile.NAME);
        Files.writeString(record, Files.readString(record).replace("\"concurrency\":10000", "\"concurrency\":19000"));
        assertThat(report(before, after.toString(), "--fail-below", "0.95")).isEqualTo(2);
        assertThat(err.toString())
                .endsWith(("threadwall: --fail-below compares capacities of the same load, but %s and %s differ:"
                                        + " --connections 10,000 and 19,000; run capacity again with the first run's options")
                                .formatted(before, after)
                        + System.lineSeparator());
        err.getBuffer().setLength(0);
        assertThat(report(before, after.toString())).isZero();
        assertThat(err.toString()).contains("threadwall: the verdicts compare different loads: ");
    }

    @Test
    void runsOfCapacityAreNotMixedWithOthers() throws IOException {
        assertThat(report(capacity("capacity", 5_000).toString(), run.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("run is not a capacity run, but another run is; make separate reports");
    }

    @Test
    void aReportLiesInItsRunsFolder() throws IOException {
        assertThat(report(run.toString())).isZero();
        var place = run.resolve("report.html");
        assertThat(err.toString()).isEqualTo("report: " + place + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
        var html = Files.readString(place);
        assertThat(html)
                .contains(
                        "At 40,000 connections the fiber server (kilim) answered 4.0 times as many requests per second")
                .contains("72 threads instead of 12,083");
        assertThat(report(run.toString())).isZero();
        assertThat(Files.readString(place)).as("made twice").isEqualTo(html);
    }

    @Test
    void tellsOfLinesThatItSkips() throws IOException {
        var text = Files.readString(run.resolve(RunFile.NAME));
        Files.writeString(run.resolve(RunFile.NAME), text.substring(0, text.length() - 700));
        assertThat(report(run.toString())).isZero();
        assertThat(err.toString())
                .startsWith("threadwall: skipped: line 13 of " + run.resolve(RunFile.NAME) + " is not a whole record");
    }

    @Test
    void whatIsNoRecordAtAllIsNone() throws IOException {
        Files.writeString(run.resolve(RunFile.NAME), "this is not json\n");
        assertThat(report(run.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(run.resolve(RunFile.NAME) + " is not a threadwall record");
        assertThat(run.resolve("report.html")).doesNotExist();
    }

    @Test
    void aRunIsNotComparedWithItself() {
        assertThat(report(run.toString(), run + "/.")).isEqualTo(2);
        assertThat(err.toString()).contains("the same run is given twice");
        assertThat(report(run.toString(), "--out", "-")).isEqualTo(2);
        assertThat(err.toString()).contains("--out - is not possible: the report is an HTML page.");
    }

    @Test
    void goesWhereItIsTold() throws IOException {
        var place = temporary.resolve("other.html");
        var csv = temporary.resolve("table.csv");
        assertThat(report(run + "", "--out", place + "", "--markdown", "-", "--csv", csv + ""))
                .isZero();
        assertThat(place).exists();
        assertThat(run.resolve("report.html")).doesNotExist();
        assertThat(out.toString())
                .startsWith("At 40,000 connections the fiber server (kilim) answered 4.0 times")
                .contains("\n| server | connections | requests/s |");
        assertThat(Files.readAllLines(csv)).hasSize(13).first().asString().startsWith("server,route,");
    }

    @Test
    void aSampleSaysWhoseFiguresItShows() throws IOException {
        var place = temporary.resolve("sample.html");
        assertThat(report("--sample", "--out", place + "")).isZero();
        assertThat(err.toString().lines())
                .containsExactly(
                        "a sample, not this machine: docs/data/20261122-sweep, recorded on 2026-11-22 on AMD EPYC, 2 cores,"
                                + " 25 GB, Linux 6.18.44-fc-v657 by ./threadwall sweep --servers"
                                + " spring-blocking,spring-virtual,spring-deferred,kilim --concurrency 5k,10k,20k,40k --out"
                                + " results/readme",
                        "report: " + place);
        var theirs = Files.readString(place);
        assertThat(report(SAMPLE + "", "--out", place + "")).isZero();
        assertThat(Files.readString(place)).as("the page of that run").isEqualTo(theirs);
        assertThat(SAMPLE.resolve("report.html")).doesNotExist();
    }

    @Test
    void aSampleLiesInResultsAndIsMissedWhereItIsNot() throws IOException {
        assertThat(reportAt(temporary, "--sample")).isEqualTo(4);
        assertThat(err.toString())
                .contains("--sample shows the run in docs/data/20261122-sweep, which is missing from");
        var copy = Files.createDirectories(temporary.resolve("docs/data/20261122-sweep"));
        Files.copy(SAMPLE.resolve(RunFile.NAME), copy.resolve(RunFile.NAME));
        assertThat(reportAt(temporary, "--sample")).isZero();
        assertThat(temporary.resolve("results/sample/report.html")).exists();
        assertThat(copy.resolve("report.html")).doesNotExist();
    }

    @Test
    void twoRunsStandSideBySideAndProgressIsTold() throws IOException {
        var other = Files.createDirectory(temporary.resolve("other"));
        Files.copy(run.resolve(RunFile.NAME), other.resolve(RunFile.NAME));
        assertThat(report(run + "", other + "")).isZero();
        assertThat(err.toString().lines())
                .containsExactly(
                        "reading run 1 of 2: " + run,
                        "reading run 2 of 2: " + other,
                        "report: " + run.resolve("report.html"));
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("<section id=\"comparison\">", "kilim · other")
                .doesNotContain("These differ between the runs");
    }

    @Test
    void aRunOfTasksHasAPageOfItsOwn() throws IOException {
        var tasks = Path.of("src/test/resources/tasks-run");
        var place = temporary.resolve("tasks.html");
        assertThat(report(tasks + "", "--out", place + "", "--markdown", "-")).isZero();
        assertThat(out.toString())
                .startsWith("At 100,000 tasks rust-tokio costs the least, 476 bytes per task")
                .contains("### 10,000 tasks, each sleeps 10 s", "| pid_max after 32,402 |");
        var html = Files.readString(place);
        assertThat(html)
                .contains("<section id=\"walls\">", "<section id=\"published\">")
                .hasSizeLessThan(1_000_000);
        assertThat(report(tasks + "", "--out", place + "")).isZero();
        assertThat(Files.readString(place)).as("made twice").isEqualTo(html);
        err.getBuffer().setLength(0);
        assertThat(report(tasks + "", run + "", "--out", place + "")).isEqualTo(2);
        assertThat(err.toString()).contains(" is not a tasks run, but another run is; make separate reports");
    }

    @Test
    void runsOfTasksStandSideBySide() throws IOException {
        var other = Files.createDirectory(temporary.resolve("other"));
        Files.copy(Path.of("src/test/resources/hashmap-run/run.jsonl"), other.resolve("run.jsonl"));
        var csv = temporary.resolve("tasks.csv");
        var place = temporary.resolve("both.html");
        assertThat(report("src/test/resources/hashmap-run", other + "", "--out", place + "", "--csv", csv + ""))
                .isZero();
        assertThat(Files.readString(place)).contains("go-workers · hashmap-run", "go-workers · other");
        assertThat(Files.readAllLines(csv)).hasSize(1 + 2 * 13);
    }

    @Test
    void aCutLineIsToldAndSkipped() throws IOException {
        var file = run.resolve(RunFile.NAME);
        var text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 500));
        assertThat(report(run + "")).isZero();
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("11 finished steps of 12 planned")
                .contains("1 line of its run.jsonl could not be read and is left out (line 13).");
    }

    @Test
    void otherKindsOfLinesMakeAPageThatSaysSoAnd3() throws IOException {
        var place = temporary.resolve("probes.html");
        var probes = HOME.resolve("docs/data/20261121-probes") + "";
        assertThat(report(probes, "--out", place + "", "--markdown", "-")).isEqualTo(3);
        assertThat(err.toString())
                .contains("threadwall: the run has no finished step")
                .contains("--markdown - prints the tables of its 4 probe lines");
        assertThat(out.toString()).contains("| of | user | limit | predicted |");
        assertThat(Files.readString(place)).contains("a report leaves these out: 4 probe lines.");
    }

    @Test
    void aRunWithoutAStepMakesAPageThatSaysSoAnd3() throws IOException {
        var file = run.resolve(RunFile.NAME);
        Files.writeString(file, Files.readAllLines(file).getFirst() + "\n");
        assertThat(report(run + "")).isEqualTo(3);
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("This run has no finished step, so there is nothing to draw.");
    }

    @Test
    void aNewerRecordSaysWhatItNeedsAnd1() throws IOException {
        Files.writeString(run.resolve(RunFile.NAME), "{\"kind\":\"run\",\"schema\":99}\n");
        assertThat(report(run + "")).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("threadwall: ")
                .contains("line 1 has schema 99; this threadwall reads up to", "use a newer one")
                .hasLineCount(1);
        assertThat(run.resolve("report.html")).doesNotExist();
    }

    @Test
    void whatIsNoRunIs2() throws IOException {
        var empty = Files.createDirectory(temporary.resolve("empty"));
        refused("there is no such folder; name the folder of a run", temporary.resolve("nowhere") + "");
        refused("there is no run.jsonl in it; name the folder of a run", empty + "");
        refused("that is a file; name the folder that contains run.jsonl", run.resolve(RunFile.NAME) + "");
        refused("no run given; name its folder, such as results/<UTC time>, or use --sample");
        refused("--sample shows its own run and takes no DIR", "--sample", run + "");
        refused(
                "only one of --markdown and --csv can go to standard output",
                run + "",
                "--csv",
                "-",
                "--markdown",
                "-");
        refused("cannot write", run + "", "--out", temporary.resolve("nowhere/x.html") + "");
        refused("cannot write", run + "", "--csv", temporary.resolve("nowhere/x.csv") + "");
        var many = new ArrayList<String>();
        for (int i = 0; i < 13; i++) {
            many.add(run + "");
        }
        refused("asked for 13 runs side by side; a report shows at most 12", many.toArray(String[]::new));
        assertThat(run).as("no report is begun").isDirectoryNotContaining(path -> path.endsWith("report.html"));
    }

    private void refused(String words, String... arguments) {
        err.getBuffer().setLength(0);
        assertThat(report(arguments)).isEqualTo(2);
        assertThat(err.toString()).startsWith("threadwall: ").contains(words).hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    private int report(String... arguments) {
        return reportAt(HOME, arguments);
    }

    private int reportAt(Path home, String... arguments) {
        System.setProperty("threadwall.home", home.toString());
        try {
            var all = new ArrayList<>(List.of("report"));
            all.addAll(List.of(arguments));
            return Threadwall.commandLine()
                    .setOut(new PrintWriter(out))
                    .setErr(new PrintWriter(err, true))
                    .execute(all.toArray(String[]::new));
        } finally {
            System.setProperty("threadwall.home", HOME.toString());
        }
    }
}
