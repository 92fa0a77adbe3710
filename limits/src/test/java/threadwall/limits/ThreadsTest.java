package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    private static Diagnosis diagnose(String machine) {
        Situation situation = Situation.read(Machines.root(machine), Optional.empty());
        return Threads.diagnose(
                situation, ThreadCosts.estimate(situation.kernel().transparentHugePages()), OptionalLong.empty());
    }

    @Test
    void underSystemdTheUserSliceBinds() {
        assertThat(diagnose("v2-systemd").binding().orElseThrow().limit())
                .isEqualTo("pids.max of /sys/fs/cgroup/user.slice/user-1000.slice");
    }
}
