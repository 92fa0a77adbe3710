package threadwall.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AnswerVerifierTest {

    /** Answers once six requests wait, three of each of its two addresses. */
    @Test
    void theAnswersBeforeALoadAreCheckedAtOnce() throws Exception {
        var barrier = new CyclicBarrier(6);
        try (var one = listen(barrier);
                var other = listen(barrier)) {
            assertThat(verifier(one, other).checkBeforeLoad()).isEmpty();
        }
    }

    @Test
    void aServerThatDoesNotAnswerIsNamed() throws Exception {
        var listener = listen(new CyclicBarrier(1));
        var url = url(listener);
        listener.close();
        try (var other = listen(new CyclicBarrier(1))) {
            assertThat(new AnswerVerifier(
                                    List.of(url(other), url),
                                    new RequestRoute("/hello"),
                                    RequestContent.GET,
                                    new TargetAnswer(200, null, null, null),
                                    false,
                                    HttpVersion.HTTP_1_1,
                                    30_000)
                            .checkBeforeLoad())
                    .contains(url + "/hello: Connection refused");
        }
    }

    private static AnswerVerifier verifier(ServerSocket... listeners) throws IOException {
        return new AnswerVerifier(
                List.of(listeners).stream().map(AnswerVerifierTest::url).toList(),
                new RequestRoute("/hello"),
                RequestContent.GET,
                new TargetAnswer(200, null, null, null),
                false,
                HttpVersion.HTTP_1_1,
                30_000);
    }

    private static URI url(ServerSocket listener) {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    private static ServerSocket listen(CyclicBarrier barrier) throws IOException {
        var listener = new ServerSocket(0, 100, InetAddress.getByName("127.0.0.1"));
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    var socket = listener.accept();
                    Thread.ofVirtual().start(() -> answer(socket, barrier));
                }
            } catch (IOException e) {
                // closed
            }
        });
        return listener;
    }

    private static void answer(Socket socket, CyclicBarrier barrier) {
        try (socket) {
            var read = new StringBuilder();
            while (!read.toString().endsWith("\r\n\r\n")) {
                read.append((char) socket.getInputStream().read());
            }
            barrier.await();
            var answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi";
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException | InterruptedException | BrokenBarrierException e) {
            // the test fails without the answer
        }
    }
}
