package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code doctor --exporter}: what is left of a process, until it ends. */
@Timeout(120)
class ExporterTest {

    private static final long FILES = 900;

    @TempDir
    private Path folder;

    @Test
    void theFileFollowsAProcessToItsEnd() throws Exception {
        var file = folder.resolve("threadwall.prom");
        try (var process = new Sleeping()) {
            var export = export(process, file.toString(), "--interval=1s");
            Await.until("a file of metrics", () -> Files.exists(file));
            var text = Files.readString(file);
            assertThat(text).endsWith("# EOF\n").contains("# TYPE threadwall_headroom gauge");
            assertThat(text).containsPattern("limit=\"memory\".*,source=\"machine\"\\}");
            assertThat(left(text, process)).isBetween(FILES - 20, FILES);
            assertThat(text.lines().filter(line -> line.startsWith("threadwall_process_threads")))
                    .containsExactly(
                            "threadwall_process_threads{pid=\"%d\",program=\"sleep\"} 1.0".formatted(process.pid()));

            process.close();
            assertThat(export.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(export.exitValue()).isZero();
            assertThat(folder).as("the series goes").isEmptyDirectory();
        }
    }

    @Test
    void theFileIsDeletedOnCtrlC() throws Exception {
        var file = folder.resolve("threadwall.prom");
        try (var process = new Sleeping()) {
            var export = export(process, file.toString());
            Await.until("a file of metrics", () -> Files.exists(file));
            new ProcessBuilder("kill", "-INT", "" + export.pid()).start().waitFor();
            assertThat(export.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(export.exitValue()).isEqualTo(130);
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void thePortFollowsAProcessToItsEnd() throws Exception {
        int port = Ports.free();
        try (var process = new Sleeping();
                var client = HttpClient.newHttpClient()) {
            var export = export(process, ":" + port);
            Await.until("an exporter on port " + port, () -> get(client, port, "/metrics") != null);
            var response = get(client, port, "/metrics");
            assertThat(response.headers().firstValue("content-type"))
                    .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(left(response.body(), process)).isBetween(FILES - 20, FILES);
            assertThat(get(client, port, "/").statusCode()).isEqualTo(404);
            try (var half = new Socket("127.0.0.1", port)) {
                half.getOutputStream().write("GET /met".getBytes(StandardCharsets.US_ASCII));
                assertThat(get(client, port, "/metrics").statusCode())
                        .as("beside half a request")
                        .isEqualTo(200);
            }

            process.close();
            assertThat(export.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(export.exitValue()).isZero();
        }
    }

    @Test
    void wrongUses() throws Exception {
        var me = "" + ProcessHandle.current().pid();
        Cli.run("doctor", "--exporter", ":1").refused(2, "--exporter is for a process that runs: add --pid or --unit");
        Cli.run("doctor", "--pid", me, "--exporter", ":x").refused(2, "--exporter ':x' is not a port, such as :9200");
        Cli.run("doctor", "--pid", me, "--interval", "5s").refused(2, "--interval is for --exporter");
        Cli.run("doctor", "--pid", me, "--exporter", ":1", "--threads", "5").refused(2, "leave --threads out");
        Cli.run("doctor", "--pid", me, "--exporter", folder.resolve("no/file").toString())
                .refused(4, "cannot write there");
        Cli.run("doctor", "--pid", me, "--exporter", ":1", "--interval", "5s").refused(2, "--interval is for a file");
        var notes = Files.writeString(folder.resolve("notes"), "mine");
        Cli.run("doctor", "--pid", me, "--exporter", notes.toString()).refused(2, "is not one of doctor's");
        assertThat(notes).hasContent("mine");
        var left = Files.writeString(folder.resolve("left.prom"), "# EOF\n");
        Cli.run("doctor", "--pid", "2147483647", "--exporter", left.toString()).refused(4, "there is no such process");
        Cli.run("doctor", "--pid", "2147483647", "--exporter", ":1").refused(4, "there is no such process");
    }

    private static HttpResponse<String> get(HttpClient client, int port, String path) {
        try {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException notYet) {
            return null;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Connections that its descriptors allow. */
    private static long left(String text, Sleeping process) {
        var line = Pattern.compile(
                "threadwall_headroom\\{limit=\"RLIMIT_NOFILE\",pid=\"%d\",program=\"sleep\",resource=\"connections\",source=\"process\"\\} (\\d+)\\.0"
                        .formatted(process.pid()));
        var match = line.matcher(text);
        assertThat(match.find()).as(text).isTrue();
        return Long.parseLong(match.group(1));
    }

    private Process export(Sleeping process, String where, String... more) throws IOException {
        var arguments = new ArrayList<>(List.of("doctor", "--pid=" + process.pid(), "--exporter=" + where));
        arguments.addAll(List.of(more));
        return Cli.process(arguments).inheritIO().start();
    }

    private static final class Sleeping implements AutoCloseable {
        private final Process process;

        Sleeping() throws IOException {
            process = new ProcessBuilder("prlimit", "--nofile=%d:%d".formatted(FILES, FILES), "sleep", "600").start();
            Await.until(
                    "sleep in the place of prlimit",
                    () -> process.info()
                            .command()
                            .filter(command -> command.endsWith("sleep"))
                            .isPresent());
        }

        long pid() {
            return process.pid();
        }

        @Override
        public void close() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }
}
