package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/** A sweep that is ended in its middle keeps what it has, leaves nobody behind, and can be gone on with. */
class EndedSweepTest {

    @TempDir
    private Path temporary;

    @Test
    void kill9LeavesNobodyAndResumeRunsOnlyWhatIsLeft() throws Exception {
        var port = String.valueOf(Ports.free());
        // the second of three steps is the one to be killed; spring-virtual brings PostgreSQL in
        try (var theirs = Liar.honest();
                var sweep = SweepProcess.start(
                        temporary.resolve("run"),
                        "--servers",
                        "kilim,spring-virtual",
                        "--connections",
                        "20",
                        "--target",
                        theirs.as("theirs"),
                        "--requests",
                        "500",
                        "--route",
                        "/json2?time=50",
                        "--port",
                        port)) {
            sweep.awaitLoad("002-spring-virtual-20");
            var started = sweep.descendants();
            assertThat(started.stream().flatMap(process -> process.info().command().stream()))
                    .anyMatch(command -> command.endsWith("/java"));
            started.add(sweep.postgres());
            sweep.process().destroyForcibly().waitFor();
            SweepProcess.awaitEnd(started);
            var before = sweep.lines();
            assertThat(before).hasSize(2);

            var resumed = Cli.run("sweep", "--resume", sweep.folder().toString());

            assertThat(resumed.exitCode()).as(resumed.err()).isZero();
            assertThat(resumed.err()).doesNotContain("[1/3]").contains("measuring 2 of 3 steps", "[2/3]", "[3/3]");
            assertThat(sweep.lines()).startsWith(before.toArray(String[]::new)).hasSize(5);
            var steps = Cli.steps(sweep.folder());
            assertThat(steps).extracting(step -> step.asked().number()).containsExactly(1, 2, 3);
            assertThat(steps).extracting(StepRecord::outcome).containsOnly(Outcome.OK);
            assertThat(resumed.out().lines().filter(line -> line.matches("(kilim|spring-virtual|theirs) .*")))
                    .hasSize(3);

            var again = Cli.run("sweep", "--resume", sweep.folder().toString());
            assertThat(again.exitCode()).isZero();
            assertThat(again.err()).contains("measuring 0 of 3 steps");
            assertThat(again.out()).isEqualTo(resumed.out());
            assertThat(sweep.lines()).hasSize(5);
        }
    }

    @Test
    void ctrlCEndsWhatItStartedAndNothingElse() throws Exception {
        var csv = temporary.resolve("table.csv");
        long began = System.nanoTime();
        try (var theirs = Liar.honest();
                var sweep = SweepProcess.start(
                        temporary.resolve("run"),
                        "--servers",
                        "kilim,spring-virtual",
                        "--target",
                        theirs.as("theirs"),
                        "--connections",
                        "20",
                        "--requests",
                        "20k",
                        "--route",
                        "/json",
                        "--keep-alive",
                        "--csv",
                        csv.toString(),
                        "--port",
                        String.valueOf(Ports.free()))) {
            sweep.awaitLoad("002-spring-virtual-20");
            assertThat(Files.readAllLines(csv)).as("written after each step").hasSize(2);
            var started = sweep.descendants();
            started.add(sweep.postgres());
            var before = sweep.lines();
            long interrupted = System.nanoTime();
            sweep.signal("INT");
            SweepProcess.awaitEnd(started);
            assertThat(System.nanoTime() - interrupted)
                    .as("the end of two servers and a database takes less time than their start")
                    .isLessThan(interrupted - began);
            assertThat(sweep.process().waitFor()).isEqualTo(130);
            assertThat(theirs.process().isAlive()).isTrue();
            assertThat(sweep.lines())
                    .as("no record of the step cut short")
                    .isEqualTo(before)
                    .hasSize(2);
            assertThat(Files.readString(sweep.err()))
                    .contains("threadwall: the run is not finished; continue it with ./threadwall sweep --resume "
                            + sweep.folder())
                    .contains("report: " + sweep.folder().resolve("report.html"))
                    .doesNotContain("\tat ");
            assertThat(sweep.folder().resolve("report.html")).content().contains("1 finished step of 3 planned");
        }
    }

    @Test
    void ctrlCEndsServersThatLingerAndResumeKeepsThePlan() throws Exception {
        try (var sweep = SweepProcess.start(
                temporary.resolve("run"),
                "--servers=kilim",
                "--connections=20",
                "--requests=1k",
                "--route=/json",
                "--keep-alive",
                "--linger=1440m",
                "--port=" + Ports.free())) {
            Await.until("a server that lingers", () -> sweep.said().contains("lingering: "));
            var started = sweep.descendants();
            assertThat(started).isNotEmpty();
            sweep.signal("INT");
            assertThat(sweep.process().waitFor()).isEqualTo(130);
            SweepProcess.awaitEnd(started);
            assertThat(sweep.lines()).as("the run, and no step").hasSize(1);

            var plan = Cli.run("sweep", "--resume=" + sweep.folder(), "--dry-run");
            assertThat(plan.out()).contains("# step 1: kilim, 20 connections", "kept running for 86400 s");
        }
    }

    /** A server that is ended from outside fails its own step, with the reason, and no other. */
    @Test
    void kill9OfAServerFailsItsStepAndTheSweepGoesOn() throws Exception {
        try (var sweep = SweepProcess.start(
                temporary.resolve("run"),
                "--servers",
                "kilim",
                "--connections",
                "20,40",
                "--requests",
                "1k",
                "--route",
                "/json2?time=20",
                "--port",
                String.valueOf(Ports.free()))) {
            sweep.awaitLoad("001-kilim-20");
            var status = sweep.folder().resolve("steps/001-kilim-20/server-1.status");
            long server = Long.parseLong(Files.readAllLines(status).getFirst().substring("pid ".length()));
            assertThat(ProcessHandle.of(server).orElseThrow().destroyForcibly()).isTrue();

            assertThat(sweep.process().waitFor()).isEqualTo(3);

            var steps = Cli.steps(sweep.folder());
            assertThat(steps).extracting(StepRecord::outcome).isEqualTo(List.of(Outcome.FAILED, Outcome.OK));
            assertThat(steps.getFirst().reason()).startsWith("kilim was ended by signal 9");
            // ab may have ended before the server's end was seen, but with no answer
            var load = steps.getFirst().load();
            assertThat(load == null || load.requestsPerSecond() == null)
                    .as("%s", load)
                    .isTrue();
            assertThat(steps.getLast().load().requestsPerSecond()).isPositive();
            assertThat(Files.readString(temporary.resolve("run.out"))).contains("FAILED: kilim was ended by signal 9");
            assertThat(sweep.folder().resolve("report.html"))
                    .content()
                    .contains("FAILED: kilim was ended by signal 9", "kilim has no good step at 20 connections");
        }
    }
}
