package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.ClientLoad;
import threadwall.record.RequestMessage;
import threadwall.record.RequestMessage.RouteMix;

/** The engines' command lines and error messages. */
class LoadEngineTest {

    private static final String URL = "http://127.0.0.1:8080/json";

    @Test
    void areFoundByName() {
        assertThat(LoadEngine.all())
                .allSatisfy(
                        engine -> assertThat(LoadEngine.named(engine.name())).contains(engine));
        assertThat(LoadEngine.names()).isEqualTo("ab, wrk, oha, vegeta, open-loop, tsung");
        assertThat(LoadEngine.named("hey")).isEmpty();
    }

    @Test
    void abEndsByRequestsAndBindsAnAddress() {
        var line = LoadEngine.AB.command(
                new ClientLoad(URL, 7, 21L, null, null, null, "127.1.0.1", true, false, 31, "a.tsv"));
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
        var other = LoadEngine.AB.command(
                new ClientLoad(URL, 7, 21L, null, null, null, "127.1.0.1", false, true, 31, null));
        assertThat(other).containsExactly("ab", "-r", "-s", "31", "-c", "7", "-n", "21", "-B", "127.1.0.1", URL);
    }

    @Test
    void recognisesATimeoutOfAb() {
        var load = new ClientLoad(URL, 7, 21L, null, null, null, "127.1.0.1", true, false, 31, null);
        assertThat(LoadEngine.AB.timeout(load, "apr_pollset_poll: The timeout specified has expired (70007)"))
                .contains("no answer came for 31 s (ab: apr_pollset_poll: The timeout specified has expired (70007))");
        assertThat(LoadEngine.AB.timeout(load, "apr_socket_connect(): Connection refused (111)"))
                .isEmpty();
    }

    @Test
    void wrkEndsByTimeAndHasThreads() {
        var line = LoadEngine.WRK.command(new ClientLoad(URL, 7, null, 12, null, 3, "127.0.0.1", true, true, 31, null));
        assertThat(line)
                .containsExactly("wrk", "-t3", "-c7", "-d12s", "--timeout", "31s", "-s", "loadgen/wrk.lua", URL);
    }

    @Test
    void ohaEndsByTimeHasThreadsAndMayClose() {
        var line =
                LoadEngine.OHA.command(new ClientLoad(URL, 7, null, 12, null, 3, "127.0.0.1", false, true, 31, null));
        assertThat(line)
                .startsWith(".threadwall/oha/bin/oha")
                .containsSequence(
                        "--worker-threads", "3", "-c", "7", "-z", "12s", "-t", "31s", "--connect-timeout", "31s")
                .contains("--disable-keepalive")
                .endsWith(URL);
        var kept = LoadEngine.OHA.command(new ClientLoad(URL, 7, null, 12, null, 3, "127.0.0.1", true, true, 31, null));
        assertThat(kept).doesNotContain("--disable-keepalive");
    }

    @Test
    void vegetaSendsAtARateOnBoundedConnections() {
        var line = LoadEngine.VEGETA.command(
                new ClientLoad(URL, 500, null, 12, 3_000, 1, "127.1.0.1", true, true, 31, "steps/1/vegeta-1.gob"));
        assertThat(line)
                .startsWith("bash", "-c", "exec \"$@\" <<<\"$0\"", "GET " + URL, "env", "GOMAXPROCS=1")
                .containsSubsequence("attack", "-rate", "3000", "-duration", "12s")
                .containsSubsequence("-max-workers", "500")
                .containsSubsequence("-max-connections", "500")
                .containsSubsequence("-laddr", "127.1.0.1", "-timeout", "31s")
                .containsSubsequence("-output", "steps/1/vegeta-1.gob")
                .doesNotContain("-keepalive=false");
        assertThat(LoadEngine.VEGETA.command(new ClientLoad(
                        URL, 500, null, 12, 3_000, null, "127.1.0.1", false, true, 31, "steps/1/vegeta-1.gob")))
                .contains("-keepalive=false")
                .doesNotContain("env");
    }

