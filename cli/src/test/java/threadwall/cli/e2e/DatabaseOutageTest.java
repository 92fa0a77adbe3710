package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** PostgreSQL goes in the middle of a sweep: its server says so and is back with it, and the step is marked. */
@Timeout(180)
class DatabaseOutageTest {

    private static final long REQUESTS = 4_000;

    /** More than a sweep takes for busy, in milliseconds. */
    private static final int SILENT = 7_000;

    @TempDir
    private Path temporary;

    private final HttpClient http = HttpClient.newHttpClient();
    private int port;
    private int databasePort;
    private Process serving;
    private JsonNode database;

    @BeforeEach
    void startDatabase() throws Exception {
        databasePort = Ports.free();
        serve();
    }

    @AfterEach
    void endDatabase() throws Exception {
        end();
        http.close();
    }

    @Test
    void aStepWithoutItsDatabaseIsMarkedAndTheServerIsBackWithIt() throws Exception {
        port = Ports.free();
        try (var sweep = SweepProcess.start(
                temporary.resolve("run"),
                "--servers=spring-blocking",
                "--route=/fortunes",
                "--connections=2",
                "--requests=" + REQUESTS,
                "--port=" + port,
                "--postgres=" + database.path("url").asString())) {
            sweep.awaitLoad("001-spring-blocking-2");
            // refusals are quick, and its requests would run out
            var ab = sweep.ab();
            SweepProcess.signal("STOP", List.of(ab));
            holdStill();
            Await.until("an answer", () -> answer().equals("200"));
            end();
            Await.until("a refusal", () -> answer().equals("503 no connection"));
            awaitProgress(sweep, ab);
            serve();
            Await.until("an answer", () -> answer().equals("200"));
            SweepProcess.signal("CONT", List.of(ab));
            assertThat(sweep.process().waitFor()).as(sweep.said()).isEqualTo(3);
        }
        var steps = Cli.steps(temporary.resolve("run"));
        assertThat(steps).hasSize(1);
        isMarked(steps.getFirst());
        assertThat(temporary.resolve("run.out"))
                .content()
                .contains("FAILED: PostgreSQL ", "PostgreSQL was unreachable");
        assertThat(temporary.resolve("run/report.html"))
                .content()
                .contains("FAILED: PostgreSQL ", "PostgreSQL was unreachable");
    }

    private static void isMarked(StepRecord step) {
        assertThat(step.outcome()).as(step.reason()).isEqualTo(Outcome.FAILED);
        assertThat(step.reason())
                // a pool that comes back may have opened a connection before the backend of the lost one has gone
                .matches("(PostgreSQL had \\d+ connections at once, but 10 are configured; )?"
                        + "PostgreSQL was unreachable for \\d+\\.\\d s of the load, from .* UTC; .*")
                .contains("status 503 instead of 200: {\"error\":\"the database cannot be used now");
        assertThat(step.database().awaySeconds())
                .as("it was silent, and then not there")
                .isGreaterThan(5);
        assertThat(step.load().requestsCompleted()).isEqualTo(REQUESTS);
        assertThat(step.load().non2xx()).isPositive().isLessThan(REQUESTS);
        assertThat(step.load().requestsPerSecond()).isNull();
    }

    /** Lets it go on for one line of what it says. */
    private static void awaitProgress(SweepProcess sweep, ProcessHandle ab) throws Exception {
        var said = sweep.folder().resolve("steps/001-spring-blocking-2/ab-1.err");
        long before = Files.size(said);
        SweepProcess.signal("CONT", List.of(ab));
        Await.until("progress of ab", () -> said.toFile().length() > before);
        SweepProcess.signal("STOP", List.of(ab));
    }

    /** All of its processes, until somebody who asks it has waited in vain. */
    private void holdStill() throws Exception {
        var postmaster = ProcessHandle.of(database.path("pid").asLong()).orElseThrow();
        SweepProcess.signal("STOP", List.of(postmaster)); // first, since it starts the others
        var all = Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        SweepProcess.signal("STOP", all);
        try (var socket = new Socket("127.0.0.1", databasePort)) {
            socket.setSoTimeout(SILENT);
            // an SSLRequest
            socket.getOutputStream()
                    .write(ByteBuffer.allocate(8).putInt(8).putInt(80_877_103).array());
            assertThatThrownBy(socket.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
        } finally {
            SweepProcess.signal("CONT", all);
        }
    }

    /** What the server says now: its status, and of a refusal for want of a connection that it is one. */
    private String answer() {
        try {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/fortunes"))
                    .build();
            var answer = http.send(request, BodyHandlers.ofString());
            return answer.statusCode()
                    + (answer.body().contains("all connections to it are lost") ? " no connection" : "");
        } catch (IOException e) {
            throw new AssertionError("the server has gone", e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void serve() throws IOException {
        var data = temporary.resolve("database").toString();
        serving = Cli.process(List.of("serve", "postgres", "--port", String.valueOf(databasePort), "--data", data))
                .start();
        var ready = serving.inputReader().readLine();
        assertThat(ready).startsWith("READY ");
        database = new JsonMapper().readTree(ready.substring("READY ".length()));
    }

    private void end() throws InterruptedException {
        serving.toHandle().destroy(); // by the process itself it would close our end of its output, too
        assertThat(serving.waitFor()).isZero();
    }
}
