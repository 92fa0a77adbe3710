package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RingChecksumTest {

    @Test
    void eachReceiverAddsItsIndexTo31TimesTheValue() {
        assertThat(RingChecksum.of(2, 1)).as("the first one's index is 0").isEqualTo("0");
        assertThat(RingChecksum.of(2, 2)).isEqualTo("1");
        assertThat(RingChecksum.of(2, 4)).as("31, then 31 * 31 + 1").isEqualTo("962");
        assertThat(RingChecksum.of(3, 4)).as("1, 33, then 33 * 31").isEqualTo("1023");
    }

    @Test
    void itWrapsAt32Bits() {
        assertThat(RingChecksum.of(2, 9)).isEqualTo("1771469308");
    }
}
