package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PortCapacityTest {

    private static final PortRange DEFAULT = new PortRange(32_768, 60_999);

    @Test
    void theKneeOfTheDefaultRangeIsAtItsHalf() {
        assertThat(PortCapacity.perPair(DEFAULT, PortSet.NONE)).isEqualTo(14_116);
        assertThat(PortCapacity.most(DEFAULT, PortSet.NONE)).isEqualTo(28_232);
    }

    @Test
    void theWidestRangeIsCapped() {
        PortRange widest = PortRange.parse("1024\t65535\n");
        assertThat(PortCapacity.perPair(widest, PortSet.NONE)).isEqualTo(28_000);
        assertThat(PortCapacity.most(widest, PortSet.NONE)).isEqualTo(64_512);
    }

    @Test
    void reservedPortsCountWhereTheyFall() {
        // 40000 and 40002 are even, 80 is outside
        PortSet reserved = PortSet.parse("80,40000,40002");
        assertThat(PortCapacity.perPair(DEFAULT, reserved)).isEqualTo(14_114);
        assertThat(PortCapacity.most(DEFAULT, reserved)).isEqualTo(28_230);
    }

    @Test
    void refusesWhatIsNoRange() {
        assertThatThrownBy(() -> PortRange.parse("60999 32768")).hasMessageContaining("60999-32768");
        assertThatThrownBy(() -> PortRange.parse("32768")).hasMessageContaining("32768");
    }
}
