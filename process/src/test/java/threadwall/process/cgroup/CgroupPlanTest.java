package threadwall.process.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.PreconditionException;

class CgroupPlanTest {

    private static final CgroupLimits LIMITS =
            new CgroupLimits(268_435_456, new CgroupLimits.ReadLimit(new BlockDevice("254:0", "vda"), 200));

    @TempDir
    private Path root;

    private void file(String path, String text) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void liesBelowTheProcesssOwnInEachHierarchyOfVersionOne() throws Exception {
        file("proc/self/mountinfo", """
                30 20 0:1 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
                31 20 0:2 / /sys/fs/cgroup/blkio rw - cgroup cgroup rw,blkio
                32 20 0:3 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
                """);
        file("proc/self/cgroup", "8:memory:/of/mine\n7:blkio:/\n0::/\n");
        for (var own : new String[] {"memory/of/mine", "blkio"}) {
            file("sys/fs/cgroup/" + own + "/tasks", "");
            file("sys/fs/cgroup/" + own + "/cgroup.procs", "");
        }
        var cgroups = root.resolve("sys/fs/cgroup");
        assertThat(CgroupPlan.of(root, "tried", LIMITS))
                .containsExactly(
                        new CgroupPlan(
                                cgroups.resolve("memory/of/mine/tried"), Map.of("memory.limit_in_bytes", "268435456")),
                        new CgroupPlan(
                                cgroups.resolve("blkio/tried"),
                                Map.of("blkio.throttle.read_iops_device", "254:0 200")));
        assertThat(CgroupPlan.of(root, "tried", new CgroupLimits(1, null))).hasSize(1);
    }

    /** A systemd login session: the scope has all processes, and each cgroup delegates its controllers to the next. */
    private void versionTwo(String slices, String user) throws IOException {
        file("proc/self/mountinfo", "30 20 0:1 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        file("proc/self/cgroup", "0::/user.slice/user-1000.slice/session-1.scope\n");
        folder(".", "cpu io memory pids", slices);
        folder("user.slice", slices, slices);
        folder("user.slice/user-1000.slice", slices, user);
        folder("user.slice/user-1000.slice/session-1.scope", user, "");
    }

    private void folder(String name, String controllers, String below) throws IOException {
        file("sys/fs/cgroup/" + name + "/cgroup.procs", "");
        file("sys/fs/cgroup/" + name + "/cgroup.controllers", controllers + "\n");
        file("sys/fs/cgroup/" + name + "/cgroup.subtree_control", below + "\n");
    }

    @Test
    void liesBelowTheNearestOneThatDelegatesTheControllerInVersionTwo() throws Exception {
        versionTwo("io memory pids", "memory pids");
        assertThat(CgroupPlan.of(root, "tried", new CgroupLimits(268_435_456, null)))
                .containsExactly(new CgroupPlan(
                        root.resolve("sys/fs/cgroup/user.slice/user-1000.slice/tried"),
                        Map.of("memory.max", "268435456")));
    }

    @Test
    void isASingleCgroupWithAllControllersInVersionTwo() throws Exception {
        versionTwo("io memory pids", "memory pids");
        assertThat(CgroupPlan.of(root, "tried", LIMITS))
                .containsExactly(new CgroupPlan(
                        root.resolve("sys/fs/cgroup/user.slice/tried"),
                        Map.of("memory.max", "268435456", "io.max", "254:0 riops=200")));
    }

    @Test
    void limitsTheCpuTimeOfAPeriod() throws Exception {
        versionTwo("cpu memory pids", "memory pids");
        assertThat(CgroupPlan.of(root, "tried", new CgroupLimits(null, null, 1.5)))
                .containsExactly(new CgroupPlan(
                        root.resolve("sys/fs/cgroup/user.slice/tried"), Map.of("cpu.max", "150000 100000")));
        file("proc/self/mountinfo", "30 20 0:1 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n");
        file("proc/self/cgroup", "8:cpu:/\n");
        file("sys/fs/cgroup/cpu/tasks", "");
        file("sys/fs/cgroup/cpu/cgroup.procs", "");
        assertThat(CgroupPlan.of(root, "tried", new CgroupLimits(null, null, 0.25)))
                .containsExactly(
                        new CgroupPlan(root.resolve("sys/fs/cgroup/cpu/tried"), Map.of("cpu.cfs_quota_us", "25000")));
    }

    @Test
    void isRefusedNamingTheMissingController() throws Exception {
        versionTwo("memory pids", "memory pids");
        assertThatThrownBy(() -> CgroupPlan.of(root, "tried", LIMITS))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(4))
                .hasMessageStartingWith("no cgroup here may limit io: ");
    }

    @Test
    void isRefusedWhereNoCgroupFileSystemIsMounted() {
        assertThatThrownBy(() -> CgroupPlan.of(root, "tried", LIMITS))
                .hasMessage("no cgroup file system is mounted here; mount one");
    }
}
