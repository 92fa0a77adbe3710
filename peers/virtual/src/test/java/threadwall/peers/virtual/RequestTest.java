package threadwall.peers.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTest {

    @Test
    void readsLineHeadersAndParameters() throws Exception {
        var request = parse("GET /json2?x=1&time=20&time=30 HTTP/1.1|Host: a|Accept: */*");
        assertThat(request).isEqualTo(new Request("GET", "/json2", "x=1&time=20&time=30", true, true));
        assertThat(request.parameter("time")).isEqualTo("20");
        assertThat(request.parameter("tim")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "1.1, , true",
        "1.0, , false",
        "1.0, Keep-Alive, true",
        "1.1, CLOSE, false",
        "1.1, 'TE, close', false",
        "1.0, 'keep-alive, close', false",
    })
    void goesOnAsVersionAndConnectionSay(String version, String options, boolean keepAlive) throws Exception {
        var header = options == null ? "" : "|Connection: " + options;
        assertThat(parse("GET / HTTP/" + version + "|Host: a" + header).keepAlive())
                .isEqualTo(keepAlive);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET",
                "GET /",
                "GET / HTTP/2.0|Host: a",
                "GET  / HTTP/1.1|Host: a",
                "GET /a b HTTP/1.1|Host: a",
                "GET a HTTP/1.1|Host: a",
                " / HTTP/1.1|Host: a",
                "GET / HTTP/1.1",
                "GET / HTTP/1.1|Host: a|Host: a",
                "GET / HTTP/1.1|Host : a",
                "GET / HTTP/1.1|Host: a| folded",
                "GET / HTTP/1.1|Host: a|Content-Length: 1",
                "GET / HTTP/1.1|Host: a|Transfer-Encoding: chunked",
                "GET / HTTP/1.1|Host: a\nX: b",
                "GET / HTTP/1.1|Host: a\rX: b",
                "GET / HTTP/1.1|Host: \0",
            })
    void refusesWhatIsNoRequest(String head) {
        assertThatThrownBy(() -> parse(head)).isInstanceOf(Request.Malformed.class);
    }

    private static Request parse(String head) throws Request.Malformed {
        return Request.parse(head.replace("|", "\r\n"));
    }
}
