package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The command lines of the engines, and what they tell back. */
class EngineTest {

    private static final String URL = "http://127.0.0.1:8080/json";

    @Test
    void areKnownByName() {
        assertThat(Engine.all())
                .allSatisfy(engine -> assertThat(Engine.named(engine.name())).contains(engine));
        assertThat(Engine.names()).isEqualTo("ab, wrk, oha");
        assertThat(Engine.named("hey")).isEmpty();
    }

    @Test
    void abHasANumberOfRequestsAndAnAddress() {
        var line = Engine.AB.command(new ClientLoad(URL, 7, 21L, null, null, "127.1.0.1", true, false, 31, "a.tsv"));
        assertThat(line)
                .containsExactly(
                        "ab",
                        "-r",
                        "-l",
                        "-k",
                        "-s",
                        "31",
                        "-c",
                        "7",
                        "-n",
                        "21",
                        "-B",
                        "127.1.0.1",
                        "-g",
                        "a.tsv",
                        URL);
        assertThat(Engine.AB.source(line)).contains("127.1.0.1");
        assertThat(Engine.AB.requestLog(line)).contains("a.tsv");
        assertThat(Engine.AB.keeps(line)).isTrue();
        assertThat(Engine.AB.threads(line)).isEqualTo(1);
        assertThat(Engine.AB.seconds(line)).isNull();
        var other = Engine.AB.command(new ClientLoad(URL, 7, 21L, null, null, "127.1.0.1", false, true, 31, null));
        assertThat(other).containsExactly("ab", "-r", "-s", "31", "-c", "7", "-n", "21", "-B", "127.1.0.1", URL);
        assertThat(Engine.AB.requestLog(other)).isEmpty();
        assertThat(Engine.AB.keeps(other)).isFalse();
    }

    @Test
    void abFallsSilentInItsOwnWords() {
        var line = List.of("ab", "-s", "31", URL);
        assertThat(Engine.AB.silence(line, "apr_pollset_poll: The timeout specified has expired (70007)"))
                .contains("no answer came for 31 s (ab: apr_pollset_poll: The timeout specified has expired (70007))");
        assertThat(Engine.AB.silence(line, "apr_socket_connect(): Connection refused (111)"))
                .isEmpty();
    }

    @Test
    void wrkHasATimeAndThreads() {
        var line = Engine.WRK.command(new ClientLoad(URL, 7, null, 12, 3, "127.0.0.1", true, true, 31, null));
        assertThat(line)
                .containsExactly("wrk", "-t3", "-c7", "-d12s", "--timeout", "31s", "-s", "loadgen/wrk.lua", URL);
        assertThat(Engine.WRK.seconds(line)).isEqualTo(12);
        assertThat(Engine.WRK.threads(line)).isEqualTo(3);
        assertThat(Engine.WRK.keeps(line)).isTrue();
        assertThat(Engine.WRK.source(line)).isEmpty();
    }

    @Test
    void ohaHasATimeAndThreadsAndMayClose() {
        var line = Engine.OHA.command(new ClientLoad(URL, 7, null, 12, 3, "127.0.0.1", false, true, 31, null));
        assertThat(line)
                .startsWith(".threadwall/oha/bin/oha")
                .containsSequence(
                        "--worker-threads", "3", "-c", "7", "-z", "12s", "-t", "31s", "--connect-timeout", "31s")
                .contains("--disable-keepalive")
                .endsWith(URL);
        assertThat(Engine.OHA.seconds(line)).isEqualTo(12);
        assertThat(Engine.OHA.threads(line)).isEqualTo(3);
        assertThat(Engine.OHA.keeps(line)).isFalse();
        var kept = Engine.OHA.command(new ClientLoad(URL, 7, null, 12, 3, "127.0.0.1", true, true, 31, null));
        assertThat(Engine.OHA.keeps(kept)).isTrue();
    }
}
