package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SocketsTest {

    @Test
    void aProcessHoldsWhatItsDescriptorsLeave() {
        assertThat(Sockets.perProcess(OptionalLong.of(20_000), 90)).hasValue(19_910);
        assertThat(Sockets.perProcess(OptionalLong.of(64), 90)).hasValue(0);
        assertThat(Sockets.perProcess(OptionalLong.empty(), 90)).isEmpty();
    }

    @Test
    void theKernelCutsABacklogWithoutAWord() {
        assertThat(Sockets.effectiveBacklog(65_535, 4_096)).isEqualTo(4_096);
        assertThat(Sockets.effectiveBacklog(100, 4_096)).isEqualTo(100);
    }
}
