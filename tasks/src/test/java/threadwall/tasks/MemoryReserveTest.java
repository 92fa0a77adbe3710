package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import threadwall.process.proc.KernelMemory;

class MemoryReserveTest {

    @Test
    void isAShareOfALargeMachineAndNeverNextToNothing() {
        assertThat(MemoryReserve.bytes(100_000_000_000L)).isEqualTo(3_000_000_000L);
        assertThat(MemoryReserve.bytes(1_000_000_000L)).isEqualTo(256L << 20);
        assertThat(MemoryReserve.bytes(null)).isEqualTo(256L << 20);
    }

    @Test
    void isReachedByTheMemoryAvailable() {
        assertThat(MemoryReserve.isReached(available(99L), 100)).isTrue();
        assertThat(MemoryReserve.isReached(available(100L), 100)).isFalse();
        assertThat(MemoryReserve.isReached(available(null), 100)).isFalse();
    }

    private static KernelMemory available(Long bytes) {
        return new KernelMemory(bytes, null, null, null);
    }
}
