package threadwall.taskprograms.hashmap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsTest {
    /** Nearest-rank percentile: the smallest value that at least 99 % of all do not exceed. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "99, 99", "100, 99", "101, 100", "200, 198", "201, 199", "10000, 9900"})
    void p99IsTheNearestRank(int tasks, int rank) {
        long[] sorted = new long[tasks];
        for (int i = 0; i < tasks; i++) {
            sorted[i] = i + 1;
        }
        assertThat(Results.p99(sorted)).isEqualTo(rank);
    }
}
