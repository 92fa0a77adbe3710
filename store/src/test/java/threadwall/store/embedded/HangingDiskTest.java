package threadwall.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.store.FiberData;
import threadwall.store.NewUser;
import threadwall.store.StoreUnavailableException;
import threadwall.store.User;

/** The embedded store while its disk hangs in a sync, or fails. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // PendingResult.get ignores interrupts
class HangingDiskTest {
    private static final NewUser ADA = new NewUser("Ada", 36);
    private static final Duration LONGER_THAN_A_TEST = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private final TestDisk disk = new TestDisk();

    @AfterEach
    void release() {
        disk.release();
    }

    private FiberData open(Duration patience) {
        return new EmbeddedData(EmbeddedStore.open(folder, patience, disk));
    }

    @Test
    void readsDoNotWaitForASync() throws Exception {
        try (var data = open(LONGER_THAN_A_TEST);
                AutoCloseable end = disk::release) {
            int stored = data.addUser(ADA).get();
            disk.hold();
            var pending = data.addUser(new NewUser("not synced", 1));
            disk.awaitHeld();

            assertThat(data.fortunes().get()).isEqualTo(Fortunes.INITIAL);
            assertThat(data.world(1).get()).isEmpty();
            assertThat(data.user(stored).get()).contains(new User(stored, "Ada", 36));
            assertThat(data.user(stored + 1).get()).isEmpty();

            disk.release();
            assertThat(pending.get()).isEqualTo(stored + 1);
            assertThat(data.user(stored + 1).get()).isPresent();
        }
    }

    /** Reading a file on an interrupted thread would close it: this thread reads none. */
    @Test
    void pagesThatAreNotInMemoryAreReadByAnotherThreadMeanwhile() throws Exception {
        int users = 1_000;
        try (var data = open(LONGER_THAN_A_TEST)) {
            var added =
                    IntStream.range(0, users).mapToObj(i -> data.addUser(ADA)).toList();
            added.forEach(user -> user.get());
        }
        try (var data = open(LONGER_THAN_A_TEST);
                AutoCloseable end = disk::release) {
            disk.hold();
            var pending = data.addUser(ADA);
            disk.awaitHeld();
            for (int id = 1; id <= users; id++) {
                Thread.currentThread().interrupt();
                var user = data.user(id);
                assertThat(Thread.interrupted()).isTrue();
                assertThat(user.get()).contains(new User(id, "Ada", 36));
            }
            disk.release();
            assertThat(pending.get()).isEqualTo(users + 1);
        }
    }

    @Test
    void writesDoNotWaitForEver() throws Exception {
        try (var data = open(Duration.ofSeconds(1));
                AutoCloseable end = disk::release) {
            int stored = data.addUser(ADA).get();
            disk.hold();
            var underWay = data.addUser(ADA);
            disk.awaitHeld();
            var queued = data.addUser(ADA);

            assertThatThrownBy(underWay::get)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage("the store in " + folder + " cannot be used now: it has not answered within 1 s;"
                            + " a write may be stored or not; check the disk, or try again");
            assertThatThrownBy(queued::get)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage("the store in " + folder + " cannot be used now: it has not answered within 1 s;"
                            + " nothing was done; try again");
            assertThatThrownBy(() -> data.addUser(ADA).get())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage("the store in " + folder + " cannot be used now: it has not answered within 1 s;"
                            + " nothing was done; check the disk, or try again");

            disk.release();
            // the write that was under way was stored, those in the queue were not
            assertThat(awaitAnswer(data)).isEqualTo(stored + 2);
            assertThat(data.user(stored + 1).get()).isPresent();
        }
    }

    /** Stores a user as soon as the store takes one. */
    private static int awaitAnswer(FiberData data) {
        while (true) {
            try {
                return data.addUser(ADA).get();
            } catch (StoreUnavailableException e) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void afterAFailedSyncNothingIsServed() throws Exception {
        try (var data = open(LONGER_THAN_A_TEST)) {
            disk.fail(new IOException("Input/output error"));
            var reason = "the store cannot write to " + folder.resolve(EmbeddedStore.FILE)
                    + " (Input/output error); check the disk, and reboot the machine before you restart the server";
            assertThatThrownBy(() -> data.addUser(ADA).get())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage(reason);
            disk.fail(null);
            assertThatThrownBy(() -> data.addUser(ADA).get())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage(reason);
            assertThatThrownBy(() -> data.fortunes().get())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage(reason);
        }
    }

    /** Its page cache may show what the disk has not. */
    @Test
    void aFileThatCannotBeSyncedIsNotOpened() {
        open(LONGER_THAN_A_TEST).close();
        disk.fail(new IOException("Input/output error"));
        assertThatThrownBy(() -> open(LONGER_THAN_A_TEST))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage(
                        "the store cannot write to " + folder.resolve(EmbeddedStore.FILE)
                                + " (Input/output error); check the disk, and reboot the machine before you restart the server");
        disk.fail(null);
        open(LONGER_THAN_A_TEST).close(); // it was not left locked
    }

    /** In the first sync, of what was found, or in the second, of the fortunes. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aDiskThatHangsDoesNotHangTheOpening(int syncs) {
        disk.holdAfter(syncs);
        assertThatThrownBy(() -> open(Duration.ofSeconds(1)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("it has not answered within 1 s");
        disk.release();
        while (true) { // until the thread that hung has closed the file
            try {
                open(LONGER_THAN_A_TEST).close();
                return;
            } catch (StoreUnavailableException e) {
                assertThat(e).hasMessageContaining("in use by another process");
            }
        }
    }

    private static Stream<Throwable> failuresOfTheOpening() {
        return Stream.of(
                new OutOfMemoryError("tested"), new FileSystemException("tested", null, "Too many open files"));
    }

    /** A value that cannot be written. */
    private static final class Unwritable implements Serializable {
        private void writeObject(ObjectOutputStream stream) throws IOException {
            throw new IOException("tested");
        }
    }

    @ParameterizedTest
    @MethodSource("failuresOfTheOpening")
    void whatCannotBeOpenedAgainIsNotServedUntilItCan(Throwable failure) throws Exception {
        var table = new Table<Integer, Object>("unwritable");
        try (var store = EmbeddedStore.open(folder, LONGER_THAN_A_TEST, disk);
                var data = new EmbeddedData(store)) {
            int stored = data.addUser(ADA).get();
            disk.failToOpenFolders(failure);
            assertThatThrownBy(() -> store.submit(txn -> txn.open(table).put(1, new Unwritable()))
                            .get())
                    .isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> data.user(stored).get()).isInstanceOf(StoreUnavailableException.class);
            disk.syncedFolders().clear();
            disk.failToOpenFolders(null);
            assertThat(data.addUser(ADA).get()).isEqualTo(stored + 1);
            assertThat(disk.syncedFolders()).contains(folder.toRealPath());
            assertThat(data.user(stored).get()).contains(new User(stored, "Ada", 36));
        }
    }

    @Test
    void theNamesOfAllNewFoldersAreSynced() throws IOException {
        var deep = folder.resolve("a/b/c");
        EmbeddedStore.open(deep, LONGER_THAN_A_TEST, disk).close();
        var real = folder.toRealPath();
        assertThat(disk.syncedFolders()).startsWith(deep.toRealPath(), real.resolve("a/b"), real.resolve("a"), real);
    }

    @Test
    void aReaderSeesWholeTransactionsOnly() throws Exception {
        var rows = new Table<Integer, Integer>("balance");
        try (var store = EmbeddedStore.open(folder, LONGER_THAN_A_TEST, disk)) {
            store.submit(txn -> txn.open(rows).put(1, 0)).get();
            store.submit(txn -> txn.open(rows).put(2, 0)).get();
            for (int i = 1; i <= 200; i++) {
                int amount = i;
                var moved = store.submit(txn -> {
                    txn.open(rows).put(1, amount);
                    return txn.open(rows).put(2, -amount);
                });
                int sum = store.read(
                                txn -> txn.open(rows).get(1) + txn.open(rows).get(2))
                        .get();
                assertThat(sum).isZero();
                moved.get();
                assertThat(store.read(txn -> Optional.ofNullable(txn.open(rows).get(1)))
                                .get())
                        .contains(amount);
            }
        }
    }
}
