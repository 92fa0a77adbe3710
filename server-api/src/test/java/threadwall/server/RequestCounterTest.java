package threadwall.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class RequestCounterTest {
    private static final int THREADS = 16;
    private static final int ROUNDS = 200;

    @Test
    void startsEmpty() {
        var counter = new RequestCounter();
        assertThat(counter.requests()).isZero();
        assertThat(counter.handlerPeak()).isZero();
    }

    @Test
    void thePeakIsOfRequestsAtOnceNotOfAll() {
        var counter = new RequestCounter();
        counter.enter();
        counter.enter();
        counter.exit();
        counter.enter();
        counter.exit();
        counter.exit();
        counter.enter();
        assertThat(counter.requests()).isEqualTo(4);
        assertThat(counter.handlerPeak()).isEqualTo(2);
    }

    @Test
    void countsARequestThatFailsOut() {
        var counter = new RequestCounter();
        assertThat(counter.<String, RuntimeException>count(() -> "answer")).isEqualTo("answer");
        assertThatThrownBy(() -> counter.count(() -> {
                    throw new IOException("no answer");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("no answer");
        counter.enter();
        assertThat(counter.requests()).isEqualTo(3);
        assertThat(counter.handlerPeak()).isOne();
    }

    @Test
    void noRequestIsLostBetweenThreads() throws Exception {
        var counter = new RequestCounter();
        var allInside = new CyclicBarrier(THREADS);
        var allOut = new CyclicBarrier(THREADS);
        try (var threads = Executors.newFixedThreadPool(THREADS)) {
            for (int t = 0; t < THREADS; t++) {
                threads.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        counter.enter();
                        allInside.await();
                        counter.exit();
                        allOut.await();
                    }
                    return null;
                });
            }
        }
        assertThat(counter.requests()).isEqualTo(THREADS * ROUNDS);
        assertThat(counter.handlerPeak()).isEqualTo(THREADS);
    }
}
