package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.limits.LimitRows.connections;
import static threadwall.limits.LimitRows.limit;
import static threadwall.limits.LimitRows.snapshot;
import static threadwall.limits.LimitRows.threads;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that raise each limit now, keep it raised, and undo both. */
class RemediesTest {

    private static final String KEPT = "/etc/sysctl.d/99-threadwall-";

    private static LimitAssessment cgroup(String file, String unit, String property) {
        return new LimitAssessment(
                "x",
                LimitScope.CGROUP,
                LimitEffect.REFUSES,
                OptionalLong.of(100),
                50,
                1,
                "",
                "",
                "",
                "",
                new CgroupSetting(file, unit, property));
    }

    @Test
    void aSysctl() {
        Remedy remedy = pidMax(OptionalLong.empty()).remedy(40_000);
        assertThat(remedy.now()).containsExactly("sysctl -w kernel.pid_max=45000");
        assertThat(remedy.keep()).containsExactly("echo 'kernel.pid_max = 45000' > " + KEPT + "kernel.pid_max.conf");
        assertThat(remedy.undo())
                .containsExactly("rm -f " + KEPT + "kernel.pid_max.conf", "sysctl -w kernel.pid_max=32768");
        assertThat(remedy.advice()).isNull();
        assertThat(pidMax(OptionalLong.of(44_999)).remedy(40_000)).isEqualTo(remedy);
    }

    /** systemd's 50-pid-max.conf has it: a file of ours would come later, and lower what the next boot sets. */
    @Test
    void aSysctlThatTheNextBootSetsHigherIsNotKept() {
        Remedy remedy = limit(threads(snapshot("v1-hybrid")), "kernel.pid_max").remedy(40_000);
        assertThat(remedy.now()).containsExactly("sysctl -w kernel.pid_max=45000");
        assertThat(remedy.keep()).isEmpty();
        assertThat(remedy.undo()).containsExactly("sysctl -w kernel.pid_max=32768");
        assertThat(remedy.advice()).isEqualTo("the next boot sets it to 4,194,304");
        assertThat(pidMax(OptionalLong.of(45_000)).remedy(40_000).keep()).isEmpty();
    }

    private static LimitAssessment pidMax(OptionalLong afterBoot) {
        return new LimitAssessment(
                "kernel.pid_max",
                LimitScope.MACHINE,
                LimitEffect.REFUSES,
                OptionalLong.of(32_768),
                300,
                1,
                "",
                "",
                "",
                "",
                new Setting.Sysctl("kernel.pid_max", 4_194_304, afterBoot));
    }

    @Test
    void aSysctlAtItsEnd() {
        LimitAssessment pids = limit(threads(snapshot("v1-hybrid")), "kernel.pid_max");
        assertThat(pids.remedy(4_000_000).now()).containsExactly("sysctl -w kernel.pid_max=4194304");
        assertThat(pids.remedy(5_000_000).advice())
                .contains("this needs 5,000,303, but the kernel accepts at most 4,194,304");
        assertThat(pids.remedy(5_000_000).now()).isEmpty();
        assertThat(limit(connections(snapshot("v1-hybrid")), "net.core.somaxconn")
                        .remedy(70_000)
                        .advice())
                .contains("but threadwall's servers request at most 65,535");
    }

    @Test
    void aCgroupOfNobodyKnown() {
        Remedy remedy = limit(threads(snapshot("v1-hybrid")), "pids.max of /sys/fs/cgroup/pids/tw-rec")
                .remedy(1_000);
        assertThat(remedy.now()).containsExactly("echo 1200 > /sys/fs/cgroup/pids/tw-rec/pids.max");
        assertThat(remedy.keep()).isEmpty();
        assertThat(remedy.undo()).containsExactly("echo 500 > /sys/fs/cgroup/pids/tw-rec/pids.max");
    }

