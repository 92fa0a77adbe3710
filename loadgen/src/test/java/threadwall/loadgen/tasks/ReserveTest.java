package threadwall.loadgen.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import threadwall.loadgen.proc.KernelMemory;

class ReserveTest {

    @Test
    void isAShareOfALargeMachineAndNeverNextToNothing() {
        assertThat(Reserve.bytes(100_000_000_000L)).isEqualTo(3_000_000_000L);
        assertThat(Reserve.bytes(1_000_000_000L)).isEqualTo(256L << 20);
        assertThat(Reserve.bytes(null)).isEqualTo(256L << 20);
    }

    @Test
    void isTouchedByWhatCanStillBeHad() {
        assertThat(Reserve.isTouched(available(99L), 100)).isTrue();
        assertThat(Reserve.isTouched(available(100L), 100)).isFalse();
        assertThat(Reserve.isTouched(available(null), 100)).isFalse();
    }

    private static KernelMemory available(Long bytes) {
        return new KernelMemory(bytes, null, null, null);
    }
}
