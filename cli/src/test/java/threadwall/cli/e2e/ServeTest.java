package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code ./threadwall serve}. */
@Timeout(60)
class ServeTest {

    @Test
    void helpIsTheServersOwn() throws Exception {
        var help = Cli.process(List.of("serve", "kilim", "--help")).start();
        assertThat(new String(help.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("--transport", "--max-body", "--idle-time");
        assertThat(help.waitFor()).isZero();
    }

    @Test
    void aServerMustBeNamed() {
        Cli.run("serve").refused(2, "no SERVER given", "kilim");
        assertThat(Cli.run("serve", "--help").out()).contains("./threadwall serve SERVER --help");
    }

    /** The request outlasts the server's grace period: that is when a supervisor could end it too early. */
    @Test
    void aSignalStopsTheServerInOrderAndPassesItsExitCodeOn() throws Exception {
        int port = Ports.free();
        var serve = Cli.process(List.of("serve", "kilim", "--port", String.valueOf(port)))
                .start();
        try (var out = serve.inputReader()) {
            assertThat(out.readLine()).startsWith("READY ");
            try (var client = new Socket("127.0.0.1", port)) {
                client.getOutputStream()
                        .write(
                                "GET /json HTTP/1.1\r\nHost: a\r\n\r\nGET /json2?time=3600000 HTTP/1.1\r\nHost: a\r\n\r\n"
                                        .getBytes(StandardCharsets.US_ASCII));
                assertThat(client.getInputStream().read())
                        .isEqualTo('H'); // both requests have arrived: they fit one segment
                serve.toHandle()
                        .destroy(); // via the handle, because Process.destroy() would also close our end of its output
                assertThat(out.readLine()).startsWith("STOPPED ").contains("\"requests\":2");
            }
            assertThat(serve.waitFor()).isZero();
        } finally {
            serve.destroyForcibly();
        }
    }
}
