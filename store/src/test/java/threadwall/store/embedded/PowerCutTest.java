package threadwall.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.store.FiberData;
import threadwall.store.NewUser;
import threadwall.store.User;

/** What a store has after its process was killed between a write and its sync, was started again, and lost its power. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // PendingResult.get ignores interrupts
class PowerCutTest {
    private static final int ROUNDS = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private TestDisk disk = new TestDisk();

    @AfterEach
    void release() {
        disk.release();
    }

    private FiberData open(Path name) {
        return new EmbeddedData(EmbeddedStore.open(name, PATIENCE, disk));
    }

    @Test
    void nothingThatWasReadIsGoneAndNoIdIsGivenTwice() throws Exception {
        var seen = new HashMap<Integer, User>();
        var place = folder.resolve("0");
        for (int round = 1; round <= ROUNDS; round++) {
            Path killed;
            TestDisk afterKill;
            try (var data = open(place);
                    AutoCloseable end = disk::release) {
                seen.forEach((id, user) -> assertThat(data.user(id).get()).contains(user));
                int id = data.addUser(user(round, "acknowledged")).get();
                assertThat(seen.put(id, data.user(id).get().orElseThrow()))
                        .as("id " + id)
                        .isNull();
                disk.hold();
                data.addUser(user(round, "written, not synced"));
                disk.awaitHeld();
                killed = TestDisk.afterKill(place, folder.resolve(round + " killed"));
                afterKill = disk.asItIs();
            }
            disk = afterKill;
            try (var data = open(killed)) {
                readAll(data, seen);
                assertThat(seen).hasSize(2 * round);
                place = disk.afterPowerCut(folder.resolve("" + round));
            }
        }
    }

    private static NewUser user(int round, String what) {
        return new NewUser(what + " in round " + round, round);
    }

    private static void readAll(FiberData data, Map<Integer, User> seen) throws IOException {
        int beyond = seen.size() + 5;
        for (int id = 1; id <= beyond; id++) {
            data.user(id).get().ifPresent(user -> seen.put(user.id(), user));
        }
    }
}
