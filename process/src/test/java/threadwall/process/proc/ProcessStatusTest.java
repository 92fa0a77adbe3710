package threadwall.process.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessStatusTest {

    @TempDir
    private Path proc;

    @Test
    void readsAProcess() throws Exception {
        var process = Files.createDirectory(proc.resolve("77"));
        Files.writeString(process.resolve("status"), """
                Name:\tjava
                Uid:\t1000\t1001\t1002\t1003
                VmSize:\t 2473000 kB
                VmHWM:\t   41000 kB
                VmRSS:\t   40000 kB
                VmData:\t  120000 kB
                VmPTE:\t     400 kB
                Threads:\t113
                """);
        Files.writeString(process.resolve("maps"), "7f00-7f01 r--p\n7f01-7f02 r--p\n");
        assertThat(ProcessStatus.read(proc, 77))
                .contains(new ProcessStatus(
                        1000L, 113L, 40_000 * 1024L, 41_000 * 1024L, 400 * 1024L, 2_473_000 * 1024L, 120_000 * 1024L));
        assertThat(ProcessStatus.maps(proc, 77)).isEqualTo(2);
    }

    @Test
    void aProcessThatIsGoneOrDeadIsEmpty() throws Exception {
        assertThat(ProcessStatus.read(proc, 78)).isEmpty();
        assertThat(ProcessStatus.maps(proc, 78)).isNull();
        var zombie = Files.createDirectory(proc.resolve("79"));
        Files.writeString(zombie.resolve("status"), "Name:\tjava\nState:\tZ (zombie)\nThreads:\t1\n");
        Files.writeString(zombie.resolve("maps"), "");
        assertThat(ProcessStatus.read(proc, 79)).isEmpty();
        assertThat(ProcessStatus.maps(proc, 79)).isNull();
    }

    @Test
    void readsThisProcess() {
        long self = ProcessHandle.current().pid();
        assertThat(ProcessStatus.read(self).orElseThrow().threads()).isGreaterThan(5);
        assertThat(ProcessStatus.maps(self)).isGreaterThan(50);
    }
}
