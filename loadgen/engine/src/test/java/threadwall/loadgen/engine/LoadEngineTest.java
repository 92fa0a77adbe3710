package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.ClientLoad;

/** The command lines of the engines, and what they tell back. */
class LoadEngineTest {

    private static final String URL = "http://127.0.0.1:8080/json";

    @Test
    void areKnownByName() {
        assertThat(LoadEngine.all())
                .allSatisfy(
                        engine -> assertThat(LoadEngine.named(engine.name())).contains(engine));
        assertThat(LoadEngine.names()).isEqualTo("ab, wrk, oha");
        assertThat(LoadEngine.named("hey")).isEmpty();
    }

    @Test
    void abHasANumberOfRequestsAndAnAddress() {
        var line =
                LoadEngine.AB.command(new ClientLoad(URL, 7, 21L, null, null, "127.1.0.1", true, false, 31, "a.tsv"));
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
        assertThat(LoadEngine.AB.source(line)).contains("127.1.0.1");
        assertThat(LoadEngine.AB.requestLog(line)).contains("a.tsv");
        assertThat(LoadEngine.AB.keeps(line)).isTrue();
        assertThat(LoadEngine.AB.threads(line)).isEqualTo(1);
        assertThat(LoadEngine.AB.seconds(line)).isNull();
        var other = LoadEngine.AB.command(new ClientLoad(URL, 7, 21L, null, null, "127.1.0.1", false, true, 31, null));
        assertThat(other).containsExactly("ab", "-r", "-s", "31", "-c", "7", "-n", "21", "-B", "127.1.0.1", URL);
        assertThat(LoadEngine.AB.requestLog(other)).isEmpty();
        assertThat(LoadEngine.AB.keeps(other)).isFalse();
    }

    @Test
    void abFallsSilentInItsOwnWords() {
        var line = List.of("ab", "-s", "31", URL);
        assertThat(LoadEngine.AB.silence(line, "apr_pollset_poll: The timeout specified has expired (70007)"))
                .contains("no answer came for 31 s (ab: apr_pollset_poll: The timeout specified has expired (70007))");
        assertThat(LoadEngine.AB.silence(line, "apr_socket_connect(): Connection refused (111)"))
                .isEmpty();
    }

    @Test
    void wrkHasATimeAndThreads() {
        var line = LoadEngine.WRK.command(new ClientLoad(URL, 7, null, 12, 3, "127.0.0.1", true, true, 31, null));
        assertThat(line)
                .containsExactly("wrk", "-t3", "-c7", "-d12s", "--timeout", "31s", "-s", "loadgen/wrk.lua", URL);
        assertThat(LoadEngine.WRK.seconds(line)).isEqualTo(12);
        assertThat(LoadEngine.WRK.threads(line)).isEqualTo(3);
        assertThat(LoadEngine.WRK.keeps(line)).isTrue();
        assertThat(LoadEngine.WRK.source(line)).isEmpty();
    }

    @Test
    void ohaHasATimeAndThreadsAndMayClose() {
        var line = LoadEngine.OHA.command(new ClientLoad(URL, 7, null, 12, 3, "127.0.0.1", false, true, 31, null));
        assertThat(line)
                .startsWith(".threadwall/oha/bin/oha")
                .containsSequence(
                        "--worker-threads", "3", "-c", "7", "-z", "12s", "-t", "31s", "--connect-timeout", "31s")
                .contains("--disable-keepalive")
                .endsWith(URL);
        assertThat(LoadEngine.OHA.seconds(line)).isEqualTo(12);
        assertThat(LoadEngine.OHA.threads(line)).isEqualTo(3);
        assertThat(LoadEngine.OHA.keeps(line)).isFalse();
        var kept = LoadEngine.OHA.command(new ClientLoad(URL, 7, null, 12, 3, "127.0.0.1", true, true, 31, null));
        assertThat(LoadEngine.OHA.keeps(kept)).isTrue();
    }
}
