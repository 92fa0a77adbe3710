package threadwall.loadgen.sweep.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.CpuKind;

/** Uses shell commands in place of {@code perf script}. */
@Tag("slow")
@Timeout(60)
class PerfProfilerTest {

    private static final Path HOME = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .resolve("../..")
            .normalize();

    private static final String STACK = "printf 'thread  12\\n\\t  1a2b run (/usr/bin/server)\\n\\n'";

    @TempDir
    private Path folder;

    @Test
    void countsPrintedStacks() throws Exception {
        var stacks = PerfProfiler.printed(HOME, folder, List.of("bash", "-c", STACK), Duration.ofSeconds(50));
        assertThat(stacks).hasValueSatisfying(some -> assertThat(some.kinds()).isEqualTo(Map.of(CpuKind.CODE, 1L)));
        assertThat(folder.resolve("perf-script.txt")).doesNotExist();
    }

    /** Without the time-out it would wait for as long as the sleep takes. */
    @Test
    void doesNotWaitForAHangingCommand() throws Exception {
        var command = List.of("bash", "-c", STACK + "; exec sleep 600");
        assertThat(PerfProfiler.printed(HOME, folder, command, Duration.ofMillis(100)))
                .isEmpty();
        assertThat(folder.resolve("perf-script.txt")).doesNotExist();
    }
}
