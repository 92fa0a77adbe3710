package threadwall.process.proc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelCountersTest {

    @TempDir
    private Path proc;

    @Test
    void stealIsAShareOfAllTime() throws Exception {
        var before = written("cpu  100 0 50 800 40 0 10 0 30 0\ncpu0 1 2 3 4 5 6 7 8 9 10\n");
        var after = written("cpu  150 0 50 825 40 0 10 25 60 0\n");
        assertThat(after.stolenPercentSince(before)).isCloseTo(25.0, within(1e-9));
    }

    @Test
    void withoutTicksOrTheLineThereIsNoShare() throws Exception {
        var reading = written("cpu  100 0 50 800 40 0 10 5 30 0\n");
        assertThat(reading.stolenPercentSince(reading)).isNull();
        var none = written("intr 5\n");
        assertThat(reading.stolenPercentSince(none)).isNull();
        assertThat(none.stolenPercentSince(reading)).isNull();
    }

    @Test
    void contextSwitchesAreADifference() throws Exception {
        var before = written("cpu  1 2 3\nctxt 1000\n");
        var after = written("cpu  1 2 3\nctxt 1234\nbtime 5\n");
        assertThat(after.contextSwitchesSince(before)).isEqualTo(234);
        assertThat(after.contextSwitchesSince(written("cpu  1 2 3\n"))).isNull();
        assertThat(after.stolenPercentSince(before)).isNull();
    }

    @Test
    void droppedPacketsAreAddedOverTheProcessors() throws Exception {
        var before = softnet("0a9325c7 00003a76 0000000f\n0a9efce6 0000257b 0000000d\n");
        var after = softnet("0a9325d7 00003e41 0000000f\n0a9efcf6 00002b2c 0000000d\n");
        assertThat(after.backlogDropsSince(before)).isEqualTo(0x3cb + 0x5b1);
        assertThat(after.backlogDropsSince(softnet(""))).isNull();
    }

    @Test
    void thisMachineReportsThem() {
        assertThat(KernelCounters.read().backlogDrops()).isNotNegative();
        assertThat(KernelCounters.read().cpuTicks()).isPositive();
        assertThat(KernelCounters.read().stolenTicks()).isNotNegative();
    }

    private KernelCounters softnet(String text) throws Exception {
        Files.createDirectories(proc.resolve("net"));
        Files.writeString(proc.resolve("net/softnet_stat"), text);
        return KernelCounters.read(proc);
    }

    private KernelCounters written(String stat) throws Exception {
        Files.writeString(proc.resolve("stat"), stat);
        return KernelCounters.read(proc);
    }
}
