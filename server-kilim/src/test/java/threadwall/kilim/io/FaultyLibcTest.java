package threadwall.kilim.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.connection.SharedState;
import threadwall.kilim.connection.Worker;
import threadwall.kilim.http.Response;
import threadwall.kilim.io.Transport.PortSharing;

/** A server on real sockets whose system calls fail as seldom a kernel's do. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
class FaultyLibcTest {
    private static final int EPERM = 1;
    private static final int ECONNRESET = 104;
    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

    private final AtomicInteger acceptErrors = new AtomicInteger();
    private final AtomicInteger recvErrors = new AtomicInteger();
    private final AtomicInteger sendErrors = new AtomicInteger();
    private final AtomicInteger sends = new AtomicInteger();
    private final AtomicInteger renewals = new AtomicInteger();
    private volatile int errno;

    private final PrintStream stderr = System.err;
    private final ByteArrayOutputStream spew = new ByteArrayOutputStream();
    private Worker worker;

    /** The next calls fail, as many as the counters say. */
    private final class Faulty extends Libc {
        Faulty(Arena arena) {
            super(arena);
        }

        @Override
        int accept4(int socket, int flags) {
            return fails(acceptErrors) ? -EPERM : super.accept4(socket, flags);
        }

        @Override
        int recv(int socket, MemorySegment into, int length) {
            return fails(recvErrors) ? -errno : super.recv(socket, into, length);
        }

        @Override
        int send(int socket, MemorySegment from, int length, int flags) {
            sends.incrementAndGet();
            return fails(sendErrors) ? -errno : super.send(socket, from, length, flags);
        }

        @Override
        int epollCtl(int epoll, int operation, int descriptor, MemorySegment event) {
            renewals.addAndGet(operation == EPOLL_CTL_MOD ? 1 : 0);
            return super.epollCtl(epoll, operation, descriptor, event);
        }

        private static boolean fails(AtomicInteger errors) {
            return errors.getAndUpdate(left -> Math.max(left - 1, 0)) > 0;
        }
    }

    @BeforeEach
    void start() throws IOException {
        System.setErr(new PrintStream(spew, true));
        var address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0);
        worker = Worker.bind(new EpollTransport(Faulty::new), address, PortSharing.ALONE, ConnectionLimits.DEFAULT);
        worker.start("tested", request -> Response.ok("x"), new SharedState(Integer.MAX_VALUE, Long.MAX_VALUE, null));
    }

    @AfterEach
    void end() throws InterruptedException {
        worker.end();
        System.setErr(stderr);
    }

    private Socket connect() throws IOException {
        return new Socket("127.0.0.1", worker.port());
    }

    private static void assertAnswered(Socket client) throws IOException {
        client.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
        assertAnswer(client);
    }

    private static void assertAnswer(Socket client) throws IOException {
        var answer = new StringBuilder();
        while (!answer.toString().endsWith("\r\n\r\n\"x\"")) {
            int read = client.getInputStream().read();
            assertThat(read).as("after " + answer).isNotNegative();
            answer.append((char) read);
        }
    }

    /** For lack of memory or by a signal: the client has done nothing. */
    @ParameterizedTest
    @ValueSource(ints = {Libc.ENOMEM, Libc.ENOBUFS, Libc.EINTR})
    void anErrorThatPassesEndsNoConnection(int number) throws IOException {
        errno = number;
        try (var client = connect()) {
            for (var errors : List.of(recvErrors, sendErrors)) {
                errors.set(3);
                assertAnswered(client);
                assertThat(errors).hasValue(0);
            }
        }
    }

    @Test
    void aSendThatFailsForGoodEndsItsConnectionAlone() throws IOException {
        errno = ECONNRESET;
        try (var first = connect();
                var second = connect()) {
            assertAnswered(second);
            sendErrors.set(1);
            first.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
            assertThat(first.getInputStream().read()).as("the end").isNegative();
            assertAnswered(second);
        }
    }

    /** More than are read before their handlers run, and more than are sent in a row. */
    @Test
    void aCrowdIsAnswered() throws IOException {
        var clients = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 300; i++) {
                clients.add(connect());
            }
            for (int round = 0; round < 3; round++) {
                for (var client : clients) {
                    client.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
                }
                for (var client : clients) {
                    assertAnswer(client);
                }
            }
        } finally {
            for (var client : clients) {
                client.close();
            }
        }
    }

    /** The fewest of several tries: on a busy machine a connection's turn may end between its requests. */
    @Test
    void theAnswersToPipelinedRequestsAreOneSend() throws IOException {
        int fewest = Integer.MAX_VALUE;
        try (var client = connect()) {
            for (int i = 0; i < 20; i++) {
                sends.set(0);
                client.getOutputStream().write(GET.repeat(16).getBytes(StandardCharsets.US_ASCII));
                for (int answers = 0; answers < 16; answers++) {
                    assertAnswer(client);
                }
                fewest = Math.min(fewest, sends.get());
            }
        }
        assertThat(fewest).isOne();
    }

    /** The fewest of several tries: when a connection's turn ends early, its watch is renewed. */
    @Test
    void aLongRequestRenewsNoWatch() throws IOException {
        int fewest = Integer.MAX_VALUE;
        try (var client = connect()) {
            assertAnswered(client);
            for (int i = 0; i < 20; i++) {
                renewals.set(0);
                var head = "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: " + 16 * Buffer.SMALL + "\r\n\r\n";
                client.getOutputStream()
                        .write((head + "x".repeat(16 * Buffer.SMALL)).getBytes(StandardCharsets.US_ASCII));
                assertAnswer(client);
                fewest = Math.min(fewest, renewals.get());
            }
        }
        assertThat(fewest).isZero();
    }

    @Test
    void anErrorOfAcceptLeavesTheConnectionsTheirTurn() throws IOException {
        try (var first = connect()) {
            assertAnswered(first);
            acceptErrors.set(Integer.MAX_VALUE);
            try (var second = connect()) {
                for (int i = 0; i < 10; i++) {
                    assertAnswered(first);
                }
                acceptErrors.set(3);
                assertAnswered(second);
            }
        }
        assertThat(spew.toString())
                .isEqualTo("kilim: cannot accept connections: accept4: Operation not permitted;"
                        + " new clients wait in the accept queue\n");
    }
}
