package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static threadwall.limits.LimitRows.limit;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunningProcessTest {

    private static final String STATUS = """
            Name:	java
            Uid:	1000	1000	1000	1000
            Gid:	1000	1000	1000	1000
            NSpid:	42
            VmSize:	 8000000 kB
            Threads:	120
            CapEff:	0000000000000000
            CapBnd:	000001ffffffffff
            """;

    private static final String LIMITS = """
            Limit                     Soft Limit           Hard Limit           Units
            Max address space         16000000000          unlimited            bytes
            Max processes             400                  500                  processes
            Max open files            3000                 4000                 files
            """;

    @TempDir
    private Path root;

    private MachineTree tree;

    @BeforeEach
    void makeAMachineWithAService() {
        tree = new MachineTree(root)
                .with("proc/42/status", STATUS)
                .with("proc/42/limits", LIMITS)
                .with("proc/42/cgroup", "0::/system.slice/shop.service\n")
                .with("proc/42/maps", "a map\n".repeat(1_000))
                .with("proc/42/fd/0", "")
                .with("proc/42/fd/1", "")
                .with("proc/self/mountinfo", "36 35 0:1 / /cg rw - cgroup2 cgroup rw\n")
                .with("proc/self/status", "Uid:\t0\nNSpid:\t7\nCapEff:\t000001ffffffffff\n")
                .with("proc/2/status", "Name:\tkthreadd\nUid:\t0\nThreads:\t1\n")
                .with("proc/loadavg", "0.1 0.1 0.1 1/150 4242\n")
                .with("proc/meminfo", "MemAvailable:    8000000 kB\nMemTotal:    9000000 kB\n")
                .with("proc/sys/vm/max_map_count", "65530\n")
                .with("proc/sys/kernel/threads-max", "190000\n")
                .with("proc/sys/fs/nr_open", "1048576\n")
                .with("cg/system.slice/shop.service/pids.max", "700\n")
                .with("cg/system.slice/shop.service/pids.current", "412\n")
                .with("run/systemd/system/.keep", "");
    }

    private SystemSnapshot snapshot() throws NoSuchFileException {
        return SystemSnapshot.ofProcess(root, 42);
    }

    private Diagnosis threads() throws NoSuchFileException {
        return LimitRows.threads(snapshot());
    }

    @Test
    void hasWhatProcShows() throws NoSuchFileException {
        assertThat(snapshot().running()).isEqualTo(new RunningProcess(42, "java", 120, 1_000L, 2L, 8_000_000L * 1_024));
    }

    @Test
    void eachLimitAllowsSoManyMore() throws NoSuchFileException {
        assertThat(limit(threads(), "pids.max of /cg/system.slice/shop.service").allows())
                .hasValue(700 - 412);
        assertThat(limit(threads(), "RLIMIT_NPROC").allows()).hasValue(400 - 120);
        assertThat(limit(threads(), "vm.max_map_count").allows()).hasValue((65_530 - 1_000) / 2);
        assertThat(limit(threads(), "vm.max_map_count").formula())
                .isEqualTo("(65,530 − 1,000 in use) / 2.00 maps per thread");
        assertThat(limit(threads(), "RLIMIT_AS").allows()).hasValue((16_000_000_000L - 8_192_000_000L) / 1_000_000);
        assertThat(threads().binding().orElseThrow().name()).isEqualTo("RLIMIT_NPROC");
    }

    /** A JVM raises its soft limit when it starts, so what is soft later is what it has. */
    @Test
    void theSoftLimitOfFilesIsInForce() throws NoSuchFileException {
        var connections = ConnectionLimits.diagnoseRunning(snapshot(), OptionalLong.empty());
        assertThat(limit(connections, "RLIMIT_NOFILE").allows()).hasValue(3_000 - 2);
        assertThat(limit(connections, "RLIMIT_NOFILE").formula()).isEqualTo("3,000 − its 2 files");
        assertThat(LimitRows.of(connections)).noneMatch(row -> row.contains("ip_local_port_range"));
    }

    @Test
    void aLimitIsRaisedInTheProcessAndForItsService() throws NoSuchFileException {
        var nofile = limit(ConnectionLimits.diagnoseRunning(snapshot(), OptionalLong.empty()), "RLIMIT_NOFILE");
        assertThat(nofile.remedy(3_400).now()).containsExactly("prlimit --pid 42 --nofile=3800:");
        var above = nofile.remedy(5_000);
        assertThat(above.now()).containsExactly("prlimit --pid 42 --nofile=5600:5600");
        assertThat(above.keep())
                .containsExactly(
                        "mkdir -p /etc/systemd/system/shop.service.d",
                        "printf '[Service]\\nLimitNOFILE=5600\\n' > /etc/systemd/system/shop.service.d/99-threadwall-nofile.conf",
                        "systemctl daemon-reload");
        assertThat(above.undo()).endsWith("prlimit --pid 42 --nofile=3000:4000");
        assertThat(above.advice()).contains("only root", "when shop.service starts again");
        assertThat(nofile.remedy(2_000_000).now())
                .containsExactly("sysctl -w fs.nr_open=2300000", "prlimit --pid 42 --nofile=2300000:2300000");
    }

    @Test
    void withoutAServiceTheNextStartIsTheStartersMatter() throws NoSuchFileException {
        tree.with("proc/42/cgroup", "0::/user.slice/user-1000.slice/user@1000.service/app.slice/a.service\n");
        var nproc = limit(threads(), "RLIMIT_NPROC").remedy(330);
        assertThat(nproc.now()).containsExactly("prlimit --pid 42 --nproc=500:");
        assertThat(nproc.keep()).isEmpty();
        assertThat(nproc.advice()).contains("set it where the process is started");
    }

    @Test
    void whatOnlyItsUserCanReadIsSaid() throws NoSuchFileException {
        root.resolve("proc/42/maps").toFile().delete();
        assertThat(threads().unread())
                .contains("vm.max_map_count: cannot be read from /proc/42/maps, which only its user and root can");
        assertThat(LimitRows.of(threads())).noneMatch(row -> row.startsWith("vm.max_map_count"));
    }

    @Test
    void aNamespaceOfItsOwnIsSaid() throws NoSuchFileException {
        tree.with("proc/42/status", STATUS.replace("NSpid:	42", "NSpid:	42	1"));
        assertThat(threads().unread()).anyMatch(text -> text.startsWith("kernel.pid_max of the process's own PID"));
    }

    @Test
    void aProcessThatIsGone() {
        assertThatThrownBy(() -> SystemSnapshot.ofProcess(root, 43)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void thisProcess() throws NoSuchFileException {
        var own = RunningProcess.read(Path.of("/"), ProcessHandle.current().pid());
        assertThat(own.name()).isEqualTo("java");
        assertThat(own.maps()).isGreaterThan(100);
        assertThat(own.files()).isGreaterThan(2);
        assertThat(own.addressBytes()).isGreaterThan(100_000_000);
    }
}
