package threadwall.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
        assertThat(Routes.sleepMillis(time)).isEqualTo(Routes.BAD_TIME);
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
    void healthIsTheIdentityAndThenTheLimits() {
        var url = Identity.url("::1", 80);
        var identity = Identity.here("kilim", "fibers", url, StoreKind.EMBEDDED, 2);
        assertThat(Json.line(identity))
                .isEqualTo(
                        "{\"server\":\"kilim\",\"model\":\"fibers\",\"pid\":%d,\"url\":\"http://[::1]:80\",\"store\":\"embedded\",\"workers\":2}"
                                .formatted(ProcessHandle.current().pid()));
        var table = List.of(
                "Limit                     Soft Limit           Hard Limit           Units     ",
                "Max processes             96341                unlimited            processes ",
                "Max open files            1024                 20000                files     ");
        var health = new Identity.Health(identity, Limits.of(table, "4096\n"));
        assertThat(Json.line(health))
                .isEqualTo(
                        Json.line(identity).replaceFirst("}$", "")
                                + ",\"limits\":{\"nofileSoft\":1024,\"nofileHard\":20000,\"nprocSoft\":96341,\"nprocHard\":null,\"somaxconn\":4096}}");
    }

    @Test
    void theLimitsOfThisProcessCanBeRead() {
        assertThat(identityOfThisProcess().limits().nofileSoft()).isPositive();
    }

    private static Identity.Health identityOfThisProcess() {
        return Identity.here("kilim", "fibers", Identity.url("h", 1), StoreKind.EMBEDDED, 2)
                .health();
    }
}
