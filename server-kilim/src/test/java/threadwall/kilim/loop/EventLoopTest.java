package threadwall.kilim.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import kilim.timerservice.Timer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.io.ListeningSocket;
import threadwall.kilim.io.NioTransport;
import threadwall.kilim.io.PeerLiveness;
import threadwall.kilim.io.Transport;
import threadwall.kilim.io.TransportKind;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventLoopTest {
    private static final long YEAR_MILLIS = 31_556_952_000L;

    private final PrintStream stderr = System.err;

    @BeforeEach
    void hush() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }

    @AfterEach
    void unhush() {
        System.setErr(stderr);
    }

    private static EventLoop loop(long sweepMillis) throws IOException {
        return new EventLoop("tested", new NioTransport(), sweepMillis);
    }

    /** An Error that throws again when it is printed, like an OutOfMemoryError. */
    private static final class Nasty extends OutOfMemoryError {
        @Override
        public void printStackTrace(PrintStream to) {
            throw this;
        }
    }

    @Test
    void survivesWhatFailsInIt() throws Exception {
        var sweeps = new AtomicInteger();
        var twoSweeps = new CountDownLatch(2);
        var loop = loop(10);
        loop.start(() -> {
            twoSweeps.countDown();
            if (sweeps.incrementAndGet() == 1) {
                throw new Nasty();
            }
            return true;
        });
        loop.execute(() -> {
            throw new Nasty();
        });
        loop.execute(() -> set(loop, 1, () -> {
            throw new Nasty();
        }));
        twoSweeps.await();
        var done = new CountDownLatch(1);
        loop.execute(() -> set(loop, 1, done::countDown));
        done.await();
        loop.end();
    }

    @Test
    void lagGrowsWhileTheLoopIsStuck() throws Exception {
        var loop = loop(10);
        loop.start(() -> true);
        var stuck = CompletableFuture.runAsync(
                () -> {
                    while (loop.lagNanos() < 100_000_000) {
                        Thread.onSpinWait();
                    }
                },
                loop::execute);
        stuck.join();
        loop.end();
    }

    @Test
    void workOfAnotherThreadThatNeverEndsLeavesTheTimersTheirTurn() throws Exception {
        var loop = loop(600_000);
        loop.start(() -> true);
        int most = 100_000;
        var refills = new AtomicInteger();
        var timerFired = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        try (var other = Executors.newSingleThreadExecutor()) {
            loop.execute(() -> set(loop, 1, timerFired::countDown));
            loop.execute(new Runnable() {
                @Override
                public void run() {
                    if (timerFired.getCount() == 0 || refills.incrementAndGet() == most) {
                        ended.countDown();
                    } else {
                        CompletableFuture.runAsync(() -> loop.execute(this), other)
                                .join(); // the queue is never empty
                    }
                }
            });
            ended.await();
        }
        assertThat(refills).as("refills until the timer's turn").hasValueLessThan(most);
        loop.end();
    }

    @Test
    void timersThatAreDueTogetherLeaveQueuedWorkItsTurn() throws Exception {
        var loop = loop(600_000);
        loop.start(() -> true);
        int timers = 500;
        var fired = new AtomicInteger();
        var firedBefore = new AtomicInteger();
        var done = new CountDownLatch(timers);
        loop.execute(() -> {
            for (int i = 0; i < timers; i++) {
                set(loop, 1, () -> {
                    if (fired.incrementAndGet() == 1) {
                        loop.execute(() -> firedBefore.set(fired.get()));
                    }
                    spin(200);
                    done.countDown();
                });
            }
        });
        done.await();
        assertThat(firedBefore).hasValueBetween(1, timers / 2);
        loop.end();
    }

    @Test
    void aSweepThatIsNotDoneGoesOnInTheNextRound() throws Exception {
        var parts = new LinkedBlockingQueue<Long>();
        var loop = loop(500);
        long begin = System.nanoTime();
        loop.start(() -> {
            parts.add(System.nanoTime());
            return parts.size() >= 3;
        });
        long first = parts.take();
        parts.take();
        long third = parts.take();
        assertThat(third - first)
                .as("two parts more take less than one interval")
                .isLessThan(first - begin);
        loop.end();
    }

    private static void spin(long micros) {
        for (long begin = System.nanoTime(); System.nanoTime() - begin < micros * 1_000; ) {
            Thread.onSpinWait();
        }
    }

    @Test
    void workIsNotLostWhenThereIsNoMemoryToQueueItAtOnce() throws Exception {
        var done = new CountDownLatch(2);
        var loop = new EventLoop("tested", new NioTransport(), 600_000, new StarvedLoop.Starved(3));
        loop.start(() -> true);
        loop.execute(done::countDown);
        loop.execute(done::countDown);
        done.await();
        loop.end();
    }

    @Test
    @Tag("slow")
    void theProcessEndsWhenWorkCannotBeQueued() throws Exception {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var process = new ProcessBuilder(
                        java, "-cp", System.getProperty("java.class.path"), StarvedLoop.class.getName())
                .start();
        try (var said = process.errorReader()) {
            assertThat(said.lines().filter(line -> line.startsWith("kilim: ")))
                    .containsExactly("kilim: no memory to queue work for an event loop; raise -Xmx or lower"
                            + " --max-connections");
            assertThat(process.waitFor()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Its polls last until the test ends them. It counts the wake-ups. */
    private static class Counted implements Transport {
        private final AtomicInteger wakes = new AtomicInteger();
        private final Semaphore polls = new Semaphore(0);
        private final Semaphore woken = new Semaphore(0);

        @Override
        public String name() {
            return "counted";
        }

        @Override
        public ListeningSocket listen(
                InetSocketAddress address, int backlog, PortSharing sharing, PeerLiveness liveness) {
            throw new AssertionError("nobody connects");
        }

        @Override
        public void poll(long nanos, long coalescing) {
            if (nanos > 0) {
                polls.release();
                woken.acquireUninterruptibly();
            }
        }

        @Override
        public void wake() {
            wakes.incrementAndGet();
        }

        @Override
        public void close() {}
    }

    @Test
    void aLoopWhoseRequestsTakeLongWaitsForSeveralEvents() throws Exception {
        var waits = new LinkedBlockingQueue<Long>();
        var transport = new Counted() {
            @Override
            public void poll(long nanos, long coalescing) {
                if (coalescing > 0) {
                    waits.add(coalescing);
                }
            }
        };
        var loop = new EventLoop("tested", transport, 600_000);
        loop.start(() -> true);
        var load = new Runnable() { // until the loop waits
                    @Override
                    public void run() {
                        for (int i = 0; i < 1_000; i++) {
                            loop.requestEnded(System.nanoTime() - TimeUnit.HOURS.toNanos(1));
                        }
                        if (waits.isEmpty()) {
                            loop.execute(this);
                        }
                    }
                };
        loop.execute(load);
        assertThat(TimeUnit.NANOSECONDS.toMicros(waits.take())).isEqualTo(1_000);
        loop.end();
    }

    /** As when the store acknowledges a group of transactions before the loop has run again. */
    @Test
    void aLoopIsWokenOnceHoweverMuchWorkThereIs() throws Exception {
        var transport = new Counted();
        var loop = new EventLoop("tested", transport, 600_000);
        loop.start(() -> true);
        for (int sleeps = 1; sleeps <= 3; sleeps++) {
            transport.polls.acquire(); // it sleeps
            var done = new CountDownLatch(256);
            for (int i = 0; i < 256; i++) {
                loop.execute(done::countDown);
            }
            assertThat(transport.wakes).hasValue(sleeps);
            transport.woken.release();
            done.await();
        }
        transport.woken.release(Integer.MAX_VALUE / 2);
        loop.end();
    }

    /** Each wake-up is needed: a loop that misses one sleeps until its sweep, ten minutes later. */
    @ParameterizedTest
    @MethodSource("threadwall.kilim.io.Transports#all")
    void noWakeUpIsLost(TransportKind kind) throws Exception {
        var loop = new EventLoop("tested", kind.open(), 600_000);
        loop.start(() -> true);
        var senders = new ArrayList<Thread>();
        for (int i = 0; i < 3; i++) {
            senders.add(Thread.ofPlatform().start(() -> {
                for (int sent = 0; sent < 5_000; sent++) {
                    CompletableFuture.runAsync(() -> {}, loop::execute).join();
                }
            }));
        }
        for (var sender : senders) {
            sender.join();
        }
        loop.end();
    }

    @Test
    void endsAtOnce() throws Exception {
        var loop = loop(600_000);
        loop.start(() -> true);
        loop.end();
    }

    @ParameterizedTest
    @ValueSource(longs = {YEAR_MILLIS, 317 * YEAR_MILLIS, 500 * YEAR_MILLIS, Long.MAX_VALUE / 2})
    void aLongWaitIsNotOver(long millis) throws Exception {
        var over = new AtomicInteger();
        var done = new CountDownLatch(1);
        var loop = loop(1_000);
        loop.start(() -> true);
        loop.execute(() -> {
            set(loop, millis, over::incrementAndGet);
            set(loop, 5, done::countDown);
        });
        done.await();
        assertThat(over).hasValue(0);
        loop.end();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -YEAR_MILLIS})
    void aWaitOfNothingIsOverSoon(long millis) throws Exception {
        var done = new CountDownLatch(1);
        var loop = loop(1_000);
        loop.start(() -> true);
        loop.execute(() -> set(loop, millis, done::countDown));
        done.await();
        loop.end();
    }

    private static void set(EventLoop loop, long millis, Runnable then) {
        var timer = new Timer((publisher, event) -> then.run());
        timer.setTimer(millis);
        loop.scheduleTimer(timer);
    }
}
