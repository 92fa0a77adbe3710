package threadwall.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {

    @ParameterizedTest
    @CsvSource({"0,0", "100,100", "007,7", "3600000,3600000"})
    void readsWholeMilliseconds(String time, int millis) {
        assertThat(Routes.sleepMillis(time)).isEqualTo(millis);
    }

    @Test
    void noTimeIsNoSleep() {
        assertThat(Routes.sleepMillis(null)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "abc", "-1", "+1", "1.5", "1e3", "3600001", "99999999999999999999", "٣"})
    void refusesAnythingElse(String time) {
        assertThat(Routes.sleepMillis(time)).isEqualTo(Routes.BAD_NUMBER);
    }

    @Test
    void bodies() {
        assertThat(Json.line(Answer.hello())).isEqualTo("{\"message\":\"Hello, World!\"}");
        assertThat(Json.line(Answer.hello(100))).isEqualTo("{\"message\":\"Hello, World! 100\"}");
        assertThat(Json.line(Answer.badTime("abc")))
                .isEqualTo("{\"error\":\"time must be a whole number of milliseconds from 0 to 3600000, not 'abc'\"}");
        assertThat(Json.line(Answer.noRoute("/x"))).isEqualTo("{\"error\":\"no such route: /x\"}");
        assertThat(Json.line(Answer.notAllowed("POST", "/json")))
                .isEqualTo("{\"error\":\"POST is not allowed on /json; allowed: GET, HEAD\"}");
    }

    @Test
    void aReasonStaysShort() {
        assertThat(Answer.noRoute("/" + "x".repeat(9000)).error()).hasSizeLessThan(120);
    }

    @Test
    void aReasonIsCutBetweenCharacters() {
        assertThat(Answer.badTime("x".repeat(79) + "😀y").error()).endsWith("'" + "x".repeat(79) + "…'");
        assertThat(Answer.badTime("x".repeat(78) + "😀y").error()).endsWith("'" + "x".repeat(78) + "😀…'");
    }

    @Test
    void healthIsTheIdentityAndThenTheLimits() {
        var url = ServerIdentity.url("::1", 80);
        var identity = ServerIdentity.here("kilim", "fibers", url, StoreKind.EMBEDDED, 2);
        assertThat(Json.line(identity))
                .isEqualTo(
                        "{\"server\":\"kilim\",\"model\":\"fibers\",\"pid\":%d,\"url\":\"http://[::1]:80\",\"store\":\"embedded\",\"workers\":2}"
                                .formatted(ProcessHandle.current().pid()));
        var health = new ServerIdentity.Health(identity, new LimitsInForce(1_024L, 20_000L, 96_341L, null, 4_096L));
        assertThat(Json.line(health))
                .isEqualTo(
                        Json.line(identity).replaceFirst("}$", "")
                                + ",\"limits\":{\"nofileSoft\":1024,\"nofileHard\":20000,\"nprocSoft\":96341,\"nprocHard\":null,\"somaxconn\":4096}}");
    }

    @Test
    void theLimitsOfThisProcessAndItsAcceptQueueCanBeRead() throws IOException {
        var limits = LimitsInForce.read();
        assertThat(limits.nofileSoft()).isPositive();
        // sysctls can only be read at offset 0: bash's own read fails, Files.readString works
        var shell = new ProcessBuilder("bash", "-c", "cat /proc/sys/net/core/somaxconn").start();
        var said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(limits.somaxconn()).isEqualTo(Long.valueOf(said));
    }
}
