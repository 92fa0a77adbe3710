package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.process.proc.KernelMemory;

@Timeout(60)
class MemorySettlingTest {

    private static KernelMemory kernel(long stacks, long tables, long slab) {
        return new KernelMemory(1_000_000L, stacks, tables, slab);
    }

    @Test
    void theKernelHasSettledWhenNoneOfItsFiguresChanges() {
        var readings = new ArrayList<>(
                List.of(kernel(0, 0, 0), kernel(0, 0, 1_000), kernel(0, 0, 0), kernel(0, 0, 0), kernel(0, 400_000, 0)));
        assertThat(MemorySettling.isKernelSettled(readings)).isTrue();
        readings.addLast(kernel(16 << 20, 0, 0));
        assertThat(MemorySettling.isKernelSettled(readings)).isFalse();
    }

    @Test
    void aProcessHasSettledAfterTwelveReadingsWithinAPercent() throws Exception {
        var read = new AtomicLong();
        var settled = MemorySettling.ofProcess(() -> {
            long reading = read.incrementAndGet();
            return reading <= 3 ? 1_000_000 * reading : 5_000_000 + reading;
        });
        assertThat(settled.atRest()).isTrue();
        assertThat(settled.last()).isEqualTo(5_000_015);
        assertThat(read).hasValue(15);
    }
}
