package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.record.ThreadRecord.Moment;
import threadwall.record.ThreadRecord.ThreadReading;

/** Reads this JVM while it starts threads. */
@Timeout(120)
class ThreadReadingsTest {

    private static final long OWN_PID = ProcessHandle.current().pid();

    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void readsBeforeAndAfterTheStartAndInBetween() throws Exception {
        var readings = new ThreadReadings(200, new NoProgress());
        var own = readings.readOwn(OWN_PID).orElseThrow();
        readings.begin();
        try {
            start(100);
            assertThat(readings.look(OWN_PID)).isPresent();
            start(100);
            assertThat(readings.awaitAll(OWN_PID, own + 190)).isEmpty();
        } finally {
            end.countDown();
        }
        assertThat(readings.all())
                .extracting(ThreadReading::moment)
                .startsWith(Moment.OWN, Moment.STARTING)
                .endsWith(Moment.ALL);
        var before = readings.all().getFirst();
        var all = readings.all().getLast();
        assertThat(all.threads() - own).isBetween(190L, 210L); // the JVM starts and ends some of its own
        assertThat(all.maps()).isGreaterThanOrEqualTo(before.maps() + 190);
        assertThat(all.kernelStackBytes()).isGreaterThan(before.kernelStackBytes());
        assertThat(all.seconds()).isPositive();
    }

    private void start(int count) {
        for (int i = 0; i < count; i++) {
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
    }

    @Test
    void aProcessThatEndsIsAFailure() throws Exception {
        var process = new ProcessBuilder("sleep", "60").start();
        try {
            var readings = new ThreadReadings(5, new NoProgress());
            assertThat(readings.readOwn(process.pid())).hasValue(1);
            readings.begin();
            process.destroyForcibly().waitFor();
            assertThat(readings.awaitAll(process.pid(), 6))
                    .get()
                    .asString()
                    .startsWith("the process exited when it had");
        } finally {
            process.destroyForcibly();
        }
    }
}
