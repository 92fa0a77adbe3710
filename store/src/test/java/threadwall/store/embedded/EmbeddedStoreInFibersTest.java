package threadwall.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import kilim.Pausable;
import kilim.Scheduler;
import kilim.Task;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.store.TransactionException;

/** The embedded store used by fibers, all of them on one scheduler thread. */
class EmbeddedStoreInFibersTest {
    private static final Table<Integer, Integer> COUNTERS = new Table<>("counter");

    @TempDir
    Path folder;

    private final Scheduler oneThread = Scheduler.make(1);

    @AfterEach
    void endScheduler() {
        oneThread.shutdown();
    }

    @Test
    void awaitGivesTheValue() {
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(joined(fiber(() -> store.submit(Fortunes::all).await()))).isEqualTo(Fortunes.INITIAL);
        }
    }

    @Test
    void awaitThrowsWhatTheWorkThrew() {
        try (var store = EmbeddedStore.open(folder)) {
            var message = fiber(() -> {
                try {
                    return store.submit(txn -> Integer.parseInt("x")).await().toString();
                } catch (TransactionException e) {
                    return e.getCause().getMessage();
                }
            });
            assertThat(joined(message)).isEqualTo("For input string: \"x\"");
        }
    }

    @Test
    void parkedFibersLeaveTheThreadToOthers() throws InterruptedException {
        try (var store = EmbeddedStore.open(folder)) {
            var started = new CountDownLatch(1);
            var finish = new CountDownLatch(1);
            store.submit(txn -> {
                started.countDown();
                finish.await();
                return null;
            });
            started.await();
            var parked = IntStream.range(0, 1_000)
                    .mapToObj(i -> fiber(() -> store.submit(Fortunes::all).await()))
                    .toList();
            // while all of them wait for the slow transaction, their only thread runs another fiber
            assertThat(joined(fiber(() -> {
                        Task.sleep(1);
                        return "ran";
                    })))
                    .isEqualTo("ran");
            assertThat(parked).noneMatch(Task::isDone);
            finish.countDown();
            assertThat(parked).allSatisfy(fiber -> assertThat(joined(fiber)).isEqualTo(Fortunes.INITIAL));
        }
    }

    @Test
    void manyFibersWriteWithoutLosingAnUpdate() {
        int fibers = 200;
        int rounds = 10;
        try (var store = EmbeddedStore.open(folder)) {
            var writers = IntStream.range(0, fibers)
                    .mapToObj(i -> fiber(() -> count(store, rounds)))
                    .toList();
            writers.forEach(this::joined);
            assertThat(store.submit(txn -> txn.open(COUNTERS).get(0)).get()).isEqualTo(fibers * rounds);
        }
    }

    @Test
    void severalMayAwaitOneAnswer() {
        try (var store = EmbeddedStore.open(folder)) {
            var finish = new CountDownLatch(1);
            var woken = new AtomicInteger();
            var answer = store.submit(txn -> {
                finish.await();
                return 42;
            });
            var waiting = List.of(fiber(() -> answer.await() + woken.incrementAndGet()), fiber(answer::await));
            finish.countDown();
            assertThat(joined(waiting.getFirst())).isEqualTo(43);
            assertThat(joined(waiting.getLast())).isEqualTo(42);
            assertThat(answer.get()).isEqualTo(42);
        }
    }

    private static Integer count(EmbeddedStore store, int rounds) throws Pausable {
        for (int i = 0; i < rounds; i++) {
            store.submit(txn -> txn.open(COUNTERS).merge(0, 1, Integer::sum)).await();
        }
        return rounds;
    }

    private <T> Task<T> fiber(Pausable.Spawn<T> body) {
        return new Task.Spawn<>(body).setScheduler(oneThread).start();
    }

    private <T> Object joined(Task<T> fiber) {
        return fiber.joinb().result;
    }
}
