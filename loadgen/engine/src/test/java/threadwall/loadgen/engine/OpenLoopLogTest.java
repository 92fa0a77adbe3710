package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.ClientLoad;

/** Logs as {@code open_loop.c} writes them, of requests that are due every 10 ms. */
class OpenLoopLogTest {

    private static final byte[] VERSION = "open-loop 1\n".getBytes();
    private static final long INTERVAL = 10_000_000;
    private static final int CONNECT = 1;
    private static final int RECEIVE = 2;
    private static final int TIMED_OUT = 3;

    @TempDir
    private Path folder;

    private final ByteBuffer log =
            ByteBuffer.allocate(10_000).order(ByteOrder.nativeOrder()).put(VERSION);

    private void request(int sequence, double lagMillis, double millis, int status, int body, int failure) {
        long due = (sequence + 1) * INTERVAL;
        long sent = due + (long) (lagMillis * 1e6);
        log.putLong(due).putLong(sent).putLong(sent + (long) (millis * 1e6));
        log.putInt(sequence)
                .putInt(body)
                .putShort((short) status)
                .put((byte) 0)
                .put((byte) failure)
                .putInt(0);
    }

    private Path written(int bytesLess) throws IOException {
        return Files.write(folder.resolve("a.log"), Arrays.copyOf(log.array(), log.position() - bytesLess));
    }

    private static ClientLoad load(boolean sameLength) {
        return new ClientLoad("", 10, null, 1, 100, null, "127.1.0.1", true, sameLength, 1, "a.log");
    }

    @Test
    void countsRequestsByOutcome() throws Exception {
        request(1, 0, 5, 200, 27, 0);
        request(0, 0, 30, 200, 27, 0);
        request(2, 0, 5, 429, 9, 0);
        request(3, 0, 0, 0, 0, CONNECT);
        request(4, 0, 5, 200, 12, RECEIVE);
        request(6, 0, 5, 200, 26, 0);
        request(5, 0, 1_000, 0, 0, TIMED_OUT);
        var report = OpenLoopLog.read(written(0)).report(load(true)).orElseThrow();
        assertThat(report.complete()).isEqualTo(7);
        assertThat(report.non2xx()).isEqualTo(1);
        assertThat(report.failedConnect()).isEqualTo(1);
        assertThat(report.failedReceive()).isEqualTo(1);
        assertThat(report.failedExceptions()).as("time-outs").isEqualTo(1);
        assertThat(report.failedLength()).isEqualTo(1);
        var arrivals = report.arrivals().orElseThrow().record();
        assertThat(arrivals.due()).isEqualTo(100);
        assertThat(arrivals.answeredInTime()).isEqualTo(2);
        assertThat(OpenLoopLog.read(written(0))
                        .report(load(false))
                        .orElseThrow()
                        .failedLength())
                .as("a route whose responses differ")
                .isZero();
    }

    @Test
    void latencyIsCountedFromTheLoggedDueTime() throws Exception {
        request(0, 2, 5, 200, 27, 0); // all are late: a start that is guessed from the sends would hide that
        request(1, 3, 5, 200, 27, 0);
        for (int k = 2; k < 100; k++) {
            request(k, 2, 5, 200, 27, 0);
        }
        var report = OpenLoopLog.read(written(0)).report(load(true)).orElseThrow();
        assertThat(report.latency().orElseThrow().maxMillis()).isEqualTo(5, within(0.01));
        var arrivals = report.arrivals().orElseThrow().record();
        assertThat(arrivals.planned().minMillis()).isEqualTo(7, within(0.01));
        assertThat(arrivals.planned().maxMillis()).isEqualTo(8, within(0.01));
        assertThat(arrivals.lagMaxMillis()).isEqualTo(3, within(0.01));
        assertThat(report.seconds()).isEqualTo(1.007, within(1e-6));
    }

    @Test
    void aLogThatWasCutOffIsNoReport() throws Exception {
        request(0, 0, 5, 200, 27, 0);
        request(2, 0, 5, 200, 27, 0); // request 1 was in progress
        assertThat(OpenLoopLog.read(written(0)).report(load(true))).isEmpty();
        assertThat(OpenLoopLog.read(written(1)).report(load(true)).orElseThrow().complete())
                .as("half a record")
                .isEqualTo(1);
        assertThat(OpenLoopLog.read(Files.createFile(folder.resolve("empty.log")))
                        .report(load(true)))
                .isEmpty();
    }

    @Test
    void aDamagedLogIsRefused() throws Exception {
        request(0, 0, 5, 200, 27, 9);
        var damaged = written(0);
        assertThatThrownBy(() -> OpenLoopLog.read(damaged))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("a.log: damaged: request 0 has the failure 9");
        var other = Files.writeString(folder.resolve("b.log"), "open-loop 2\n");
        assertThatThrownBy(() -> OpenLoopLog.read(other))
                .hasMessageEndingWith("b.log: not an open-loop log of format 1");
    }
}
