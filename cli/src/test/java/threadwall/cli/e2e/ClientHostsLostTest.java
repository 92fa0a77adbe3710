package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.RunFile;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/** A client host that is lost in the middle of a load. */
class ClientHostsLostTest {

    private static final List<String> HOSTS = List.of("lab1", "lab2");

    @TempDir
    private Path temporary;

    @BeforeEach
    void needsTsung() {
        Engines.assumeInstalled("tsung");
    }

    private Process sweep(Lab lab, String name, String... arguments) throws IOException {
        var command = Cli.process(
                Stream.concat(Stream.of("sweep"), Stream.of(arguments)).toList());
        command.command(lab.inside(command.command()));
        command.environment().put("THREADWALL_SSH_CONFIG", Lab.SSH_CONFIG);
        return command.redirectError(temporary.resolve(name + ".err").toFile())
                .redirectOutput(temporary.resolve(name + ".out").toFile())
                .start();
    }

    /** Until the server has so many connections of the hosts. */
    private void awaitLoad(Lab lab, Process sweep, int connections) {
        await("a load with " + connections + " connections", () -> {
            assertThat(sweep.isAlive()).as(() -> said("first")).isTrue();
            return lab.run("ss", "-Htn", "state", "established", "sport = :8080 and dst 198.18.0.0/16")
                            .lines()
                            .count()
                    == connections;
        });
    }

    /** Each check starts processes, which would take CPU time from what is waited for. */
    private static void await(String what, BooleanSupplier condition) {
        Await.until(what, Duration.ofMinutes(2), Duration.ofMillis(200), condition);
    }

    private static void awaitSteps(Path folder, int number) {
        Await.until("the record of step " + number, () -> {
            try {
                return Files.readAllLines(folder.resolve(RunFile.NAME)).size() > number;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void itsStepFailsWithItsNameAndResumeRepeatsTheStep() throws Exception {
        var folder = temporary.resolve("run");
        try (var lab = Lab.up(HOSTS.size())) {
            var sweep = sweep(
                    lab,
                    "first",
                    "--servers=kilim",
                    "--clients=" + String.join(",", HOSTS),
                    "--route=/json2?time=500",
                    "--connections=20,25,30",
                    "--requests=10x",
                    "--keep-alive",
                    "--out=" + folder);

            awaitLoad(lab, sweep, 20);
            lab.run("ip", "link", "set", "twlab1", "down");
            awaitSteps(folder, 1);
            lab.run("ip", "link", "set", "twlab1", "up");

            awaitLoad(lab, sweep, 25);
            lab.on("lab1", "pkill -KILL beam");
            awaitSteps(folder, 2);

            awaitLoad(lab, sweep, 30);
            lab.on("lab1", "cat /dev/zero >/tmp/zeros 2>/dev/null || true");
            assertThat(code(sweep)).as(() -> said("first")).isEqualTo(3);
            lab.on("lab1", "rm /tmp/zeros");

            var steps = Cli.steps(folder);
            assertThat(steps).extracting(StepRecord::outcome).containsOnly(Outcome.FAILED);
            assertThat(steps)
                    .extracting(StepRecord::reason)
                    .satisfiesExactly(
                            reason -> assertThat(reason).contains("the connection to lab1 was lost"),
                            reason ->
                                    assertThat(reason).contains("the agent of Tsung on lab1 ended before the load did"),
                            reason -> assertThat(reason).contains("lab1", "disk full?"));
            HOSTS.forEach(host -> awaitNothingLeft(lab, host));

            var resumed = sweep(lab, "second", "--resume=" + folder);
            assertThat(code(resumed)).as(() -> said("second")).isZero();
            assertThat(Cli.steps(folder))
                    .extracting(step -> step.asked().number())
                    .containsExactly(1, 2, 3);
            assertThat(Cli.steps(folder)).extracting(StepRecord::outcome).containsOnly(Outcome.OK);
        }
    }

    @Test
    void aSweepThatIsKilledLeavesNothing() throws Exception {
        try (var lab = Lab.up(1)) {
            var sweep = sweep(
                    lab,
                    "first",
                    "--servers=kilim",
                    "--clients=lab1",
                    "--route=/json2?time=500",
                    "--connections=20",
                    "--requests=40x",
                    "--keep-alive",
                    "--out=" + temporary.resolve("run"));
            awaitLoad(lab, sweep, 20);
            sweep.destroyForcibly().waitFor();
            awaitNothingLeft(lab, "lab1");
            await(
                    "an end of what the sweep started here",
                    () -> ProcessHandle.allProcesses()
                            .flatMap(process -> process.info().commandLine().stream())
                            .noneMatch(line -> line.contains(temporary.toString())));
        }
    }

    private static void awaitNothingLeft(Lab lab, String host) {
        await(
                "an end of Tsung on " + host,
                () -> lab.on(host, "pgrep 'beam|epmd' || true").isEmpty());
        await("no file of Tsung on " + host, () -> lab.on(host, "ls /tmp").isEmpty());
    }

    private static int code(Process sweep) throws InterruptedException {
        assertThat(sweep.waitFor(6, TimeUnit.MINUTES)).as("the sweep has ended").isTrue();
        return sweep.exitValue();
    }

    private String said(String name) {
        try {
            return Files.readString(temporary.resolve(name + ".err"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
