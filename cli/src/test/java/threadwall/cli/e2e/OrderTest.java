package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/** Loads of a user's server by other requests than GETs, and by a command line of the user's own. */
class OrderTest {

    @TempDir
    private Path temporary;

    private Process server;
    private String url;

    @BeforeEach
    void start() throws Exception {
        server = Java.start(List.of(OrderServer.class.getName()));
        url = "http://127.0.0.1:" + server.inputReader().readLine();
    }

    @AfterEach
    void end() throws Exception {
        server.outputWriter().close();
        server.waitFor();
    }

    @ParameterizedTest
    @CsvSource({
        "ab, --requests=200",
        "wrk, --keep-alive",
        "oha, --keep-alive",
        "vegeta, --rate=100",
        "open-loop, --rate=100",
    })
    void eachEngineSendsTheOrderAndEachAnswerIsChecked(String engine, String option) throws Exception {
        if (engine.equals("wrk")) {
            Engines.assumeInstalled(engine);
        } else if (!engine.equals("ab")) {
            Engines.assumeBuilt(engine);
        }
        var step = sweep(0, "--engine=" + engine, option, "--expect=status=201,json-path=$.id", "--ignore=\\d+");
        assertThat(step.outcome()).as(step.reason()).isEqualTo(Outcome.OK);
        assertThat(step.load().requestsCompleted()).isPositive();
        assertThat(step.load().failed()).isZero();
        assertThat(step.verified().checked()).isPositive();
        assertThat(step.asked().load().request().method()).isEqualTo("POST");
        assertThat(temporary.resolve("run/body")).hasContent(OrderServer.ORDER);
    }

    @Test
    void anotherStatusIsAWrongAnswer() throws Exception {
        var step = sweep(3, "--requests=200");
        assertThat(step.outcome()).isEqualTo(Outcome.WRONG_ANSWERS);
        assertThat(step.reason()).contains("status 201 instead of 200");
    }

    @ParameterizedTest
    @CsvSource({"wrk, --keep-alive", "vegeta, --rate=100", "open-loop, --rate=100"})
    void severalRoutesAreRequestedInTurnAndChecked(String engine, String option) throws Exception {
        if (engine.equals("wrk")) {
            Engines.assumeInstalled(engine);
        } else {
            Engines.assumeBuilt(engine);
        }
        var folder = temporary.resolve("run");
        var result = Cli.run(
                "sweep",
                "--target=orders=" + url,
                "--routes=/hello=2,/hello/again",
                "--connections=5",
                "--engine=" + engine,
                option,
                "--duration=1s",
                "--out=" + folder);
        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        assertThat(folder.resolve("routes")).hasContent("/hello\n/hello/again\n/hello\n");
        var step = Cli.steps(folder).getFirst();
        assertThat(step.asked().load().methodAndRoute()).isEqualTo("/hello=2,/hello/again=1");
        assertThat(step.load().failed()).isZero();
        assertThat(step.verified().wrong()).isZero();
    }

    private StepRecord sweep(int exitCode, String... more) throws Exception {
        var options = new ArrayList<>(List.of("sweep", "--target=orders=" + url, "--route=/orders", "--connections=5"));
        options.addAll(List.of("--header=X-Shop: 7", "--header=Content-Type: application/json"));
        var order = Files.writeString(temporary.resolve("order.json"), OrderServer.ORDER);
        options.addAll(List.of("--body", "@" + order, "--out=" + temporary.resolve("run")));
        options.addAll(List.of(more));
        if (!List.of(more).contains("--requests=200")) {
            options.add("--duration=1s");
        }
        var result = Cli.run(options.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err() + result.out()).isEqualTo(exitCode);
        return Cli.steps(temporary.resolve("run")).getFirst();
    }

    @Test
    void aUsersOwnLineIsRunAsItIsAndMeasured() throws Exception {
        var ran = temporary.resolve("ran");
        var line = "touch " + ran + "; ab -q -k -c 5 -n 300 " + url + "/hello";
        var result = Cli.run("record", "--name=mine", "--out=" + temporary.resolve("run"), "--", "bash", "-c", line);
        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        assertThat(result.out()).contains("Complete requests:      300").containsPattern("(?m)^mine ");
        assertThat(ran).exists();
        var step = Cli.steps(temporary.resolve("run")).getFirst();
        assertThat(step.outcome()).as(step.reason()).isEqualTo(Outcome.OK);
        assertThat(step.asked().clients().getFirst().measured().command().words())
                .containsExactly("bash", "-c", line);
        assertThat(step.server().threadsPeak()).isPositive();
        assertThat(step.load().requestsCompleted()).isEqualTo(300);
        assertThat(step.latency().p99Millis()).isNotNegative();
        assertThat(step.latency().p999Millis()).isNull();
        assertThat(step.verified().wrong()).isZero();
        assertThat(temporary.resolve("run/report.html")).exists();
    }

    @ParameterizedTest
    @CsvSource({
        "for i in 1 2; do ab -q -n 20 URL; done, the command ran ab 2 times; record each by itself",
        "ab -n 20 URL; exit 7, the command ended with exit code 7",
    })
    void aLineThatDoesMoreThanOneLoadOrFailsIsNoResult(String line, String reason) throws Exception {
        var folder = temporary.resolve("run");
        var result = Cli.run("record", "--out=" + folder, "--", "bash", "-c", line.replace("URL", url + "/hello"));
        assertThat(result.exitCode()).as(result.err() + result.out()).isEqualTo(3);
        assertThat(Cli.steps(folder).getFirst().reason()).startsWith(reason);
    }

    @Test
    void aLineWithoutAbIsRefused() {
        Cli.run("record", "--", "sleep", "1").refused(2, "record runs a load by one ab");
    }
}
