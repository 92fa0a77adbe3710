package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import threadwall.loadgen.http.HttpResponse;
import threadwall.resilience.WriteLog.Totals;

class WriteLogTest {

    private static final NewUserRequest FIRST = new NewUserRequest(1, 0, 0);
    private static final NewUserRequest SECOND = new NewUserRequest(1, 0, 1);
    private static final NewUserRequest INVALID = new NewUserRequest(1, 0, 15);

    private final WriteLog log = new WriteLog();

    private void acknowledge(NewUserRequest user, int id) {
        answer(user, 201, "{\"id\":%d}".formatted(id), Map.of("location", "/users/" + id));
    }

    private void answer(NewUserRequest user, int status, String body, Map<String, String> headers) {
        log.answered(user, new HttpResponse(status, true, headers, body.getBytes(StandardCharsets.UTF_8), 0));
    }

    @Test
    void acknowledgedUsersMustBeThereUnaltered() {
        acknowledge(FIRST, 1);
        acknowledge(SECOND, 2);
        log.readBack(1, FIRST.stored(1));
        log.readBack(2, SECOND.stored(2));
        assertThat(log.faults()).isEmpty();
        log.readBack(1, null);
        log.readBack(2, FIRST.stored(2));
        assertThat(log.faults())
                .containsExactly(
                        "1 times a user was acknowledged or shown, but is lost: id 1",
                        "1 times a user was acknowledged, but has changed: id 2");
        assertThat(log.totals()).isEqualTo(new Totals(2, 0, 0, 0, 0, 2));
    }

    @Test
    void unansweredUsersMayBeThereOnceAndThenStay() {
        log.unanswered(FIRST);
        answer(SECOND, 503, "{}", Map.of());
        log.readBack(1, FIRST.stored(1));
        log.readBack(2, null);
        assertThat(log.faults()).isEmpty();
        assertThat(log.expectedIds()).containsExactly(1);
        assertThat(log.totals()).isEqualTo(new Totals(0, 1, 1, 0, 1, 0));
        log.readBack(3, FIRST.stored(3));
        assertThat(log.faults()).singleElement().asString().endsWith("under another id as well: id 3");
        log.readBack(1, null);
        assertThat(log.faults()).first().asString().endsWith("is lost: id 1");
    }

    @Test
    void refusedUsersMustNotBeThere() {
        answer(INVALID, 400, "{}", Map.of());
        log.readBack(1, INVALID.stored(1));
        assertThat(log.faults()).containsExactly("1 times a user was refused, but is stored: id 1");
    }

    @Test
    void anIdIsAssignedOnce() {
        acknowledge(FIRST, 1);
        acknowledge(SECOND, 1);
        assertThat(log.faults()).containsExactly("1 times a user got an id that another user has: id 1");
    }

    @Test
    void otherAnswersAreWrong() {
        acknowledge(INVALID, 1);
        answer(FIRST, 500, "{}", Map.of());
        answer(SECOND, 201, "{\"id\":1}", Map.of("location", "/users/2"));
        assertThat(log.expectedIds()).isEmpty();
        assertThat(log.faults())
                .containsExactlyInAnyOrder(
                        "status 201 instead of 400 (1 times)",
                        "status 500 instead of 201 (1 times)",
                        "201 without an id, or with another Location (1 times)");
    }
}
