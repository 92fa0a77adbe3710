package threadwall.process.socket;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Dumps with errors and lost messages, from a scripted kernel. */
class SockDiagDumpTest {

    private static final int ERROR = 2;
    private static final int DONE = 3;
    private static final int SOCKET = 20;
    private static final int INTERRUPTED = 0x10;
    private static final byte[] LOST = {};

    private int opened;
    private int closed;

    private final class Scripted implements NetlinkChannel {

        private final Arena arena = Arena.ofConfined();
        private final Deque<byte[]> answers;

        Scripted(List<byte[]> answers) {
            this.answers = new ArrayDeque<>(answers);
            opened++;
        }

        @Override
        public MemorySegment allocate(long bytes) {
            return arena.allocate(bytes, 8);
        }

        @Override
        public void send(MemorySegment message) {
            assertThat(message.byteSize()).isEqualTo(76);
        }

        @Override
        public int receive(MemorySegment buffer) {
            byte[] answer = answers.remove();
            MemorySegment.copy(answer, 0, buffer, JAVA_BYTE, 0, answer.length);
            return answer == LOST ? NetlinkChannel.DROPPED : answer.length;
        }

        @Override
        public void close() {
            closed++;
            arena.close();
        }
    }

    /** A message with a body of this length that begins with an int. */
    private static byte[] message(int type, int flags, int body, int start) {
        return ByteBuffer.allocate(16 + body)
                .order(ByteOrder.nativeOrder())
                .putInt(16 + body)
                .putShort((short) type)
                .putShort((short) flags)
                .putLong(0)
                .putInt(start)
                .array();
    }

    /** An IPv4 socket, ESTABLISHED. */
    private static byte[] established(int flags) {
        byte[] message = message(SOCKET, flags, 72, 0);
        message[16] = 2;
        message[17] = 1;
        return message;
    }

    private static byte[] done() {
        return message(DONE, 0, 4, 0);
    }

    private static byte[] together(byte[]... messages) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(messages).mapToInt(message -> message.length).sum());
        Arrays.stream(messages).forEach(all::put);
        return all.array();
    }

    @Test
    void aDumpWithDroppedMessagesIsRepeatedOnAFreshSocket() throws Exception {
        Deque<List<byte[]>> sockets = new ArrayDeque<>(List.of(
                List.of(together(established(0), established(0)), LOST),
                List.of(together(established(0), established(0)), established(0), done())));
        try (SockDiag diag = new SockDiag(() -> new Scripted(sockets.remove()))) {
            assertThat(diag.count(80)).isEqualTo(new SocketCounts(Map.of(TcpState.ESTABLISHED, 3), false));
        }
        assertThat(opened).isEqualTo(2);
        assertThat(closed).isEqualTo(2);
    }

    @Test
    void givesUpWhenEveryDumpDrops() throws Exception {
        try (SockDiag diag = new SockDiag(() -> new Scripted(List.of(LOST)))) {
            assertThatThrownBy(() -> diag.count(80))
                    .hasMessageContaining("port 80")
                    .hasMessageContaining("ENOBUFS");
        }
        assertThat(closed).isEqualTo(opened);
    }

    @Test
    void flagsAnInconsistentDump() throws Exception {
        List<byte[]> answers = List.of(together(established(INTERRUPTED), done()));
        try (SockDiag diag = new SockDiag(() -> new Scripted(answers))) {
            assertThat(diag.count(80)).isEqualTo(new SocketCounts(Map.of(TcpState.ESTABLISHED, 1), true));
        }
    }

    @Test
    void reportsTheKernelsErrno() throws Exception {
        List<byte[]> answers = List.of(message(ERROR, 0, 20, -2));
        try (SockDiag diag = new SockDiag(() -> new Scripted(answers))) {
            assertThatThrownBy(() -> diag.count(80))
                    .hasMessageContaining("errno 2")
                    .hasMessageContaining("tcp_diag");
        }
    }
}
