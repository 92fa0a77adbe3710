package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.record.ClientLoad;
import threadwall.record.RequestMessage;
import threadwall.record.StepRecord.LoadSecond;

/** The program itself against a server that answers what a test wants. */
@Tag("slow")
class OpenLoopTest {

    private static final Path FOLDER = Path.of("../open-loop").toAbsolutePath().normalize();
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    private Path temporary;

    private ScriptedServer server;

    @BeforeAll
    static void compile() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "no C compiler");
        var build = new ProcessBuilder(FOLDER.resolve("build.sh").toString())
                .redirectErrorStream(true)
                .start();
        var output = new String(build.getInputStream().readAllBytes());
        assertThat(build.waitFor()).as(output).isZero();
    }

    @BeforeEach
    void startServer() throws IOException {
        server = new ScriptedServer();
    }

    @AfterEach
    void stopServer() throws IOException {
        server.close();
    }

    private record Ended(int code, String error) {}

    private Process start(String... arguments) throws IOException {
        var words = new ArrayList<>(List.of(FOLDER.resolve("target/open-loop").toString()));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words).start();
    }

    private static Ended end(Process process) throws Exception {
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(
                process.exitValue(), new String(process.getErrorStream().readAllBytes()).strip());
    }

    private ClientLoad load(int connections, int rate, int seconds) {
        return load(connections, rate, seconds, 1);
    }

    private ClientLoad load(int connections, int rate, int seconds, int timeout) {
        var log = temporary.resolve("a.log").toString();
        return new ClientLoad(
                server.url(), connections, null, seconds, rate, null, "127.1.0.9", true, true, timeout, log);
    }

    private LoadReport run(ClientLoad load) throws Exception {
        var command = LoadEngine.OPEN_LOOP.command(load);
        var ended = end(start(command.subList(1, command.size()).toArray(String[]::new)));
        assertThat(ended).isEqualTo(new Ended(0, ""));
        return OpenLoopLog.read(Path.of(load.log())).report(load).orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK,
                "HTTP/1.1 200 OK\r\ncontent-length:2 \r\nConnection: close\r\n\r\nok",
                "HTTP/1.0 200 OK\r\n\r\nok",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1;x=y\r\nk\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n02\r\nok\r\n0\r\nA: b\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n" + OK,
            })
    void readsWholeResponsesInPieces(String response) throws Exception {
        server.answer(response, response.contains("close") || response.contains("1.0 "));
        for (boolean inPieces : List.of(false, true)) {
            server.inPieces(inPieces);
            var report = run(load(5, 20, 1));
            assertThat(report.failed()).as(report.toString()).isZero();
            assertThat(report.complete()).isEqualTo(20);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HTTP/1.1 429 Too Many,                          Content-Length: 0,          0, 20, 0",
        "HTTP/1.1 500 Oops,                              Content-Length: 0,          0, 20, 0",
        "HTTP/1.1 204 None,                              X: y,                       0, 0, 0",
        "HTTP/2 200,                                     Content-Length: 0,          20, 0, 0",
        "SSH-2.0 hello,                                  Content-Length: 0,          20, 0, 0",
        "HTTP/1.1 200 OK,                                Content-Length: -1,         20, 0, 0",
        "HTTP/1.1 200 OK,                                Content-Length: 1x,         20, 0, 0",
        "HTTP/1.1 200 OK,                                Transfer-Encoding: chunked, 0, 0, 20", // no chunk ever comes
    })
    void countsWhatIsNoGoodResponse(String status, String header, int receive, int non2xx, int timedOut)
            throws Exception {
        server.answer(status + "\r\n" + header + "\r\n\r\n", false);
        var report = run(load(20, 20, 1));
        assertThat(report.failedReceive()).isEqualTo(receive);
        assertThat(report.non2xx()).isEqualTo(non2xx);
        assertThat(report.failedExceptions()).isEqualTo(timedOut);
        assertThat(report.failedConnect()).isZero();
    }

    @Test
    void aResponseOfAnotherLengthIsAFailure() throws Exception {
        server.answer(OK, false);
        server.everyTenth("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nwww");
        var report = run(load(1, 50, 1));
        assertThat(report.failedLength()).isEqualTo(5);
        assertThat(report.failed()).isEqualTo(5);
    }

    @Test
    void aBodyThatEndsEarlyIsAFailure() throws Exception {
        server.answer("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\nok", true);
        assertThat(run(load(5, 20, 1)).failedReceive()).isEqualTo(20);
    }

    /** The server closes without notice: a kept connection's request is sent again, as browsers do. */
    @Test
    void aClosedConnectionIsReopened() throws Exception {
        server.answer(OK, true);
        var report = run(load(1, 100, 1));
        assertThat(report.failed()).isZero();
        assertThat(report.complete()).isEqualTo(100);
        assertThat(server.accepted()).isGreaterThanOrEqualTo(100);
    }

    @Test
    void aBodyThatNoSocketTakesAtOnceIsSentInFull() throws Exception {
        server.answer(OK, false);
        var body = Files.writeString(temporary.resolve("body"), "x".repeat(900_000));
        var report = run(load(3, 10, 1)
                .sending(new RequestMessage("POST", List.of("Content-Type: text/plain"), body.toString(), null)));
        assertThat(report.failed()).isZero();
        assertThat(report.complete()).isEqualTo(10);
        assertThat(server.bodies()).containsExactly(900_000);
    }

    /** RFC 9110 section 9.2.2: a request that may have been worked on is not sent again if its method is not idempotent. */
    @Test
    void aPostIsNotSentTwice() throws Exception {
        server.answer(OK, true);
        var report = run(load(1, 100, 1).sending(new RequestMessage("POST", List.of(), null, null)));
        assertThat(report.complete()).isEqualTo(100);
        assertThat(server.requests()).isLessThanOrEqualTo(100);
    }

    @Test
    void requestsWaitForTheirConnectionAndTheirDueTimeStays() throws Exception {
        server.answer(OK, false);
        server.stallFrom(10, 800);
        var report = run(load(2, 100, 3, 30));
        var arrivals = report.arrivals().orElseThrow().record();
        assertThat(report.failed()).isZero();
        assertThat(report.complete()).isEqualTo(300);
        assertThat(arrivals.heldBack()).isGreaterThanOrEqualTo(70);
        assertThat(arrivals.planned().maxMillis()).isGreaterThanOrEqualTo(795);
        // 300 requests of which 80 were due in the stall, a ms apart in their wait
        assertThat(arrivals.planned().p90Millis()).isGreaterThan(400);
        assertThat(report.latency().orElseThrow().p90Millis())
                .isLessThan(arrivals.planned().p90Millis() / 2);
        assertThat(server.accepted()).isLessThanOrEqualTo(2);
    }

    /** All connections are in use when the load ends, and free at once afterwards. */
    @Test
    void requestsThatWaitAtTheEndAreNotSent() throws Exception {
        server.answer(OK, false);
        server.stallFrom(100, 900);
        var report = run(load(50, 200, 1, 30));
        var arrivals = report.arrivals().orElseThrow().record();
        assertThat(report.failed()).isZero();
        assertThat(report.complete())
                .as("those before the stall, and one for each connection")
                .isEqualTo(99 + 50);
        assertThat(arrivals.due()).isEqualTo(200);
        assertThat(arrivals.heldBack()).isGreaterThanOrEqualTo(50);
    }

    /**
     * A server that stalls lets requests pile up, which ends the overload; then it is back. Each
     * response takes so long that the pauses of a busy machine do not double its p99.
     */
    @Test
    void anOverloadEndsWhenEnoughIsOutstanding() throws Exception {
        server.answer(OK, false);
        server.answerAfter(200);
        server.stallFrom(120, 900);
        var load = load(50, 100, 1, 30).with(new ClientLoad.Overload(200, 100, 30, 10));
        var arrivals = run(load).arrivals().orElseThrow().record();
        var recovery = arrivals.recovery();
        assertThat(recovery.overloadFromSeconds()).isEqualTo(1);
        assertThat(recovery.overloadSeconds()).isBetween(0.4, 10.0);
        assertThat(recovery.outstanding()).isBetween(100L, 250L);
        assertThat(recovery.failed()).isZero();
        assertThat(recovery.seconds()).isNotNull();
        assertThat(recovery.bySecond().stream().mapToInt(LoadSecond::due).sum()).isEqualTo((int) arrivals.due());
        assertThat(recovery.bySecond())
                .filteredOn(second -> second.p99Millis() != null)
                .extracting(LoadSecond::p99Millis)
                .as("the stall is in one of them")
                .anyMatch(p99 -> p99 > 700);
    }

    @Test
    void connectsFromEachOfItsAddresses() throws Exception {
        server.answer(OK, false);
        server.answerAfter(200);
        var load = load(6, 30, 1).over(3);
        assertThat(run(load).failed()).isZero();
        assertThat(server.sources()).containsExactlyInAnyOrderElementsOf(load.sources());
    }

    @Test
    void opensNoMoreConnectionsThanItNeeds() throws Exception {
        server.answer(OK, false);
        run(load(200, 20, 1));
        assertThat(server.accepted()).isLessThan(20);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0:1        | 2 | open-loop: a phase's RATE must be a number from 1 to 10000000, not '0:1'",
                "5:1:x      | 2 | open-loop: a phase's OUTSTANDING must be a number from 1 to 2147483647, not 'x'",
                "9999999:9999 | 2 | open-loop: the phases have 99989990001 requests, and may have 2147483647: lower RATE",
                "5          | 2 | open-loop: a phase is RATE:SECONDS or RATE:SECONDS:OUTSTANDING, not '5'",
                "5:1 --source x | 2 | open-loop: --source 'x' is not an IPv4 address",
                "5:1 --header x | 2 | open-loop: --header 'x' is not NAME: VALUE",
                "5:1 --method get | 2 | open-loop: --method 'get' is not a method such as POST",
                "5:1 --method HEAD | 2 | open-loop: --method HEAD: its responses have no body to wait for",
                "5:1 --body /nowhere | 2 | open-loop: cannot read --body /nowhere: No such file or directory",
                "5:1 --routes /nowhere | 2 | open-loop: cannot read --routes /nowhere: No such file or directory",
                "5:1 --connections 999999 | 4 | open-loop: asked for 999999 connections; nofile is ",
                "5:1 --log /nowhere/at/all | 1 | open-loop: cannot write /nowhere/at/all: No such file or directory",
            })
    void refusesBadInputInOneLine(String more, int code, String words) throws Exception {
        var arguments = new ArrayList<>(List.of("--connections", "5", "--timeout", "1"));
        arguments.addAll(List.of("--log", temporary.resolve("a.log").toString(), server.url()));
        arguments.addAll(List.of(more.split(" ")));
        var ended = end(start(arguments.toArray(String[]::new)));
        assertThat(ended.code()).isEqualTo(code);
        assertThat(ended.error()).startsWith(words).doesNotContain("\n");
    }

    @Test
    void aServerThatIsNotThereIsOneLine() throws Exception {
        server.close();
        var log = temporary.resolve("a.log").toString();
        var ended = end(start("--connections", "5", "--timeout", "1", "--log", log, server.url(), "5:1"));
        assertThat(ended)
                .isEqualTo(new Ended(1, "open-loop: cannot connect to %s: Connection refused".formatted(server.url())));
    }

    @Test
    void ctrlCIsOneLine() throws Exception {
        server.answer(OK, false);
        var log = temporary.resolve("a.log").toString();
        var client = start("--connections", "5", "--timeout", "1", "--log", log, server.url(), "100:60");
        server.awaitRequest();
        new ProcessBuilder("kill", "-INT", String.valueOf(client.pid())).start().waitFor();
        var ended = end(client);
        assertThat(ended.code()).isEqualTo(130);
        assertThat(ended.error())
                .startsWith("open-loop: ended by SIGINT after ")
                .doesNotContain("\n");
    }
}
