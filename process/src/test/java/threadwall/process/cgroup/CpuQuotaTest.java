package threadwall.process.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.cgroup.CpuQuota.Throttling;

class CpuQuotaTest {

    @TempDir
    private Path root;

    private void file(String path, String text) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String stat(long periods, long throttled) {
        return "nr_periods %d\nnr_throttled %d\nthrottled_time 123456789\n".formatted(periods, throttled);
    }

    @Test
    void readsVersionOneOfAnotherProcess() throws IOException {
        file("proc/self/mountinfo", "30 20 0:1 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n");
        file("proc/77/cgroup", "2:cpu:/slow\n0::/\n");
        file("sys/fs/cgroup/cpu/slow/cpu.cfs_quota_us", "15000\n");
        file("sys/fs/cgroup/cpu/slow/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/cpu/slow/cpu.stat", stat(40, 10));
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/cpu/cpu.stat", stat(0, 0));
        assertThat(CpuQuota.of(root, List.of(77L, 77L, 78L)))
                .containsExactly(new CpuQuota(root.resolve("sys/fs/cgroup/cpu/slow"), 0.15, 40, 10));
    }

    @Test
    void readsVersionTwoAndTheCgroupsAbove() throws IOException {
        file("proc/self/mountinfo", "30 20 0:1 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        file("proc/77/cgroup", "0::/pods/one\n");
        file("sys/fs/cgroup/pods/one/cpu.max", "max 100000\n");
        file("sys/fs/cgroup/pods/one/cpu.stat", "usage_usec 5\n" + stat(0, 0));
        file("sys/fs/cgroup/pods/cpu.max", "150000 100000\n");
        file("sys/fs/cgroup/pods/cpu.stat", "usage_usec 5\n" + stat(7, 3));
        assertThat(CpuQuota.of(root, List.of(77L)))
                .containsExactly(new CpuQuota(root.resolve("sys/fs/cgroup/pods"), 1.5, 7, 3));
    }

    @Test
    void theMostThrottledCgroupCounts() {
        var above = new CpuQuota(Path.of("/a"), 2, 100, 0);
        var own = new CpuQuota(Path.of("/a/b"), 0.5, 50, 20);
        assertThat(CpuQuota.since(
                        List.of(above, own),
                        List.of(new CpuQuota(Path.of("/a"), 2, 150, 5), new CpuQuota(Path.of("/a/b"), 0.25, 100, 60))))
                .contains(new Throttling(0.25, 0.8));
    }

    @Test
    void aCgroupThatDidNotRunOrIsNewSaysNothing() {
        var own = new CpuQuota(Path.of("/a"), 0.5, 50, 20);
        assertThat(CpuQuota.since(List.of(own), List.of(own))).isEmpty();
        assertThat(CpuQuota.since(List.of(), List.of(own))).isEmpty();
    }
}
