package threadwall.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.loadgen.engine.LoadEngine;

class HttpConnectionTest {

    private static final String RIGHT = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: 1\r\nx-a:  2 \r\n\r\nok";
    private static final int TIMEOUT_MILLIS = 10_000;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsAResponseByteForByte(boolean keepAlive) throws IOException {
        var response = get(RIGHT, keepAlive, !keepAlive);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers())
                .containsEntry("content-length", "2")
                .containsEntry("x-a", "1, 2")
                .hasSize(2);
        assertThat(response.body()).asString(StandardCharsets.UTF_8).isEqualTo("ok");
        assertThat(response.waitMillis()).isPositive();
    }

    private static HttpResponse chunked(String body) throws Exception {
        try (var server =
                        new SingleResponseServer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body, true);
                var connection = open(server.url(), TIMEOUT_MILLIS)) {
            connection.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            return connection.read(false);
        }
    }

    @Test
    void readsABodyInChunks() throws Exception {
        assertThat(chunked("2;a=b\r\nok\r\n0c\r\n, and longer\r\n0\r\nX: y\r\n\r\n")
                        .body())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo("ok, and longer");
        assertThat(chunked("0\r\n\r\n").body()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2\\r\\nlonger\\r\\n0\\r\\n\\r\\n | a chunk is longer than its size, 2",
                "-1\\r\\n | not the size of a chunk: -1",
                "9\\r\\nless | the size of a chunk is 9, but only 4 bytes came",
                "fffffff\\r\\n | the chunks are longer than the limit of 16777216 bytes",
            })
    void aBodyInWrongChunksIsNoResponse(String body, String message) {
        assertThatThrownBy(() -> chunked(body.translateEscapes())).hasMessage(message);
    }

    @Test
    void asksAsAbDoes() throws Exception {
        try (var server = new SingleResponseServer(RIGHT, false);
                var connection = open(server.url(), TIMEOUT_MILLIS)) {
            HttpVersion.of(LoadEngine.AB)
                    .exchange(connection, server.url().getAuthority(), "/json2?time=1", RequestContent.GET, true);
            assertThat(server.request.get())
                    .isEqualTo("GET /json2?time=1 HTTP/1.0\r\nHost: %s\r\nAccept: */*\r\nConnection: Keep-Alive\r\n\r\n"
                            .formatted(server.url().getAuthority()));
        }
    }

    @ParameterizedTest
    @CsvSource({"true, ''", "false, 'Connection: close\r\n'"})
    void asksAsWrkDoes(boolean keepAlive, String connectionHeader) throws Exception {
        try (var server = new SingleResponseServer(RIGHT, false);
                var connection = open(server.url(), TIMEOUT_MILLIS)) {
            var response = HttpVersion.of(LoadEngine.WRK)
                    .exchange(connection, server.url().getAuthority(), "/json", RequestContent.GET, keepAlive);
            assertThat(response.body()).hasSize(2);
            assertThat(server.request.get())
                    .isEqualTo("GET /json HTTP/1.1\r\nHost: %s\r\nAccept: */*\r\n%s\r\n"
                            .formatted(server.url().getAuthority(), connectionHeader));
        }
    }

    @Test
    void keepsABodyThatContentLengthDoesNotFitWhereTheServerCloses() throws IOException {
        assertThat(get("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nlonger", false, true)
                        .body())
                .hasSize(6);
        assertThat(get("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nless", false, true)
                        .body())
                .hasSize(4);
        assertThat(get("HTTP/1.0 200 OK\r\n\r\nlonger", true, true).body()).hasSize(6);
    }

    @Test
    void takesBareLineFeeds() throws IOException {
        assertThat(get("HTTP/1.0 204 \nA: b\n\n", false, true).headers()).containsEntry("a", "b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                            | the connection was closed without an answer",
                "HTTP/1.0 200 OK~Content-Le                    | the connection was closed in the middle of an answer",
                "HTTP/1.0 200                                  | the connection was closed in the middle of an answer",
                "HTTP/1.0 200 OK~A: b~                         | the connection was closed in the middle of an answer",
                "SSH-2.0-OpenSSH~~                             | not a status line: SSH-2.0-OpenSSH",
                "HTTP/1.0~~                                    | not a status line: HTTP/1.0",
                "HTTP/1.0 2000 OK~~                            | not a status line: HTTP/1.0 2000 OK",
                "HTTP/1.0 200 OK~no header~~                   | not a header: no header",
                "HTTP/1.0 200 OK~: none~~                      | not a header: : none",
            })
    void saysWhyThereIsNoWholeAnswer(String answer, String words) {
        assertThatThrownBy(() -> get(answer.replace("~", "\r\n"), true, true))
                .isInstanceOf(IOException.class)
                .hasMessage(words);
    }

    @Test
    void saysSoWhenTheBodyOfAKeptConnectionIsShortOrLong() {
        assertThatThrownBy(() -> get("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nok", true, true))
                .hasMessage("Content-Length is 5, but only 2 bytes came");
        assertThatThrownBy(() -> get("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nok", true, false))
                .hasMessage("the body is longer than its Content-Length, 1");
    }

    @Test
    void refusesAnEndlessHeaderLine() {
        assertThatThrownBy(() -> get("HTTP/1.1 200 OK\r\nA: " + "b".repeat(70_000), true, true))
                .hasMessage("a line of the answer's head is longer than 65536 bytes");
    }

    @Test
    void showsNoControlCharacters() {
        assertThatThrownBy(() -> get("\u001b[31m\u0007~\r\n", true, true)).hasMessage("not a status line:  [31m ~");
    }

    @Test
    void timesOut() throws IOException {
        try (var server = new SingleResponseServer("HTTP/1.0 200 OK\r\n", false);
                var connection = open(server.url(), 50)) {
            assertThatThrownBy(() -> HttpVersion.HTTP_1_0.exchange(connection, "a", "/", RequestContent.GET, true))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void isUnreachableWithoutAListener() throws IOException {
        int free;
        try (var socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            free = socket.getLocalPort();
        }
        assertThatThrownBy(() -> open(URI.create("http://127.0.0.1:" + free), TIMEOUT_MILLIS))
                .isInstanceOf(HttpConnection.Unreachable.class);
    }

    @Test
    void isUnreachableFromASourceThatCannotBeBound() throws IOException {
        try (var server = new SingleResponseServer(RIGHT, true)) {
            // TEST-NET-1 (RFC 5737) is no address of any machine
            assertThatThrownBy(() -> HttpConnection.open(
                            address(server.url()), InetAddress.getByName("192.0.2.1"), TIMEOUT_MILLIS))
                    .isInstanceOf(HttpConnection.Unreachable.class);
        }
    }

    @Test
    void sendsMethodHeadersAndBody() throws Exception {
        try (var server = new SingleResponseServer(RIGHT, false);
                var connection = open(server.url(), TIMEOUT_MILLIS)) {
            var content = new RequestContent("POST", List.of("Content-Type: text/plain"), "\u00e9!", List.of());
            HttpVersion.HTTP_1_1.exchange(connection, "a", "/orders", content, true);
            assertThat(server.request.get())
                    .isEqualTo("POST /orders HTTP/1.1\r\nHost: a\r\nAccept: */*\r\nContent-Type: text/plain\r\n"
                            + "Content-Length: 2\r\n\r\n\u00e9!");
        }
    }

    private static HttpResponse get(String answer, boolean keepAlive, boolean hangUp) throws IOException {
        try (var server = new SingleResponseServer(answer, hangUp);
                var connection = open(server.url(), TIMEOUT_MILLIS)) {
            return HttpVersion.of(LoadEngine.AB)
                    .exchange(connection, server.url().getAuthority(), "/", RequestContent.GET, keepAlive);
        }
    }

    private static HttpConnection open(URI url, int timeoutMillis) throws IOException {
        return HttpConnection.open(address(url), InetAddress.getByName("127.0.0.77"), timeoutMillis);
    }

    private static InetSocketAddress address(URI url) {
        return new InetSocketAddress(url.getHost(), url.getPort());
    }
}
