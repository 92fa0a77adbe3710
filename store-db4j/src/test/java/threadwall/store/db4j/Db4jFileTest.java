package threadwall.store.db4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.store.embedded.Fortunes;
import threadwall.store.NewUser;
import threadwall.store.StoreUnavailableException;
import threadwall.store.User;
import threadwall.store.World;

/** Properties of db4j alone: its file, and its threads that exit. */
@Tag("slow")
@Timeout(60)
class Db4jFileTest {
    /** db4j's journal, the space before it, and 64 pages of data. */
    private static final long SMALL = (1L << 30) + (128 + 64) * 4_096;

    private static final NewUser ADA = new NewUser("Ada", 36);

    @TempDir
    Path folder;

    @Test
    void aFullFileTakesNoMoreUsersAndLosesNone() {
        var known = new HashMap<Integer, User>();
        var large = new NewUser("😀".repeat(100), 36);
        try (var data = Db4jData.open(folder, SMALL)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            int id = data.addUser(large).get();
                            known.put(id, new User(id, large.name(), large.age()));
                        }
                    })
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage(folder.resolve(Db4jData.FILE)
                            + " is full, and db4j's files cannot grow; start the server with another --data");
            assertThat(known).isNotEmpty();
            assertThat(data.fortunes().get()).isEqualTo(Fortunes.INITIAL);
        }
        try (var data = Db4jData.open(folder)) {
            known.forEach((id, user) -> assertThat(data.user(id).get()).contains(user));
        }
    }

    @Test
    void whatACrashLeftSurvivesTheNext(@TempDir Path crashed, @TempDir Path again) throws Exception {
        var world = new World(7, 1);
        try (var data = Db4jData.open(folder, SMALL)) {
            put(data, world);
            copy(folder, crashed);
        }
        int id;
        try (var data = Db4jData.open(crashed)) {
            id = data.addUser(ADA).get();
            copy(crashed, again);
        }
        try (var data = Db4jData.open(again)) {
            assertThat(data.user(id).get()).contains(new User(id, ADA.name(), ADA.age()));
            assertThat(data.world(7).get()).contains(world);
        }
    }

    /** Copies what a process killed now would leave of its file. */
    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        var line = List.of("cp", "--sparse=always", from.resolve(Db4jData.FILE).toString(), to.toString());
        assertThat(new ProcessBuilder(line).inheritIO().start().waitFor()).isZero();
    }

    /** Writes a row of {@code world}, which the store's interface cannot. */
    static void put(Db4jData data, World row) {
        var tables = data.transactions().tables();
        data.transactions()
                .write(txn -> {
                    tables.put(txn, row);
                    return null;
                })
                .get();
    }

    @Test
    void refusesAFileInUseOrNoneOfIts() throws IOException {
        try (var first = Db4jData.open(folder)) {
            assertThatThrownBy(() -> Db4jData.open(folder))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageEndingWith("is in use by another process: give each server its own folder");
            assertThat(first.fortunes().get()).isEqualTo(Fortunes.INITIAL);
        }
        Files.writeString(folder.resolve(Db4jData.FILE), "no db4j");
        assertThatThrownBy(() -> Db4jData.open(folder))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageEndingWith("name another folder, or move this file away");
        var inTheWay = Files.writeString(folder.resolve("file"), "no folder");
        assertThatThrownBy(() -> Db4jData.open(inTheWay)).isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void aFirstStartThatWasCutOffBeginsAnew() throws IOException {
        Files.writeString(folder.resolve(Db4jData.FILE + ".unfinished"), "cut off");
        try (var data = Db4jData.open(folder)) {
            assertThat(data.fortunes().get()).isEqualTo(Fortunes.INITIAL);
        }
    }

    @Test
    void aTemporaryStoreIsGoneWithItsProcess() throws IOException {
        try (var data = Db4jData.temporary();
                var descriptors = Files.list(Path.of("/proc/self/fd"))) {
            assertThat(data.user(data.addUser(ADA).get()).get()).isPresent();
            assertThat(descriptors.map(Db4jFileTest::target).filter(name -> name.contains(Db4jData.FILE)))
                    .isNotEmpty()
                    .allMatch(name -> name.endsWith(" (deleted)"));
        }
    }

    /** An Error ends db4j's thread, as a disk failure does. */
    @Test
    void whenDb4jHasStoppedNobodyWaitsForIt() {
        int id;
        try (var data = Db4jData.open(folder)) {
            id = data.addUser(ADA).get();
            var fatal = data.transactions().write(txn -> {
                throw new AssertionError("no luck");
            });
            assertThatThrownBy(fatal::get)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessage("db4j has stopped working on " + folder.resolve(Db4jData.FILE)
                            + " (java.lang.AssertionError: no luck); check the disk, and restart the server");
            assertThatThrownBy(data.user(id)::get).isInstanceOf(StoreUnavailableException.class);
        }
        try (var data = Db4jData.open(folder)) {
            assertThat(data.user(id).get()).contains(new User(id, ADA.name(), ADA.age()));
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }
}