    @Test
    void openLoopTakesOnePhaseOfRateAndSeconds() {
        var load =
                new ClientLoad(URL, 500, null, 12, 3_000, null, "127.1.0.1", true, true, 31, "steps/1/open-loop-1.log");
        assertThat(LoadEngine.OPEN_LOOP.command(load))
                .containsSubsequence("--connections", "500")
                .containsSubsequence("--source", "127.1.0.1")
                .containsSubsequence("--timeout", "31")
                .containsSubsequence("--log", "steps/1/open-loop-1.log", URL, "3000:12")
                .doesNotContain("--close", "--addresses");
        assertThat(LoadEngine.OPEN_LOOP.command(load.over(2)))
                .containsSubsequence("--source", "127.1.0.1", "--addresses", "2");
        assertThat(load.over(2).sources()).containsExactly("127.1.0.1", "127.1.0.2");
        assertThat(LoadEngine.OPEN_LOOP.command(
                        new ClientLoad(URL, 5, null, 1, 10, null, "127.1.0.1", false, true, 31, "a.log")))
                .contains("--close");
    }

    @Test
    void eachEngineSendsMethodHeadersAndBody() {
        var load = new ClientLoad(URL, 7, 21L, 12, 100, 1, "127.1.0.1", true, true, 31, "log")
                .sending(new RequestMessage("POST", List.of("Content-Type: text/plain", "X-A: b"), "run/body", null));
        assertThat(LoadEngine.AB.command(load))
                .containsSequence("-p", "run/body", "-T", "text/plain", "-H", "X-A: b", URL);
        assertThat(LoadEngine.WRK.command(load))
                .containsSequence("-H", "Content-Type: text/plain", "-H", "X-A: b", URL, "--", "POST", "run/body");
        assertThat(LoadEngine.OHA.command(load))
                .containsSequence(
                        "-m", "POST", "-H", "Content-Type: text/plain", "-H", "X-A: b", "-D", "run/body", URL);
        assertThat(LoadEngine.VEGETA.command(load))
                .contains("POST " + URL)
                .containsSequence("-header", "Content-Type: text/plain", "-header", "X-A: b", "-body", "run/body");
        assertThat(LoadEngine.OPEN_LOOP.command(load))
                .containsSequence(
                        "--method",
                        "POST",
                        "--header",
                        "Content-Type: text/plain",
                        "--header",
                        "X-A: b",
                        "--body",
                        "run/body");
    }

    @Test
    void someEnginesRequestSeveralRoutes() {
        var mix = new RouteMix("/a=1,/b=1", "run/routes");
        var load = new ClientLoad(URL, 7, 21L, 12, 100, 1, "127.1.0.1", true, true, 31, "log")
                .sending(new RequestMessage("GET", List.of(), null, mix));
        assertThat(LoadEngine.WRK.command(load)).endsWith(URL, "--", "GET", "", "run/routes");
        assertThat(LoadEngine.OPEN_LOOP.command(load)).containsSequence("--routes", "run/routes");
        assertThat(LoadEngine.VEGETA.command(load).subList(2, 5))
                .containsExactly(
                        "exec \"${@:2}\" < <(sed \"s|^|$0|\" \"$1\")",
                        "GET " + URL.replaceFirst("(//[^/]+)/.*", "$1"),
                        "run/routes");
        assertThat(LoadEngine.all())
                .filteredOn(LoadEngine::severalRoutes)
                .extracting(LoadEngine::name)
                .containsExactly("wrk", "vegeta", "open-loop");
    }

    @Test
    void abSendsOtherMethodsWithTheBodyOfAPost() {
        var load = new ClientLoad(URL, 7, 21L, null, null, null, "127.1.0.1", true, true, 31, null);
        assertThat(LoadEngine.AB.command(load.sending(new RequestMessage("PUT", List.of(), "b", null))))
                .containsSequence("-u", "b", URL);
        assertThat(LoadEngine.AB.command(load.sending(new RequestMessage("PATCH", List.of(), "b", null))))
                .containsSequence("-p", "b", "-m", "PATCH", URL);
        assertThat(LoadEngine.AB.command(load.sending(new RequestMessage("DELETE", List.of(), null, null))))
                .containsSequence("-m", "DELETE", URL);
    }
}
