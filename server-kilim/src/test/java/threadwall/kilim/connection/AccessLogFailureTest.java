package threadwall.kilim.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.kilim.http.HttpStatus;

/** An access log whose file fails. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AccessLogFailureTest {
    private final PrintStream stderr = System.err;
    private final ByteArrayOutputStream reports = new ByteArrayOutputStream();
    private final Failing file = new Failing();
    private final AccessLog log = AccessLog.to(file);

    @BeforeEach
    void catchReports() {
        System.setErr(new PrintStream(reports, true));
    }

    @AfterEach
    void end() {
        log.close();
        System.setErr(stderr);
    }

    /** Takes some bytes of each write and fails, until it is mended. */
    private static final class Failing extends OutputStream {
        private static final int TAKEN = 10;

        private final ByteArrayOutputStream content = new ByteArrayOutputStream();
        private volatile Throwable failure;
        private volatile int writes;

        @Override
        public void write(int octet) {
            throw new AssertionError("the log writes whole lines");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            var now = failure; // once: the test mends the file as soon as it sees the write
            content.write(bytes, offset, now == null ? length : Math.min(length, TAKEN));
            writes++;
            if (now instanceof Error error) {
                throw error;
            } else if (now != null) {
                throw (IOException) now;
            }
        }
    }

    /** Waits until the line is written, or was tried to be. */
    private void add(String address) {
        int before = file.writes;
        log.add(address, null, HttpStatus.OK, 1, 0);
        while (file.writes == before) {
            Thread.onSpinWait();
        }
    }

    /** Like an OutOfMemoryError while memory is exhausted. */
    private static final class Nasty extends Error {
        @Override
        public String toString() {
            throw this;
        }
    }

    @Test
    void anErrorThatCannotBeToldDoesNotEndTheWriter() {
        file.failure = new Nasty();
        add("first");
        file.failure = null;
        add("second");
        log.close();
        assertThat(file.content.toString(StandardCharsets.UTF_8)).contains("second - - [");
    }

    @Test
    void aTornLineIsEndedBeforeTheNext() {
        file.failure = new IOException("No space left on device");
        add("first");
        file.failure = null;
        add("second");
        add("third");
        log.close();
        var lines = file.content.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).isEqualTo("first - - ");
        assertThat(lines.get(1)).startsWith("second - - [").endsWith(" 0.000000");
        assertThat(lines.get(2)).startsWith("third - - [").endsWith(" 0.000000");
    }

    @Test
    void allLossesAreReportedAtTheEnd() {
        file.failure = new IOException("No space left on device");
        add("first");
        add("second"); // sooner than the next report would be
        log.close();
        var loss = "kilim: the access log has lost 1 lines: java.io.IOException: No space left on device";
        assertThat(reports.toString(StandardCharsets.UTF_8).lines()).containsExactly(loss, loss);
    }

    @Test
    void aFileThatHangsDoesNotHangTheEnd() {
        var released = new CountDownLatch(1);
        var hanging = AccessLog.to(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                try {
                    released.await();
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        });
        hanging.add("first", null, HttpStatus.OK, 1, 0);
        hanging.close(Duration.ofMillis(1));
        assertThat(reports.toString(StandardCharsets.UTF_8)).contains("the access log hangs: its last lines are lost");
        released.countDown();
    }
}
