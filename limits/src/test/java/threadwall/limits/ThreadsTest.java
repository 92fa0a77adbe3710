package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ThreadsTest {

    private static List<Wall> walls(String machine) {
        Path root = Machines.root(machine);
        ProcessLimits process = ProcessLimits.parse(new Readings(root).text("proc/self/limits"));
        return Threads.walls(KernelLimits.read(root), process, ThreadUse.read(root));
    }

    @Test
    void underSystemdTheUserSliceBinds() {
        List<Wall> walls = walls("v2-systemd");
        assertThat(walls)
                .extracting(Wall::limit, Wall::inForce, Wall::allows)
                .containsExactly(
                        tuple("pids.max of /sys/fs/cgroup/user.slice/user-1000.slice", 15_616L, 15_576L),
                        // huge pages "always": three maps a thread
                        tuple("vm.max_map_count", 65_530L, 21_780L),
                        tuple("RLIMIT_NPROC", 40_000L, 39_963L),
                        tuple("kernel.threads-max", 47_321L, 47_190L),
                        tuple("kernel.pid_max", 4_194_304L, 4_193_873L));
        assertThat(walls.getFirst().remedy()).contains("TasksMax=");
        assertThat(walls.get(2).remedy()).isEqualTo("ulimit -u 47321");
    }

    @Test
    void rootHasNoWallOfItsOwn() {
        assertThat(walls("v1-hybrid"))
                .extracting(Wall::limit)
                .startsWith("pids.max of /sys/fs/cgroup/pids/tw-rec", "kernel.pid_max", "vm.max_map_count")
                .doesNotContain("RLIMIT_NPROC");
    }

    @Test
    void aFullCgroupAllowsNoneRatherThanLess() {
        KernelLimits kernel = withPids(new CgroupPids("/sys/fs/cgroup", OptionalLong.of(10), 12L));
        assertThat(Threads.walls(kernel, ProcessLimits.parse(""), new ThreadUse(null, null, null)))
                .extracting(Wall::allows)
                .containsExactly(0L);
    }

    @Test
    void whatCannotBeReadIsNoWall() {
        KernelLimits kernel = withPids(new CgroupPids("/sys/fs/cgroup", OptionalLong.of(10), null));
        assertThat(Threads.walls(kernel, ProcessLimits.parse(""), new ThreadUse(null, null, null)))
                .isEmpty();
    }

    private static KernelLimits withPids(CgroupPids pids) {
        return new KernelLimits(
                null, null, null, null, null, 32_768L, null, null, null, null, null, null, null, List.of(pids));
    }

    @Test
    void unknownHugePagesPromiseLess() {
        assertThat(Threads.mapsPerThread("never")).isEqualTo(2);
        assertThat(Threads.mapsPerThread("madvise")).isEqualTo(2);
        assertThat(Threads.mapsPerThread("always")).isEqualTo(3);
        assertThat(Threads.mapsPerThread(null)).isEqualTo(3);
    }
}
