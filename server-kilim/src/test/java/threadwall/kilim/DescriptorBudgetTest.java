package threadwall.kilim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DescriptorBudgetTest {
    @ParameterizedTest
    @CsvSource({
        "20000, 60, 19848",
        "300, 60, 148", //
        "200, 90, 55",
        "100, 60, 20",
        "60, 60, 1",
        "1000000000000, 60, 2147483647",
        ", 60, 2147483647"
    })
    void leavesAReserve(Long nofile, long open, int connections) {
        assertThat(DescriptorBudget.connections(nofile, open)).isEqualTo(connections);
    }

    @Test
    void knowsThisProcess() throws IOException {
        assertThat(DescriptorBudget.connections()).isPositive();
    }
}
