package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.cli.e2e.LyingServer.Lie;
import threadwall.loadgen.http.AnswerVerifier;
import threadwall.record.SampleFile;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/** A server that lies is caught and named, not measured; one that does not is measured. */
class LyingServerTest {

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anHonestServerIsMeasured(boolean keepAlive) throws Exception {
        try (var server = Liar.honest()) {
            var result = sweep(server, keepAlive);
            assertThat(result.exitCode()).as(result.err()).isZero();
            var step = step();
            assertThat(step.outcome()).isEqualTo(Outcome.OK);
            assertThat(step.reason()).isNull();
            assertThat(step.load().requestsCompleted()).isEqualTo(1_000);
            assertThat(step.load().failed()).isZero();
            assertThat(step.load().requestsPerSecond()).isPositive();
            assertThat(step.verified().checked()).isGreaterThanOrEqualTo(AnswerVerifier.ANSWERS_CHECKED);
            assertThat(step.verified().wrong()).isZero();
        }
    }

    @Test
    void aConnectionOfSomebodyElseHoldsNothingUp() throws Exception {
        try (var server = Liar.honest();
                var browser = new Socket(server.url().getHost(), server.url().getPort())) {
            var result = sweep(server, false);
            assertThat(browser.isConnected()).isTrue();
            assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        }
    }

    /** ab never sees most of these: it looks at no body, no Content-Length, no header. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EARLY            | false | instead of 10 ms of sleep",
                "OTHER_BODY       | true  | Hello, Wurld! 10\"} instead of {\"message\":\"Hello, World! 10",
                "LENGTH_TOO_SMALL | true  | the body is longer than its Content-Length, 29",
                "LENGTH_TOO_LARGE | false | Content-Length 31 with a body of 30 bytes",
                "STATUS_500       | false | status 500 instead of 200",
                "RESET            | false | reset",
                "OLD_DATE         | false | s off",
            })
    void oneLieInAHundredIsCaughtUnderLoad(Lie lie, boolean keepAlive, String fault) throws Exception {
        try (var server = Liar.start(lie, 100)) {
            var result = sweep(server, keepAlive);
            assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
            var step = step();
            assertThat(step.outcome()).isEqualTo(Outcome.WRONG_ANSWERS);
            assertThat(step.reason()).contains(fault);
            assertThat(result.out()).contains("WRONG ANSWERS", fault);
            assertThat(step.verified().checked()).isGreaterThanOrEqualTo(AnswerVerifier.ANSWERS_CHECKED);
            assertCarriesNoRate(step);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OTHER_BODY       | Hello, Wurld! 10",
                "LENGTH_TOO_SMALL | Content-Length 29 with a body of 30 bytes",
                "CLOSED           | closed without an answer",
            })
    void aConstantLieIsNotEvenLoaded(Lie lie, String fault) throws Exception {
        try (var server = Liar.start(lie, 1)) {
            var result = sweep(server, false);
            assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
            assertThat(step().outcome()).isEqualTo(Outcome.WRONG_ANSWERS);
            assertThat(result.out()).contains("WRONG ANSWERS", fault);
            assertCarriesNoRate(step());
            assertThat(temporary.resolve("run/steps/001-liar-40").toFile().list())
                    .as("no client has left a file")
                    .containsExactly(SampleFile.NAME);
        }
    }

    /** ab gives up on these by itself, and could not say why. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SILENT           | warm-up-1.status | false | no answer came for 2 s",
                "SILENT           | ab-1.status      | false | no answer came for 2 s",
                "LENGTH_TOO_LARGE | ab-1.status      | true  | the body timed out before its Content-Length, 31",
            })
    void aServerThatLeavesItsClientsWaitingFails(Lie lie, String once, boolean keepAlive, String fault)
            throws Exception {
        try (var server = Liar.honestAtFirst(lie)) {
            var turn = onceThereIs(once, server::lieFromNowOn);
            var result = sweep(server, keepAlive, "--requests", "8k");
            turn.get();
            assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
            assertThat(step().outcome()).isEqualTo(Outcome.FAILED);
            assertThat(step().reason()).contains(fault);
            assertThat(result.out()).contains("FAILED", fault);
            assertCarriesNoRate(step());
        }
    }

    @Test
    void aServerThatDiesUnderLoadFails() throws Exception {
        try (var server = Liar.honest()) {
            var death = onceThereIs("ab-1.status", server.process()::destroyForcibly);
            var result = sweep(server, false, "--requests", "8k");
            death.get();
            assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
            assertThat(step().outcome()).isEqualTo(Outcome.FAILED);
            assertThat(step().reason())
                    .isEqualTo("liar: process %d is gone", server.process().pid());
            assertCarriesNoRate(step());
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    /** Does something, in a thread of its own, once the step's folder has that file: its client has been started. */
    private Future<?> onceThereIs(String file, Action action) {
        var there = temporary.resolve("run/steps/001-liar-40").resolve(file);
        var task = new FutureTask<>(() -> {
            Await.until(file, () -> Files.exists(there));
            action.run();
            return null;
        });
        Thread.ofPlatform().start(task);
        return task;
    }

    private Cli.Result sweep(Liar server, boolean keepAlive, String... more) {
        var arguments = new ArrayList<>(List.of("sweep", "--target", server.as("liar")));
        arguments.addAll(List.of("--connections", "40", "--route", "/json2?time=10"));
        arguments.addAll(
                List.of("--timeout", "1", "--out", temporary.resolve("run").toString()));
        arguments.addAll(more.length > 0 ? List.of(more) : List.of("--requests", "1k"));
        if (keepAlive) {
            arguments.add("--keep-alive");
        }
        return Cli.run(arguments.toArray(String[]::new));
    }

    private StepRecord step() throws Exception {
        var steps = Cli.steps(temporary.resolve("run"));
        assertThat(steps).hasSize(1);
        return steps.getFirst();
    }

    private static void assertCarriesNoRate(StepRecord step) {
        assertThat(step.load() == null || step.load().requestsPerSecond() == null)
                .isTrue();
        assertThat(step.server().requestsPerCpuSecond()).isNull();
    }
}
