package threadwall.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses one after another on one connection, from a server that sends a fixed text. */
class PipelinedResponsesTest {

    private static final int TIMEOUT_MILLIS = 20_000;

    /** Sends a text to the first client, and closes. */
    private record TextServer(ServerSocket socket) implements AutoCloseable {

        static TextServer of(String text) throws IOException {
            var socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
            Thread.startVirtualThread(() -> {
                try (var client = socket.accept()) {
                    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
                    client.shutdownOutput();
                    client.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return new TextServer(socket);
        }

        HttpConnection connect() throws IOException {
            var address = new InetSocketAddress("127.0.0.1", socket.getLocalPort());
            return HttpConnection.open(address, InetAddress.getByName("127.0.0.77"), TIMEOUT_MILLIS);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static String answer(String body) {
        return "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nX: a\r\nx: b\r\n\r\n%s".formatted(body.length(), body);
    }

    @Test
    void readsAnswersOneAfterAnother() throws Exception {
        try (var server = TextServer.of("HTTP/1.1 100 Continue\r\n\r\n" + answer("one") + answer(""));
                var connection = server.connect()) {
            var first = connection.read(false);
            assertThat(new String(first.body(), StandardCharsets.UTF_8)).isEqualTo("one");
            assertThat(first.headers()).containsEntry("x", "a, b");
            assertThat(first.closes()).isFalse();
            assertThat(connection.read(false).body()).isEmpty();
            assertThat(connection.awaitClose()).isTrue();
        }
    }

    @Test
    void readsNoBodyForHeadAndSeesOneThatIsSentAnyway() throws Exception {
        try (var server = TextServer.of(answer("one"));
                var connection = server.connect()) {
            assertThat(connection.read(true).body()).isEmpty();
            assertThat(connection.awaitClose()).isFalse();
            assertThat(connection.unread()).isEqualTo("one");
        }
    }

    @Test
    void slowReadsGiveTheSameAnswer() throws Exception {
        try (var server = TextServer.of(answer("many words"));
                var connection = server.connect()) {
            connection.readSlowly(1, 1, System.nanoTime() + 10_000_000);
            assertThat(new String(connection.read(false).body(), StandardCharsets.UTF_8))
                    .isEqualTo("many words");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\none",
                "HTTP/1.1 200 OK\r\n\r\none",
                "HTTP/1.1 200 OK\nContent-Length: 3\n\none",
                "HTTP/2 200\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
                "HTTP/1.1 200 O",
            })
    void anIncompleteOrMalformedAnswerIsAnError(String text) throws Exception {
        try (var server = TextServer.of(text);
                var connection = server.connect()) {
            assertThatThrownBy(() -> connection.read(false))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(EOFException.class);
        }
    }

    @Test
    void aCloseInsteadOfAnAnswerIsDistinguished() throws Exception {
        try (var server = TextServer.of("");
                var connection = server.connect()) {
            assertThatThrownBy(() -> connection.read(false)).isInstanceOf(EOFException.class);
        }
    }
}
