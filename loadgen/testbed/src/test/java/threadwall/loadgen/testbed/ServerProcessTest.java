package threadwall.loadgen.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that needs 5 s to stop; {@code supervise.sh} gives each 3 s beyond its limit. */
class ServerProcessTest {

    private static final Duration TOO_SHORT = Duration.ofMillis(100);

    private static final String SERVER = """
            trap 'sleep 5; echo "STOPPED {\\"requests\\": 7}"; exit' TERM
            echo "READY {}"
            while :; do sleep 0.05; done
            """;

    private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private ServerProcess started() throws Exception {
        var command = List.of("bash", "-c", SERVER);
        var server = ServerProcess.start("slow", HOME, folder.resolve("slow"), command, Map.of(), TOO_SHORT);
        server.awaitReady(Duration.ofSeconds(60));
        return server;
    }

    @Test
    void aServerThatIsKilledAfterItsTimeToStopHasCountedNothing() throws Exception {
        try (var server = started()) {
            assertThat(server.stop()).isEmpty();
        }
    }

    @Test
    void withExtraTimeItSaysWhatItCounted() throws Exception {
        try (var server = started()) {
            assertThat(server.stop(Duration.ofSeconds(60))
                            .orElseThrow()
                            .path("requests")
                            .asInt())
                    .isEqualTo(7);
        }
    }
}
