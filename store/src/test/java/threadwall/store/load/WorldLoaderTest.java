package threadwall.store.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import threadwall.store.StoreUnavailableException;

/** The order of steps, on a table in memory. */
class WorldLoaderTest implements WorldLoader.Listener {

    private final List<String> said = new ArrayList<>();
    private final Memory memory = new Memory();
    private final WorldLoader loader = new WorldLoader(memory, this);

    @Test
    void loadsInBatchesSettlesAndReadsBack() {
        assertThat(loader.load(250_000, false)).isEqualTo(TableContents.drawn(250_000));
        assertThat(memory.done)
                .containsExactly(
                        "lock",
                        "read",
                        "trial 250000",
                        "begin",
                        "1..100000",
                        "100001..200000",
                        "200001..250000",
                        "settle",
                        "read");
        assertThat(said).containsSubsequence("plan 0 of 250000", "at 100000", "at 200000", "at 250000");
    }

    @Test
    void goesOnBehindTheLastRowThatIsThere() {
        memory.append(1, 123_456);
        memory.done.clear();
        assertThat(loader.load(130_000, false)).isEqualTo(TableContents.drawn(130_000));
        assertThat(memory.done)
                .containsExactly("lock", "read", "trial 6544", "begin", "123457..130000", "settle", "read");
        assertThat(said).contains("plan 123456 of 130000");
    }

    @Test
    void whatIsThereInFullIsLeftAlone() {
        memory.append(1, 1_000);
        memory.done.clear();
        assertThat(loader.load(1_000, false)).isEqualTo(TableContents.drawn(1_000));
        assertThat(memory.done).containsExactly("lock", "read");
    }

    @Test
    void aTrialOfALargeLoadIsSmall() {
        loader.load(2_000_000_000, true);
        assertThat(memory.done).containsExactly("read", "trial 500000");
    }

    @Test
    void aDryRunWritesNothingThatStays() {
        assertThat(loader.load(1_000, true)).isEqualTo(TableContents.NONE);
        assertThat(memory.done).containsExactly("read", "trial 1000");
        assertThat(said).contains("plan 0 of 1000");
    }

    @Test
    void aDiskThatIsTooSmallIsRefusedWithThePlan() {
        memory.room = new DiskSpace(9_999, 0);
        assertThatThrownBy(() -> loader.load(1_000, false))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("--rows 999 fit");
        assertThat(said).contains("plan 0 of 1000");
        assertThat(memory.done).containsExactly("lock", "read", "trial 1000");
    }

    @Test
    void rowsThatNoLoadHasMadeAreRefused() {
        memory.append(1, 10);
        memory.sum++;
        refuses(20, "table world holds 10 rows with ids from 1 to 10 and sum", "data drop");
    }

    @Test
    void moreRowsThanAskedForAreRefused() {
        memory.append(1, 2_000);
        refuses(1_000, "table world already has 2,000 rows, but --rows is 1,000", "data drop");
    }

    private void refuses(int rows, String... words) {
        memory.done.clear();
        assertThatThrownBy(() -> loader.load(rows, false))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContainingAll(words);
        assertThat(memory.done).containsExactly("lock", "read");
    }

    @Override
    public void plan(LoadPlan plan) {
        said.add("plan %d of %d".formatted(plan.present(), plan.rows()));
    }

    @Override
    public void at(int rows, double seconds) {
        said.add("at " + rows);
    }

    @Override
    public void doing(String what) {
        said.add(what);
    }

    /** Keeps only a summary of its rows. */
    private static final class Memory implements WorldTable {
        final List<String> done = new ArrayList<>();
        DiskSpace room = new DiskSpace(Long.MAX_VALUE, 0);
        int rows;
        long sum;

        @Override
        public String engine() {
            return "memory";
        }

        @Override
        public Optional<TableContents> read() {
            done.add("read");
            return rows == 0 ? Optional.empty() : Optional.of(new TableContents(rows, 1, rows, sum));
        }

        @Override
        public Size size() {
            return new Size(rows * 10L, null);
        }

        @Override
        public OptionalLong users() {
            return OptionalLong.empty();
        }

        @Override
        public Optional<DiskSpace> room() {
            return Optional.of(room);
        }

        @Override
        public RowCost trial(int rows) {
            done.add("trial " + rows);
            return new RowCost(10, 0, 1e6);
        }

        @Override
        public void lock() {
            done.add("lock");
        }

        @Override
        public void begin() {
            done.add("begin");
        }

        @Override
        public void append(int first, int last) {
            assertThat(first).isEqualTo(rows + 1);
            done.add(first + ".." + last);
            rows = last;
            for (int id = first; id <= last; id++) {
                sum += RandomNumbers.of(id);
            }
        }

        @Override
        public void settle() {
            done.add("settle");
        }

        @Override
        public void drop() {
            throw new AssertionError("a load drops nothing");
        }

        @Override
        public void close() {}
    }
}
