package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.RunFile;
import threadwall.record.StackFile;
import threadwall.record.StepWarning;

/** Where the CPU time of a real sweep went; with perf's stacks where there is a perf that may take them. */
class ExplainTest {

    @TempDir
    private Path temporary;

    @Test
    void aProfiledSweepSaysWhatTheTimeWasFor() throws Exception {
        var run = temporary.resolve("run");
        var sweep = Cli.run(
                "sweep",
                "--servers=kilim",
                "--connections=20",
                "--requests=40k",
                "--route=/json",
                "--keep-alive",
                "--profile",
                "--port=" + Ports.free(),
                "--out=" + run);
        assertThat(sweep.exitCode()).as(sweep.err()).isZero();
        var step = Cli.steps(run).getFirst();
        var server = step.server();
        assertThat(server.userCpuSeconds() + server.systemCpuSeconds()).isEqualTo(server.cpuSeconds());
        assertThat(server.systemCpuSeconds()).isPositive();

        var told = Cli.run("explain", run + "");
        var one = Cli.run("explain", "--step=1", run + "");

        assertThat(told.exitCode()).isZero();
        assertThat(told.out()).contains("kilim", "%.2f".formatted(server.userCpuSeconds()), "/proc/PID/stat");
        assertThat(one.out()).startsWith("step 1: kilim, 20 connections, /json\n\nCPU ");
        var folder = run.resolve(step.asked().folder());
        assertThat(folder.resolve("perf.data")).doesNotExist();
        if (step.profile().source() == null) {
            // a machine without perf, or one that forbids it
            assertThat(step.profile().reason()).startsWith("perf ");
            assertThat(told.out()).contains("Step 1: perf ");
            return;
        }
        var stacks = StackFile.read(folder).values().stream().mapToLong(Long::longValue);
        assertThat(step.profile().samples().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(stacks.sum());
        assertThat(step.warnings()).contains(new StepWarning.Profiled());
        assertThat(told.out()).containsPattern(" \\w+ %"); // of a few samples, not all have one
        assertThat(one.out()).contains("innermost function");
        var row = Pattern.compile("(?m)^ *1  kilim +20 +[\\d.]+ +[\\d.]+ +[\\d.]+ +(.*)$")
                .matcher(told.out());
        assertThat(row.find()).as(told.out()).isTrue();
        var shares = Stream.of(row.group(1).split(" +")).mapToDouble(Double::parseDouble);
        assertThat(shares.sum()).as("percent of all").isCloseTo(100, within(0.5));
    }

    /** The line that an interrupted sweep prints names no option but the folder. */
    @Test
    void aProfiledSweepThatIsGoneOnWithIsProfiled() throws Exception {
        var run = temporary.resolve("run");
        try (var theirs = Liar.honest()) {
            var load = "--connections=20 --requests=200 --route=/json2?time=5 --profile --out=" + run;
            var sweep = Cli.run(("sweep --target=" + theirs.as("mine") + " " + load).split(" "));
            assertThat(sweep.exitCode()).as(sweep.err()).isZero();
            var record = run.resolve(RunFile.NAME);
            Files.write(record, Files.readAllLines(record).subList(0, 1)); // as if killed in its only step

            var resumed = Cli.run("sweep", "--resume=" + run);

            assertThat(resumed.exitCode()).as(resumed.err()).isZero();
            assertThat(Cli.steps(run))
                    .singleElement()
                    .satisfies(step -> assertThat(step.profile()).isNotNull());
        }
    }

    @Test
    void anOldRecordHasItsCpuTimeAndSaysWhatItCannotTell() {
        var published = Home.path().resolve("docs/data/20261121-sweep").toString();
        var told = Cli.run("explain", published);
        assertThat(told.exitCode()).isZero();
        assertThat(told.out().lines().filter(line -> line.matches(" *\\d+  (spring|kilim).*")))
                .hasSize(12);
        assertThat(told.out()).contains("--profile samples them", "did not separate user and system time");
        Cli.run("explain", "--step=13", published)
                .refused(2, "has no such finished step; it has 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12");
    }

    @Test
    void whatIsNoRunOrHasNoStepIsRefused() throws Exception {
        Cli.run("explain", temporary.resolve("nowhere") + "").refused(2, "there is no such folder");
        var probes = Home.path().resolve("docs/data/20261121-probes");
        Files.copy(probes.resolve(RunFile.NAME), temporary.resolve(RunFile.NAME));
        var nothing = Cli.run("explain", temporary + "");
        assertThat(nothing.exitCode()).isEqualTo(3);
        assertThat(nothing.out()).isEqualTo("The run has no step whose server's CPU time was measured.\n");
    }
}
