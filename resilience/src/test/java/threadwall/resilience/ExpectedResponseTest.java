package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedResponseTest {

    private static final String BODY = "{\"message\":\"Hello, World!\"}";
    private static final Map<String, String> FIELDS = Map.of(
            "content-type", "application/json",
            "content-length", String.valueOf(BODY.length()),
            "date", "Sun, 06 Nov 1994 08:49:37 GMT");

    private static RawResponse reply(int status, String name, String value, String body) {
        var fields = new HashMap<>(FIELDS);
        fields.put(name, value);
        return new RawResponse(status, true, fields, body.getBytes(StandardCharsets.UTF_8));
    }

    private static RawResponse right() {
        return reply(200, "server", "x", BODY);
    }

    @Test
    void aRightAnswerHasNoFault() {
        assertThat(RawRequest.JSON.due().faultIn(right())).isEmpty();
        assertThat(ExpectedResponse.refusal(400, 431).faultIn(reply(431, "server", "x", "why")))
                .isEmpty();
    }

    @Test
    void everyPartIsLookedAt() {
        var due = RawRequest.JSON.due();
        assertThat(due.faultIn(reply(500, "server", "x", BODY))).contains("status 500 instead of 200");
        assertThat(due.faultIn(reply(200, "content-type", "text/html", BODY))).contains("Content-Type text/html");
        assertThat(due.faultIn(reply(200, "date", "yesterday", BODY))).contains("Date yesterday");
        assertThat(due.faultIn(reply(200, "server", "x", "{}"))).contains("body {} instead of " + BODY);
    }

    @Test
    void anAnswerOutOfOrderIsAWrongBody() {
        assertThat(RawRequest.sleep(7).due().faultIn(right()))
                .hasValueSatisfying(fault -> assertThat(fault).contains("Hello, World! 7"));
    }

    @Test
    void aConnectionThatShallEndHasToSaySo() {
        var due = RawRequest.JSON.close().due();
        assertThat(due.faultIn(right())).contains("the answer does not say that the connection closes");
        assertThat(due.faultIn(reply(200, "connection", "Close", BODY))).isEmpty();
    }

    @Test
    void anAnswerToHeadHasTheLengthOfTheBodyThatIsNotThere() {
        var due = RawRequest.JSON.head().due();
        assertThat(due.faultIn(reply(200, "server", "x", ""))).isEmpty();
        assertThat(due.faultIn(reply(200, "content-length", "0", "")))
                .contains("Content-Length 0 for HEAD instead of 27");
    }

    @Test
    void requestsAreSentAsTheyAreMeant() {
        assertThat(RawRequest.JSON.text()).isEqualTo("GET /json HTTP/1.1\r\nHost: threadwall\r\n\r\n");
        assertThat(RawRequest.JSON.close().text())
                .isEqualTo("GET /json HTTP/1.1\r\nHost: threadwall\r\nConnection: close\r\n\r\n");
        assertThat(RawRequest.JSON.old(false).text()).isEqualTo("GET /json HTTP/1.0\r\nHost: threadwall\r\n\r\n");
        assertThat(RawRequest.JSON.old(true).text())
                .isEqualTo("GET /json HTTP/1.0\r\nHost: threadwall\r\nConnection: keep-alive\r\n\r\n");
        assertThat(RawRequest.sleep(5).head().text()).startsWith("HEAD /json2?time=5 HTTP/1.1\r\n");
    }
}