    @Test
    void theSliceOfAUsersLogins() {
        Remedy remedy = limit(threads(snapshot("v2-systemd")), "pids.max of /sys/fs/cgroup/user.slice/user-1000.slice")
                .remedy(20_000);
        assertThat(remedy.now()).containsExactly("systemctl set-property --runtime user-1000.slice TasksMax=23000");
        assertThat(remedy.keep())
                .containsExactly(
                        "mkdir -p /etc/systemd/system/user-.slice.d",
                        "printf '[Slice]\\nTasksMax=23000\\n' > /etc/systemd/system/user-.slice.d/99-threadwall.conf",
                        "systemctl daemon-reload");
        assertThat(remedy.undo())
                .containsExactly(
                        "rm -f /etc/systemd/system/user-.slice.d/99-threadwall.conf",
                        "rmdir --ignore-fail-on-non-empty /etc/systemd/system/user-.slice.d",
                        "systemctl set-property --runtime user-1000.slice TasksMax=15616",
                        "rm -f /run/systemd/system.control/user-1000.slice.d/50-TasksMax.conf",
                        "systemctl daemon-reload");
        assertThat(remedy.advice()).contains("UserTasksMax=");
    }

    @Test
    void aServiceAndAScope() {
        Remedy service = cgroup("/c/system.slice/a@1.service/memory.max", "a@1.service", "MemoryMax")
                .remedy(100);
        assertThat(service.now()).containsExactly("systemctl set-property --runtime a@1.service MemoryMax=170");
        assertThat(service.keep())
                .contains(
                        "printf '[Service]\\nMemoryMax=170\\n' > /etc/systemd/system/a@1.service.d/99-threadwall.conf");
        Remedy scope = cgroup("/c/user.slice/session-3.scope/pids.max", "session-3.scope", "TasksMax")
                .remedy(100);
        assertThat(scope.keep()).isEmpty();
        assertThat(scope.advice()).contains("session-3.scope ends with its session");
    }

    @Test
    void aUnitOfAUsersOwnManager() {
        String file = "/c/user.slice/user-1000.slice/user@1000.service/app.slice/my\\x2dapp.service/pids.max";
        Remedy remedy = cgroup(file, "my\\x2dapp.service", "TasksMax").remedy(100);
        assertThat(remedy.now())
                .containsExactly("systemctl --user set-property --runtime 'my\\x2dapp.service' TasksMax=170");
        assertThat(remedy.advice()).isEqualTo("as that user");
        assertThat(remedy.undo()).contains("systemctl --user daemon-reload");
    }

    @Test
    void aSoftLimitByAnybody() {
        Remedy remedy = limit(threads(snapshot("v2-systemd")), "RLIMIT_NPROC").remedy(45_000);
        assertThat(remedy.now()).containsExactly("ulimit -Su 47321");
        assertThat(remedy.keep())
                .containsExactly("echo 'alice soft nproc 47321' > /etc/security/limits.d/99-threadwall-nproc.conf");
        assertThat(remedy.undo())
                .containsExactly("rm -f /etc/security/limits.d/99-threadwall-nproc.conf", "ulimit -Su 40000");
    }

    @Test
    void upToTheHardLimitWithoutASpareTenth() {
        // 47,284 plus the user's 37
        LimitAssessment nproc = limit(threads(snapshot("v2-systemd")), "RLIMIT_NPROC");
        assertThat(nproc.remedy(47_284).now()).containsExactly("ulimit -Su 47321");
        assertThat(nproc.remedy(47_285).now()).containsExactly("ops/ulim.sh --nproc 53000 COMMAND");
    }

    @Test
    void aHardLimitByRoot() {
        SystemSnapshot session = snapshot("v2-systemd", "root");
        assertThat(session.privileges().hardCanBeRaised()).isTrue();
        Remedy remedy = limit(connections(session), "RLIMIT_NOFILE").remedy(400_000);
        assertThat(remedy.now()).containsExactly("ops/ulim.sh --nofile 450000 COMMAND");
        assertThat(remedy.keep())
                .containsExactly("echo 'root - nofile 450000' > /etc/security/limits.d/99-threadwall-nofile.conf");
    }

    @Test
    void aHardLimitThatNobodyCanRaise() {
        Remedy remedy =
                limit(connections(snapshot("v1-hybrid")), "RLIMIT_NOFILE").remedy(40_000);
        assertThat(remedy.advice())
                .startsWith(
                        "split it over 3 server processes of at most 19,910 each, as ./threadwall sweep does automatically;"
                                + " a process here inherits the hard limit, and even root cannot raise it")
                .endsWith("for a container: --ulimit nofile=45000");
        assertThat(remedy.now()).isEmpty();
        assertThat(rlimit("nproc", 96, LimitEffect.REFUSES, false)
                        .remedy(40_000)
                        .advice())
                .startsWith("a process here inherits the hard limit")
                .endsWith("--ulimit nproc=45000");
        assertThat(rlimit("as", 96, LimitEffect.REFUSES, false).remedy(40_000).advice())
                .as("no container's runtime knows it")
                .endsWith("Restart the session with a higher hard limit");
    }

