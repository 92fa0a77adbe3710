package threadwall.taskprograms.sleep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class FutexHashTest {
    private static final List<String> ENLARGED =
            List.of("--enable-native-access=ALL-UNNAMED", "-Dsleep.futexSlots=4096");

    @Test
    void theKernelTellsTheSizeThatWasAskedFor() {
        assumeTrue(FutexHash.slots() >= 0, "a kernel without a futex hash of a process's own");
        FutexHash.enlarge(4096);
        assertThat(FutexHash.slots()).isEqualTo(4096);
    }

    @Test
    void aSizeThatTheKernelRefusesIsAnError() {
        assumeTrue(FutexHash.slots() >= 0, "a kernel without a futex hash of a process's own");
        assertThatThrownBy(() -> FutexHash.enlarge(3))
                .hasMessage("prctl(PR_FUTEX_HASH, SET_SLOTS, 3) failed with errno 22");
    }

    @Test
    void theProgramRunsWithIt() throws Exception {
        var program = Program.run(ENLARGED, "threads", "50", "500");
        assertThat(program.stderr()).isEmpty();
        assertThat(program.stdout()).startsWith("{\"tasks\":50,\"started\":50,\"mostAlive\":50,");
        assertThat(program.exitCode()).isZero();
    }
}
