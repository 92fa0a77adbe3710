package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RawRequestTest {

    @Test
    void requestsAreByteExact() {
        assertThat(RawRequest.JSON.text()).isEqualTo("GET /json HTTP/1.1\r\nHost: threadwall\r\n\r\n");
        assertThat(RawRequest.JSON.closing().text())
                .isEqualTo("GET /json HTTP/1.1\r\nHost: threadwall\r\nConnection: close\r\n\r\n");
        assertThat(RawRequest.JSON.http10(false).text()).isEqualTo("GET /json HTTP/1.0\r\nHost: threadwall\r\n\r\n");
        assertThat(RawRequest.JSON.http10(true).text())
                .isEqualTo("GET /json HTTP/1.0\r\nHost: threadwall\r\nConnection: keep-alive\r\n\r\n");
        assertThat(RawRequest.sleep(5).head().text()).startsWith("HEAD /json2?time=5 HTTP/1.1\r\n");
    }
}
