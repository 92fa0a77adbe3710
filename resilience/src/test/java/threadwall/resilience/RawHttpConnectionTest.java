package threadwall.resilience;

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

/** The client's own end, against a server that says what it is told. */
class RawHttpConnectionTest {

    private static final int PATIENCE_MILLIS = 20_000;

    /** Sends that to whoever comes, and closes. */
    private record Says(ServerSocket socket) implements AutoCloseable {

        static Says of(String text) throws IOException {
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
            return new Says(socket);
        }

        RawHttpConnection connect() throws IOException {
            var address = new InetSocketAddress("127.0.0.1", socket.getLocalPort());
            return RawHttpConnection.open(address, HeldConnections.source(0), PATIENCE_MILLIS, 0);
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
        try (var says = Says.of("HTTP/1.1 100 Continue\r\n\r\n" + answer("one") + answer(""));
                var wire = says.connect()) {
            var first = wire.read(false);
            assertThat(new String(first.body(), StandardCharsets.UTF_8)).isEqualTo("one");
            assertThat(first.fields()).containsEntry("x", "a, b");
            assertThat(first.closes()).isFalse();
            assertThat(wire.read(false).body()).isEmpty();
            assertThat(wire.ends()).isTrue();
        }
    }

    @Test
    void takesNoBodyForHeadAndSeesOneThatComesAllTheSame() throws Exception {
        try (var says = Says.of(answer("one"));
                var wire = says.connect()) {
            assertThat(wire.read(true).body()).isEmpty();
            assertThat(wire.ends()).isFalse();
            assertThat(wire.unread()).isEqualTo("one");
        }
    }

    @Test
    void sipsGiveTheSameAnswer() throws Exception {
        try (var says = Says.of(answer("many words"));
                var wire = says.connect()) {
            wire.readSlowly(1, 1, System.nanoTime() + 10_000_000);
            assertThat(new String(wire.read(false).body(), StandardCharsets.UTF_8))
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
    void whatIsNoWholeAnswerIsRefused(String text) throws Exception {
        try (var says = Says.of(text);
                var wire = says.connect()) {
            assertThatThrownBy(() -> wire.read(false))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(EOFException.class);
        }
    }

    @Test
    void aCloseInsteadOfAnAnswerIsToldApart() throws Exception {
        try (var says = Says.of("");
                var wire = says.connect()) {
            assertThatThrownBy(() -> wire.read(false)).isInstanceOf(EOFException.class);
        }
    }
}
