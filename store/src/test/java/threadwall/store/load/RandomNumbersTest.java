package threadwall.store.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RandomNumbersTest {

    @Test
    void aRowHasItsNumberOfTheJdksGenerator() {
        var random = new SplittableRandom(0);
        for (int id = 1; id <= 100_000; id++) {
            int expected = 1 + (int) Math.unsignedMultiplyHigh(random.nextLong(), 10_000);
            assertThat(RandomNumbers.of(id)).isEqualTo(expected);
        }
    }

    /**
     * Pearson's chi-squared test over 100 equal classes: with 99 degrees of freedom 148.2 is exceeded once in a
     * thousand.
     */
    @Test
    void numbersAreUniformFrom1To10000() {
        int rows = 1_000_000;
        var classes = new int[100];
        IntStream.rangeClosed(1, rows).map(RandomNumbers::of).forEach(number -> classes[(number - 1) / 100]++);
        double expected = rows / 100.0;
        double chiSquared = IntStream.of(classes)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        assertThat(chiSquared).isLessThan(148.2);
        assertThat(IntStream.rangeClosed(1, rows).map(RandomNumbers::of).min()).hasValue(1);
        assertThat(IntStream.rangeClosed(1, rows).map(RandomNumbers::of).max()).hasValue(10_000);
    }

    @Test
    void contentsAreKnownWithoutAList() {
        assertThat(TableContents.drawn(0)).isEqualTo(TableContents.NONE);
        long sum = IntStream.rangeClosed(1, 1_234).mapToLong(RandomNumbers::of).sum();
        assertThat(TableContents.drawn(1_234)).isEqualTo(new TableContents(1_234, 1, 1_234, sum));
    }

    @Test
    void aHoleAnotherNumberAndAnotherBeginningAreSeen() {
        var drawn = TableContents.drawn(100);
        assertThat(drawn.isDrawn()).isTrue();
        assertThat(TableContents.NONE.isDrawn()).isTrue();
        assertThat(new TableContents(99, 1, 100, drawn.sum() - RandomNumbers.of(50)).isDrawn())
                .isFalse();
        assertThat(new TableContents(100, 1, 100, drawn.sum() + 1).isDrawn()).isFalse();
        assertThat(new TableContents(100, 0, 99, drawn.sum()).isDrawn()).isFalse();
        assertThat(new TableContents(1, -5, -5, 1).isDrawn()).isFalse();
    }

    /** The table may hold the highest id: other programs can write to it. */
    @Test
    @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a busy loop ignores interrupts
    void theHighestIdOfAllIsNoLoadWithoutThoseBelowIt() {
        int highest = Integer.MAX_VALUE;
        assertThat(new TableContents(2, 1, highest, 1).isDrawn()).isFalse();
    }
}