    @Test
    void aSoftLimitGoesNoFurtherThanTheHardOne() {
        assertThat(rlimit("nofile", 96, LimitEffect.REFUSES_OTHERS, false)
                        .remedy(40_000)
                        .now())
                .containsExactly("ulimit -Sn 4096");
    }

    /** 1,024 soft, 4,096 hard, the latter in force. */
    private static LimitAssessment rlimit(String item, long used, LimitEffect effect, boolean hardCanBeRaised) {
        return new LimitAssessment(
                "x",
                LimitScope.PROCESS,
                effect,
                OptionalLong.of(4_096),
                used,
                1,
                "",
                "",
                "",
                "",
                new RlimitSetting(
                        item, "n", "alice", ResourceLimit.parse("1024", "4096"), 1, 1_048_576, hardCanBeRaised));
    }

    @Test
    void aHardLimitBeyondWhatTheKernelTakes() {
        LimitAssessment nofile = rlimit("nofile", 96, LimitEffect.REFUSES, true);
        assertThat(nofile.remedy(2_000_000).now())
                .containsExactly("sysctl -w fs.nr_open=2300000", "ops/ulim.sh --nofile 2300000 COMMAND");
        assertThat(nofile.remedy(1_048_000).now()).containsExactly("ops/ulim.sh --nofile 1048576 COMMAND");
    }

    @Test
    void addressSpaceIsCountedInKilobytes() {
        Remedy remedy = limit(threads(snapshot("v1-container")), "RLIMIT_AS").remedy(70_000);
        // 8,000,000,000 - 20 threads + 70,000 threads at 1,000,000 = 77,980,000,000; plus 10%
        assertThat(remedy.now()).containsExactly("ulimit -Sv " + 86_000_000_000L / 1_024);
    }

    @Test
    void strictAccountingIsSomebodysChoice() {
        Remedy remedy = limit(threads(snapshot("v1-container")), "CommitLimit").remedy(10_000);
        assertThat(remedy.now()).containsExactly("sysctl -w vm.overcommit_memory=0");
        assertThat(remedy.undo()).contains("sysctl -w vm.overcommit_memory=2");
    }

    @Test
    void portsAreWidenedAndListenersKept(@TempDir Path root) {
        Remedy remedy = ports(SysctlFiles.read(root)).remedy(40_000);
        assertThat(remedy.now())
                .containsExactly(
                        "sysctl -w net.ipv4.ip_local_reserved_ports=40000,8080",
                        "sysctl -w 'net.ipv4.ip_local_port_range=1024 65535'");
        assertThat(remedy.keep()).hasSize(2);
        assertThat(remedy.undo())
                .endsWith(
                        "rm -f " + KEPT + "net.ipv4.ip_local_reserved_ports.conf",
                        "sysctl -w net.ipv4.ip_local_reserved_ports=40000")
                .contains("sysctl -w 'net.ipv4.ip_local_port_range=32768 60999'");
        assertThat(remedy.advice()).isNull();
    }

    /** Files of ours would come later than these, narrow the range and forget the reserved ports. */
    @Test
    void portsThatTheNextBootSetsAreKept(@TempDir Path root) {
        new MachineTree(root)
                .with(
                        "etc/sysctl.d/10-ports.conf",
                        "net.ipv4.ip_local_port_range = 1000\t65535\nnet.ipv4.ip_local_reserved_ports = 9000-9010,40000\n");
        Remedy remedy = ports(SysctlFiles.read(root)).remedy(40_000);
        assertThat(remedy.now())
                .containsExactly(
                        "sysctl -w net.ipv4.ip_local_reserved_ports=40000,9000-9010,8080",
                        "sysctl -w 'net.ipv4.ip_local_port_range=1024 65535'");
        assertThat(remedy.keep())
                .containsExactly("echo 'net.ipv4.ip_local_reserved_ports = 40000,9000-9010,8080' > " + KEPT
                        + "net.ipv4.ip_local_reserved_ports.conf");
        assertThat(remedy.undo()).startsWith("sysctl -w 'net.ipv4.ip_local_port_range=32768 60999'");
        assertThat(remedy.advice()).isEqualTo("the next boot sets it to 1000 65535");
    }

