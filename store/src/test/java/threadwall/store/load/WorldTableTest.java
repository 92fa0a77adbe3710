package threadwall.store.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.store.StoreUnavailableException;

/** What all stores do with their table of worlds. */
abstract class WorldTableTest {

    private static final WorldLoader.Listener NOBODY = onPlan(() -> {});

    private static WorldLoader.Listener onPlan(Runnable then) {
        return new WorldLoader.Listener() {
            @Override
            public void plan(LoadPlan plan) {
                then.run();
            }

            @Override
            public void at(int rows, double seconds) {}

            @Override
            public void doing(String what) {}
        };
    }

    @TempDir
    Path folder;

    /** Opens the same table each time; it does not exist at first. */
    abstract WorldTable open() throws Exception;

    @Test
    void whatIsLoadedIsThereForTheNextAndGrows() throws Exception {
        try (var table = open()) {
            assertThat(table.read()).isEmpty();
            assertThat(new WorldLoader(table, NOBODY).load(120_000, false)).isEqualTo(TableContents.drawn(120_000));
        }
        try (var table = open()) {
            assertThat(table.read()).contains(TableContents.drawn(120_000));
            long before = table.size().table();
            assertThat(new WorldLoader(table, NOBODY).load(300_000, false)).isEqualTo(TableContents.drawn(300_000));
            assertThat(table.size().table()).isGreaterThan(before);
        }
    }

    @Test
    void aTrialAndAPlanLeaveNothing() throws Exception {
        try (var table = open()) {
            var trial = table.trial(100_000);
            assertThat(trial.bytesPerRow())
                    .isBetween(8.0, 100.0); // two integers each, and less than a page in addition
            assertThat(trial.logBytesPerRow()).isBetween(0.0, 500.0);
            assertThat(trial.rowsPerSecond()).isPositive();
            assertThat(table.room().orElseThrow().freeBytes()).isPositive();
            new WorldLoader(table, NOBODY).load(1_000, true);
            assertThat(table.read()).isEmpty();
        }
    }

    @Test
    void aTrialPredictsWhatALoadTakes() throws Exception {
        try (var table = open()) {
            double predicted = table.trial(100_000).bytesPerRow();
            new WorldLoader(table, NOBODY).load(200_000, false);
            var size = table.size();
            double taken = (size.table() + (size.index() == null ? 0 : size.index())) / 200_000.0;
            assertThat(predicted).isBetween(taken / 1.5, taken * 1.5);
        }
    }

    @Test
    void oneLoadAtATime() throws Exception {
        try (var table = open()) {
            table.lock();
            table.begin();
            assertThatThrownBy(this::loadThousand)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageMatching(".*(another load is running|in use by another process).*");
        }
    }

    /** The row at which an earlier load stopped is no longer the last one. */
    @Test
    void aSecondLoadBetweenReadingAndWritingCostsOneOfThemItsStart() throws Exception {
        var refused = new ArrayList<StoreUnavailableException>();
        try (var table = open()) {
            var loader = new WorldLoader(table, onPlan(() -> attempt(this::loadThousand, refused)));
            attempt(() -> loader.load(1_000, false), refused);
        }
        assertThat(refused)
                .singleElement()
                .satisfies(
                        one -> assertThat(one)
                                .hasMessageMatching(
                                        "(another load is running in this database|another load or a server has created .* meanwhile); wait .*"));
        try (var table = open()) {
            assertThat(table.read()).contains(TableContents.drawn(1_000));
        }
    }

    private void loadThousand() throws Exception {
        try (var table = open()) {
            new WorldLoader(table, NOBODY).load(1_000, false);
        }
    }

    private static void attempt(ThrowingCallable load, List<StoreUnavailableException> refused) {
        try {
            load.call();
        } catch (StoreUnavailableException e) {
            refused.add(e);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsDroppedIsGone() throws Exception {
        try (var table = open()) {
            new WorldLoader(table, NOBODY).load(10, false);
            table.drop();
        }
        try (var table = open()) {
            assertThat(table.read()).isEmpty();
            assertThat(table.users()).isEqualTo(OptionalLong.empty());
            table.drop(); // a second close is harmless
        }
    }
}
