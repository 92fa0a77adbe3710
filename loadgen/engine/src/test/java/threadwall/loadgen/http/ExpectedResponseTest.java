package threadwall.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpectedResponseTest {

    private static final String BODY = "{\"message\":\"Hello, World!\"}";

    private static HttpResponse response(int status, String name, String value, String body) {
        var headers = new HashMap<String, String>();
        headers.put("content-type", "application/json");
        headers.put("content-length", String.valueOf(body.length()));
        headers.put("date", "Sun, 06 Nov 1994 08:49:37 GMT");
        headers.put(name, value);
        return new HttpResponse(status, true, headers, body.getBytes(StandardCharsets.UTF_8), 0);
    }

    private static HttpResponse right() {
        return response(200, "server", "x", BODY);
    }

    @Test
    void aCorrectResponseHasNoFault() {
        assertThat(ExpectedResponse.hello().faultIn(right())).isEmpty();
        assertThat(ExpectedResponse.refusal(400, 431).faultIn(response(431, "server", "x", "why")))
                .isEmpty();
    }

    @Test
    void chunksNeedNoLengthAndMayHaveNone() {
        var headers = new HashMap<>(right().headers());
        headers.put("transfer-encoding", "chunked");
        var both = new HttpResponse(200, true, Map.copyOf(headers), "{}".getBytes(StandardCharsets.UTF_8), 0);
        assertThat(ExpectedResponse.hello().faultIn(both))
                .hasValueSatisfying(fault -> assertThat(fault).startsWith("Content-Length 27"));
        headers.remove("content-length");
        var chunked = new HttpResponse(200, true, Map.copyOf(headers), right().body(), 0);
        assertThat(ExpectedResponse.hello().faultIn(chunked)).isEmpty();
    }

    @Test
    void everyPartIsChecked() {
        var expected = ExpectedResponse.hello();
        assertThat(expected.faultIn(response(500, "server", "x", BODY))).contains("status 500 instead of 200");
        assertThat(expected.faultIn(response(200, "content-length", "26", BODY)))
                .contains("Content-Length 26 with a body of 27 bytes");
        assertThat(expected.faultIn(response(200, "content-type", "text/html", BODY)))
                .contains("Content-Type text/html instead of application/json");
        assertThat(expected.faultIn(response(200, "date", "yesterday", BODY)))
                .contains("Date is not a date: yesterday");
        assertThat(expected.faultIn(response(200, "server", "x", "{}"))).contains("body {} instead of " + BODY);
    }

    @Test
    void aResponseOutOfOrderIsAWrongBody() {
        assertThat(ExpectedResponse.helloAfter(7).faultIn(right()))
                .hasValueSatisfying(fault -> assertThat(fault).contains("Hello, World! 7"));
    }

    @Test
    void aClosingResponseMustAnnounceIt() {
        var expected = ExpectedResponse.hello().closing();
        assertThat(expected.faultIn(right())).contains("the answer lacks Connection: close");
        assertThat(expected.faultIn(response(200, "connection", "Close", BODY))).isEmpty();
    }

    @Test
    void aResponseToHeadHasTheLengthOfTheMissingBody() {
        var expected = ExpectedResponse.hello().toHead();
        assertThat(expected.faultIn(response(200, "content-length", "27", ""))).isEmpty();
        assertThat(expected.faultIn(response(200, "content-length", "0", "")))
                .contains("Content-Length 0 for HEAD instead of 27");
    }
}