    private static LimitAssessment ports(SysctlFiles afterBoot) {
        TreeSet<Integer> listening = new TreeSet<>(List.of(22, 8080, 40_000));
        return new LimitAssessment(
                "x",
                LimitScope.ADDRESS_PAIR,
                LimitEffect.REFUSES,
                OptionalLong.of(28_232),
                1,
                1,
                "",
                "",
                "",
                "",
                new PortRangeSetting(
                        new PortRange(32_768, 60_999), PortSet.parse("40000"), listening, false, afterBoot));
    }

    @Test
    void moreThanOneAddressHasPorts() {
        Diagnosis widest = connections(snapshot("v2-systemd"));
        Remedy crawl = limit(widest, "net.ipv4.ip_local_port_range (half)").remedy(40_000);
        assertThat(crawl.advice()).startsWith("use 2 source addresses, with at most 28,000 connections from each");
        assertThat(crawl.now()).isEmpty();
        assertThat(limit(widest, "net.ipv4.ip_local_port_range").remedy(200_000).advice())
                .startsWith("use 4 source addresses, with at most 64,500 connections from each");
    }

    @Test
    void bufferPagesKeepTheKernelsProportions() {
        assertThat(limit(connections(snapshot("v2-systemd")), "net.ipv4.tcp_mem")
                        .remedy(100_000)
                        .now())
                .containsExactly("sysctl -w 'net.ipv4.tcp_mem=115000 153332 230000'");
    }

    @Test
    void bufferPagesThatTheNextBootSetsHigherAreNotKept() {
        LimitAssessment limit = limit(connections(snapshot("v2-systemd")), "net.ipv4.tcp_mem");
        var pages = List.of(1_000L, 2_000L, 3_000L);
        assertThat(new TcpMemSetting(pages, List.of()).raise(limit, 100_000).keep())
                .hasSize(1);
        assertThat(new TcpMemSetting(pages, List.of(115_000L, 153_332L, 229_999L))
                        .raise(limit, 100_000)
                        .keep())
                .hasSize(1);
        Remedy remedy = new TcpMemSetting(pages, List.of(1L, 2L, 230_000L)).raise(limit, 100_000);
        assertThat(remedy.keep()).isEmpty();
        assertThat(remedy.advice()).isEqualTo("the next boot sets it to 1 2 230000");
        assertThat(remedy.undo()).containsExactly("sysctl -w 'net.ipv4.tcp_mem=1000 2000 3000'");
    }

    /** As in Docker: nobody can write to /proc/sys or the cgroups. */
    @Test
    void whatIsReadOnlyHere(@TempDir Path root) {
        var machine = new MachineTree(root)
                .with("proc/self/status", "Name:\tbash\nUid:\t0\t0\t0\t0\nThreads:\t1\nCapEff:\t0\nCapBnd:\t0\n")
                .with("proc/self/cgroup", "0::/\n")
                .with("proc/self/mountinfo", """
                        1 0 0:20 / /proc rw,nosuid - proc proc rw
                        2 1 0:20 /sys /proc/sys ro,nosuid - proc proc rw
                        3 0 0:28 / /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw
                        """)
                .with("proc/loadavg", "0.16 0.14 0.05 1/100 5309\n")
                .with("proc/sys/kernel/threads-max", "1000\n")
                .with("proc/sys/net/core/somaxconn", "128\n")
                .with("sys/fs/cgroup/pids.max", "500\n")
                .with("sys/fs/cgroup/pids.current", "20\n");
        var snapshot = SystemSnapshot.read(machine.root(), Optional.empty());

        assertThat(limit(threads(snapshot), "kernel.threads-max").remedy(2_000))
                .isEqualTo(Remedy.advice(
                        "/proc/sys is read-only here: as root on the host, sysctl -w kernel.threads-max=2400"));
        assertThat(limit(threads(snapshot), "pids.max of /sys/fs/cgroup").remedy(2_000))
                .isEqualTo(Remedy.advice(
                        "/sys/fs/cgroup/pids.max is read-only here: start the container with" + " --pids-limit=2300"));
        assertThat(limit(connections(snapshot), "net.core.somaxconn").remedy(2_000))
                .isEqualTo(Remedy.advice(
                        "/proc/sys is read-only here: start the container with --sysctl net.core.somaxconn=2200"));
    }
}
