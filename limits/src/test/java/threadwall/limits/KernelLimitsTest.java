package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelLimitsTest {

    @Test
    void readsAHybridMachine() {
        KernelLimits kernel = KernelLimits.read(RecordedMachines.root("v1-hybrid"));
        assertThat(kernel.portRange()).isEqualTo(new PortRange(32_768, 60_999));
        assertThat(kernel.reservedPorts()).isEqualTo(PortSet.NONE);
        assertThat(kernel.somaxconn()).isEqualTo(4_096);
        assertThat(kernel.tcpMaxTwBuckets()).isEqualTo(131_072);
        assertThat(kernel.maxMapCount()).isEqualTo(65_530);
        assertThat(kernel.memTotalBytes()).isEqualTo(24_684_096L * 1024);
        assertThat(kernel.transparentHugePages()).isEqualTo("madvise");
        assertThat(kernel.pids())
                .containsExactly(
                        new CgroupPids("/sys/fs/cgroup/pids/tw-rec/inner", OptionalLong.empty(), 3L),
                        new CgroupPids("/sys/fs/cgroup/pids/tw-rec", OptionalLong.of(500), 3L));
    }

    @Test
    void readsASystemdSessionAndLeavesOutWhatIsNotThere() {
        KernelLimits kernel = KernelLimits.read(RecordedMachines.root("v2-systemd"));
        assertThat(kernel.reservedPorts()).isEqualTo(PortSet.parse("8080,9000-9010"));
        assertThat(kernel.tcpMaxTwBuckets()).isNull();
        assertThat(kernel.fileMax()).isNull();
        String user = "/sys/fs/cgroup/user.slice";
        assertThat(kernel.pids())
                .containsExactly(
                        new CgroupPids(user + "/user-1000.slice/session-3.scope", OptionalLong.empty(), 38L),
                        new CgroupPids(user + "/user-1000.slice", OptionalLong.of(15_616), 40L),
                        new CgroupPids(user, OptionalLong.empty(), 40L));
    }

    @Test
    void aContainersOwnCgroupShowsAtTheMountPoint() {
        assertThat(KernelLimits.read(RecordedMachines.root("v2-container")).pids())
                .containsExactly(new CgroupPids("/sys/fs/cgroup", OptionalLong.of(1_000), 12L));
        assertThat(KernelLimits.read(RecordedMachines.root("v1-container")).pids())
                .containsExactly(new CgroupPids("/sys/fs/cgroup/pids", OptionalLong.of(2_000), 7L));
    }

    @Test
    void anUnreadableMachineIsAllNull(@TempDir Path empty) {
        assertThat(KernelLimits.read(empty))
                .isEqualTo(new KernelLimits(
                        null, null, null, null, null, null, null, null, null, null, null, null, null, null, false));
    }

    @Test
    void readsThisMachine() {
        KernelLimits kernel = KernelLimits.read();
        assertThat(kernel.portRange().size()).isGreaterThan(1);
        assertThat(kernel.pidMax()).isGreaterThan(300);
        assertThat(kernel.memAvailableBytes()).isBetween(1L, kernel.memTotalBytes());
    }

    @Test
    void readsReservedPorts() {
        PortSet reserved = PortSet.parse("80, 8080,9000-9010\n");
        assertThat(reserved.ranges())
                .isEqualTo(List.of(new PortRange(80, 80), new PortRange(8080, 8080), new PortRange(9000, 9010)));
        assertThat(reserved.contains(9010)).isTrue();
        assertThat(reserved.contains(9011)).isFalse();
    }
}
