package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ProcessLimitsTest {

    @Test
    void readsRecordedLimits() {
        ProcessLimits limits =
                ProcessLimits.parse(new SystemFiles(RecordedMachines.root("v1-hybrid")).text("proc/self/limits"));
        assertThat(limits.nofile()).isEqualTo(new ResourceLimit(OptionalLong.of(20_000), OptionalLong.of(20_000)));
        assertThat(limits.nproc()).isEqualTo(new ResourceLimit(OptionalLong.of(96_365), OptionalLong.of(96_365)));
        assertThat(limits.sigpending().soft()).hasValue(96_365);
        assertThat(limits.stackBytes()).hasToString("8388608/unlimited");
        assertThat(limits.addressSpaceBytes()).isEqualTo(new ResourceLimit(OptionalLong.empty(), OptionalLong.empty()));
    }

    @Test
    void aRowThatIsNotShownIsNull() {
        ProcessLimits limits =
                ProcessLimits.parse(new SystemFiles(RecordedMachines.root("v2-systemd")).text("proc/self/limits"));
        assertThat(limits.nofile()).hasToString("1024/1048576");
        assertThat(limits.memlockBytes()).isNull();
    }

    @Test
    void readsAProcessAndSaysWhichOneIsGone() throws Exception {
        assertThat(ProcessLimits.ofThisProcess().nofile().soft().orElseThrow()).isPositive();
        // above any pid_max that Linux accepts (4194304)
        assertThatThrownBy(() -> ProcessLimits.of(Path.of("/proc"), 99_999_999))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("/proc/99999999/limits");
    }
}
