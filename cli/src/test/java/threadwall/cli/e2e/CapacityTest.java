package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.StepPlan.Trial.Part;
import threadwall.record.StepRecord;
import threadwall.record.TrialVerdict;

/** Capacities of servers that have one by construction. */
class CapacityTest {

    private static final int CAPACITY = 400;

    @TempDir
    private Path temporary;

    @BeforeEach
    void needsItsEngine() {
        Engines.assumeBuilt("open-loop");
    }

    private static Process server(int mostInASecond) throws IOException {
        return Java.start(
                List.of(BoundedServer.class.getName(), String.valueOf(CAPACITY), String.valueOf(mostInASecond)));
    }

    private static String url(Process server) throws IOException {
        return "http://127.0.0.1:" + server.inputReader().readLine();
    }

    private static String[] options(String target) {
        return new String[] {target, "--route=/json", "--duration=1s", "--repeats=1", "--connections=200"};
    }

    @Test
    void findsACapacityAndGoesOnWhereItWasKilled() throws Exception {
        var server = server(0);
        var folder = temporary.resolve("run");
        var file = temporary.resolve("bounded.yaml");
        var targets = "targets:\n  - name: bounded\n    url: %s\n".formatted(url(server));
        Files.writeString(file, targets);
        try (var capacity = SweepProcess.start("capacity", folder, options("--targets=" + file))) {
            Await.until("the third load", () -> capacity.recorded() > 2);
            var started = capacity.descendants();
            capacity.process().destroyForcibly().waitFor();
            SweepProcess.awaitEnd(started);
            var before = capacity.lines();

            Files.writeString(file, targets + "    expect:\n      contains: e\n");
            var changed = Cli.run("capacity", "--resume", folder.toString());
            assertThat(changed.exitCode()).as(changed.out()).isEqualTo(2);
            assertThat(changed.err()).contains("bounded was another program, or had other settings");
            Files.writeString(file, targets);

            var json = temporary.resolve("table.json");
            var result = Cli.run("capacity", "--resume", folder.toString(), "--json", json.toString());

            assertThat(server.isAlive()).as("a target is never stopped").isTrue();
            assertThat(capacity.lines()).startsWith(before.toArray(String[]::new));
            var steps = Cli.steps(folder);
            assertThat(steps).extracting(step -> step.asked().number()).doesNotHaveDuplicates();
            assertThat(steps)
                    .allSatisfy(step -> assertThat(step.verified().wrong()).isZero());
            var confirmations = of(steps, Part.CONFIRM);
            // a new server that fails its first load has a second one
            var confirmed = confirmations.stream()
                    .map(step -> step.asked().load().rate())
                    .filter(rate -> confirmations.stream()
                            .filter(step -> step.asked().load().rate().equals(rate))
                            .collect(Collectors.toMap(
                                    step -> step.asked().repeat(), TrialVerdict::of, (first, second) -> second))
                            .values()
                            .stream()
                            .allMatch(TrialVerdict.IN_LIMIT::equals))
                    .findFirst();
            // the verifier's requests take a part of the capacity, too: at most 4 connections, each 50 ms
            assertThat(confirmed).as(result.out() + result.err()).isPresent();
            // and other tests take a part of the processors: 171 of 400 beside a second build
            assertThat(confirmed.get()).isBetween(CAPACITY / 4, CAPACITY + CAPACITY / 10);
            assertThat(of(steps, Part.CURVE)).hasSizeGreaterThanOrEqualTo(8);
            assertThat(of(steps, Part.RECOVERY)).singleElement().satisfies(step -> {
                assertThat(step.arrivals().recovery().overloadFromSeconds()).isEqualTo(1);
                assertThat(step.arrivals().recovery().outstanding()).isPositive();
                assertThat(step.arrivals().recovery().threadsAfter()).isPositive();
            });
            assertThat(result.out()).contains("recovered after s");
            assertThat(folder.resolve("report.html")).content().contains("Recovery from an overload");
            assertThat(result.out()).contains("bounded", "capacity/s", "offered/s");
            assertThat(folder.resolve("report.html"))
                    .content()
                    .contains("data-chart=\"load\"", "Requests per second within a planned p99 of 500 ms: bounded ");
            assertThat(json).content().contains("\"confirmed\" : " + confirmed.get());
        } finally {
            server.destroyForcibly().onExit().join();
        }
    }

    private static List<StepRecord> of(List<StepRecord> steps, Part part) {
        return steps.stream()
                .filter(step -> step.asked().trial().part() == part)
                .toList();
    }

    @Test
    void aRateLimitIsNotTakenForACapacity() throws Exception {
        var server = server(CAPACITY / 4);
        try {
            var result = Cli.run(Stream.concat(
                            Stream.of("capacity", "--out=" + temporary.resolve("limited")),
                            Stream.of(options("--target=bounded=" + url(server))))
                    .toArray(String[]::new));
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(3);
            assertThat(result.out().replace('\n', ' '))
                    .contains("with a status other than 2xx: a limit that it sets, or an error, but not its capacity");
        } finally {
            server.destroyForcibly().onExit().join();
        }
    }

    @Test
    void ctrlCSaysHowToGoOn() throws Exception {
        var folder = temporary.resolve("run");
        var options = new String[] {
            "--servers=kilim",
            "--route=/json2?time=10",
            "--duration=1s",
            "--repeats=1",
            "--connections=50",
            "--port=" + Ports.free()
        };
        try (var capacity = SweepProcess.start("capacity", folder, options)) {
            Await.until("the second load", () -> capacity.recorded() > 1);
            var started = capacity.descendants();
            assertThat(started.stream().flatMap(process -> process.info().command().stream()))
                    .as("its server")
                    .anyMatch(command -> command.endsWith("/java"));
            capacity.signal("INT");
            SweepProcess.awaitEnd(started);
            assertThat(capacity.process().waitFor()).as(capacity.said()).isEqualTo(130);
            assertThat(capacity.said())
                    .contains("threadwall: the run is not finished; continue it with ./threadwall capacity --resume "
                            + folder)
                    .doesNotContain("\tat ");
        }
        var left = Cli.run("capacity", "--resume", folder.toString(), "--dry-run");
        assertThat(left.exitCode()).as(left.err()).isZero();
        assertThat(left.out())
                .contains("# steps: 1, about ", "# step " + (Cli.steps(folder).size() + 1) + ": kilim");
    }
}
