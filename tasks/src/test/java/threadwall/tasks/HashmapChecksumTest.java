package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HashmapChecksumTest {

    @Test
    void isTheSumOfIdXorScore() {
        assertThat(HashmapChecksum.of(1, 1_000))
                .as("the score of task 0 is the id")
                .isEqualTo("0");
        assertThat(HashmapChecksum.of(2, 2)).as("0 ^ 31, 1 ^ 32").isEqualTo("64");
        assertThat(HashmapChecksum.of(3, 1)).as("31, 62").isEqualTo("93");
    }
}
