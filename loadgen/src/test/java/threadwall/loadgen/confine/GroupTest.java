package threadwall.loadgen.confine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.loadgen.plan.Refused;

class GroupTest {

    private static final Bounds BOUNDS = new Bounds(268_435_456, new Bounds.Reads(new Device("254:0", "vda"), 200));

    @TempDir
    private Path root;

    private void file(String path, String text) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    @Test
    void liesBelowItsMakersOwnInEachHierarchyOfVersionOne() throws Exception {
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
        assertThat(Group.of(root, "tried", BOUNDS))
                .containsExactly(
                        new Group(
                                cgroups.resolve("memory/of/mine/tried"), Map.of("memory.limit_in_bytes", "268435456")),
                        new Group(
                                cgroups.resolve("blkio/tried"),
                                Map.of("blkio.throttle.read_iops_device", "254:0 200")));
        assertThat(Group.of(root, "tried", new Bounds(1, null))).hasSize(1);
    }

    private void versionTwo(String controllers) throws IOException {
        file("proc/self/mountinfo", "30 20 0:1 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        file("proc/self/cgroup", "0::/user.slice/session-1.scope\n");
        for (var folder : new String[] {"user.slice/session-1.scope", "user.slice", "."}) {
            file("sys/fs/cgroup/" + folder + "/cgroup.procs", "");
            file("sys/fs/cgroup/" + folder + "/cgroup.controllers", "memory io pids\n");
            file("sys/fs/cgroup/" + folder + "/cgroup.subtree_control", "pids\n");
        }
        file("sys/fs/cgroup/user.slice/cgroup.subtree_control", controllers);
    }

    @Test
    void liesBelowTheNearestOneThatHasControllersForOthersInVersionTwo() throws Exception {
        versionTwo("memory io pids\n");
        assertThat(Group.of(root, "tried", BOUNDS))
                .containsExactly(new Group(
                        root.resolve("sys/fs/cgroup/user.slice/tried"),
                        Map.of("memory.max", "268435456", "io.max", "254:0 riops=200")));
    }

    @Test
    void isRefusedWithTheControllerThatIsMissing() throws Exception {
        versionTwo("memory\n");
        assertThatThrownBy(() -> Group.of(root, "tried", BOUNDS))
                .isInstanceOfSatisfying(
                        Refused.class, refused -> assertThat(refused.exitCode()).isEqualTo(4))
                .hasMessageStartingWith("no cgroup here may limit io: ");
    }

    @Test
    void isRefusedWhereNoCgroupsShow() {
        assertThatThrownBy(() -> Group.of(root, "tried", BOUNDS))
                .hasMessage("no cgroup file system shows here; mount one");
    }
}
