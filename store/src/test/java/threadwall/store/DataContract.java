package threadwall.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.store.embedded.Fortunes;

/** What all stores have in common. Other tests may have left rows. */
public abstract class DataContract {
    private static final int WRITERS = 50;
    private static final int USERS_OF_EACH = 10;

    /** Opens the store; the data are the same each time. */
    protected abstract BlockingData open() throws Exception;

    /** Writes a row of {@code world} directly, while the store is closed. */
    protected abstract void put(World row) throws Exception;

    @Test
    void hasTheFortunesInOrder() throws Exception {
        try (var data = open()) {
            assertThat(data.fortunes()).isEqualTo(Fortunes.INITIAL);
        }
    }

    @Test
    void findsAWorldByItsId() throws Exception {
        var first = new World(1, 10_000);
        var last = new World(Integer.MAX_VALUE, 1);
        put(first);
        put(last);
        try (var data = open()) {
            assertThat(data.world(1)).contains(first);
            assertThat(data.world(Integer.MAX_VALUE)).contains(last);
            assertThat(data.world(2)).isEmpty();
            assertThat(data.world(0)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Ada",
                " two  blanks ",
                "O'Hara\"; drop table users; -- \\",
                "<b>&amp;</b>",
                "糸",
                "7 dwarfs",
                "x",
                "100"
            })
    void aUserComesBackAsItWent(String name) throws Exception {
        try (var data = open()) {
            int young = data.addUser(new NewUser(name, 0));
            int old = data.addUser(new NewUser("😀".repeat(100), 150));
            assertThat(data.user(young)).contains(new User(young, name, 0));
            assertThat(data.user(old)).contains(new User(old, "😀".repeat(100), 150));
            assertThat(young).isPositive().isNotEqualTo(old);
        }
    }

    @Test
    void whoWasNeverAddedIsNotThere() throws Exception {
        try (var data = open()) {
            assertThat(data.user(Integer.MAX_VALUE)).isEmpty();
            assertThat(data.user(0)).isEmpty();
            assertThat(data.user(-1)).isEmpty();
        }
    }

    @Test
    void manyMayWriteAtOnceAndAllIsThereAfterARestart() throws Exception {
        var known = new ConcurrentHashMap<Integer, User>();
        try (var data = open();
                var threads = Executors.newFixedThreadPool(WRITERS)) {
            var together = new CyclicBarrier(WRITERS);
            var writers = new ArrayList<Callable<Void>>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.add(() -> {
                    together.await();
                    write(number, data, known);
                    return null;
                });
            }
            for (var end : threads.invokeAll(writers)) {
                end.get(); // rethrows its failure
            }
        }
        assertThat(known).hasSize(WRITERS * USERS_OF_EACH);
        try (var data = open()) {
            known.forEach((id, user) -> assertThat(data.user(id)).contains(user));
            assertThat(known).doesNotContainKey(data.addUser(new NewUser("the next", 1)));
        }
    }

    /** A writer finds each of its users at once: name and age belong together, and the id is unique. */
    private static void write(int number, BlockingData data, Map<Integer, User> known) {
        for (int i = 0; i < USERS_OF_EACH; i++) {
            var user = new NewUser(number + "." + i, number);
            int id = data.addUser(user);
            var stored = new User(id, user.name(), user.age());
            assertThat(data.user(id)).contains(stored);
            assertThat(known.put(id, stored)).as("id " + id).isNull();
        }
    }

    @Test
    void aClosedStoreTakesNoMore() throws Exception {
        var data = open();
        data.close();
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                data::fortunes, () -> data.world(1), () -> data.addUser(new NewUser("x", 1)), () -> data.user(1))) {
            assertThatThrownBy(use).isInstanceOf(IllegalStateException.class).hasMessageContaining("closed");
        }
        data.close(); // a second close is harmless
    }
}
