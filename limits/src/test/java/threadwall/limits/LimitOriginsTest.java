package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a limit is set, by the order in which the files are read. */
class LimitOriginsTest {

    private static final UserAccount ALICE = new UserAccount("alice", 1_000, 1_000, Set.of("alice", "dev"));
    private static final UserAccount ROOT = new UserAccount("root", 0, 0, Set.of("root"));
    private static final String PAM = "session required pam_limits.so\n";

    @TempDir
    Path root;

    private MachineTree tree() {
        return new MachineTree(root);
    }

    @Test
    void theLastSysctlWinsByItsFilesNameAndEtcHidesUsr() {
        tree().with("usr/lib/sysctl.d/90-a.conf", "vm.max_map_count = 1\n")
                .with("etc/sysctl.d/50-b.conf", "vm.max_map_count = 2\n")
                .with("usr/lib/sysctl.d/95-c.conf", "vm.max_map_count = 3\n")
                .with("etc/sysctl.d/95-c.conf", "# hides the other\n-kernel/pid_max=4\n");
        SysctlFiles files = SysctlFiles.read(root);
        assertThat(files.setAt("vm.max_map_count", "1\n")).isEqualTo("/usr/lib/sysctl.d/90-a.conf");
        assertThat(files.setAt("kernel.pid_max", "4")).isEqualTo("/etc/sysctl.d/95-c.conf");
        tree().with("etc/sysctl.conf", "vm.max_map_count=5\n; kernel.pid_max=6\n");
        assertThat(SysctlFiles.read(root).setAt("vm.max_map_count", "5")).isEqualTo("/etc/sysctl.conf");
        assertThat(SysctlFiles.read(root).setAt("kernel.pid_max", "4")).isEqualTo("/etc/sysctl.d/95-c.conf");
    }

    @Test
    void aValueThatNoFileSaysWasSetAtRunTime() {
        tree().with("etc/sysctl.d/a.conf", "net.ipv4.tcp_mem = 1 2  3\n");
        SysctlFiles files = SysctlFiles.read(root);
        assertThat(files.setAt("net.ipv4.tcp_mem", "1\t2\t3\n")).isEqualTo("/etc/sysctl.d/a.conf");
        assertThat(files.setAt("net.ipv4.tcp_mem", "4 5 6"))
                .isEqualTo("set at run time; /etc/sysctl.d/a.conf says 1 2 3");
        assertThat(files.setAt("fs.nr_open", "1")).isEqualTo("set at run time, or the kernel's default");
    }

    private String nofile(UserAccount account, String... lines) {
        tree().with("etc/pam.d/su", PAM).with("etc/security/limits.conf", String.join("\n", lines));
        return PamLimits.read(root)
                .applied(account, "nofile", ResourceLimit.parse("1024", "4096"))
                .toString();
    }

    @Test
    void aLineForTheUserBeatsTheGroupsBeatsEverybodys() {
        assertThat(nofile(ALICE, "alice - nofile 1", "@dev - nofile 2", "* - nofile 3"))
                .isEqualTo("1/1");
        assertThat(nofile(ALICE, "@dev - nofile 2", "* - nofile 3")).isEqualTo("2/2");
        assertThat(nofile(ALICE, "@other - nofile 2", "* - nofile 3")).isEqualTo("3/3");
        assertThat(nofile(ALICE, "* - nofile 3", "* hard nofile 4")).isEqualTo("3/4");
        assertThat(nofile(ALICE, "bob - nofile 3", "alice - nproc 4", "alice soft nofile 5 # x"))
                .isEqualTo("5/4096");
    }

    @Test
    void rootNeedsItsName() {
        assertThat(nofile(ROOT, "* - nofile 3", "@root - nofile 4", "0: - nofile 5"))
                .isEqualTo("1024/4096");
        assertThat(nofile(ROOT, "root hard nofile unlimited")).isEqualTo("1024/unlimited");
    }

    @Test
    void rangesOfIds() {
        assertThat(nofile(ALICE, "500:1500 - nofile 7")).isEqualTo("7/7");
        assertThat(nofile(ALICE, "1001: - nofile 7")).isEqualTo("1024/4096");
        assertThat(nofile(ALICE, "1000: - nofile 7")).isEqualTo("7/7");
        assertThat(nofile(ALICE, ":1000 - nofile 7")).isEqualTo("7/7");
        assertThat(nofile(ALICE, ":1001 - nofile 7")).isEqualTo("1024/4096");
        assertThat(nofile(ALICE, "@500:1500 - nofile 7", "* - nofile 8")).isEqualTo("7/7");
    }

    @Test
    void theSoftLimitIsNeverAboveTheHardOne() {
        assertThat(nofile(ALICE, "alice hard nofile 100")).isEqualTo("100/100");
    }

    @Test
    void withoutPamLimitsTheLinesAreOnlyText() {
        tree().with("etc/pam.d/su", "# " + PAM).with("etc/security/limits.conf", "* - nofile 3");
        assertThat(PamLimits.read(root).applied(ALICE, "nofile", ResourceLimit.parse("1024", "4096")))
                .hasToString("1024/4096");
    }

    @Test
    void limitsDComesAfterAndInOrder() {
        tree().with("etc/pam.d/su", PAM)
                .with("etc/security/limits.conf", "* soft nofile 9")
                .with("etc/security/limits.d/b.conf", "* soft nofile 2")
                .with("etc/security/limits.d/a.conf", "* soft nofile 1")
                .with("etc/security/limits.d/c.txt", "* soft nofile 3");
        assertThat(PamLimits.read(root).deciding(ALICE, "nofile", false).orElseThrow())
                .hasToString("/etc/security/limits.d/b.conf: * soft nofile 2");
    }

    @Test
    void aUnitsDropInsAreReadFromAllItsNames() {
        tree().with("run/systemd/system/x", "")
                .with("usr/lib/systemd/system/a@.service", "[Service]\nTasksMax=1\n")
                .with("usr/lib/systemd/system/service.d/10.conf", "TasksMax=2\n");
        SystemdUnits units = new SystemdUnits(root);
        String template = "/usr/lib/systemd/system/service.d/10.conf (TasksMax=2)";
        assertThat(units.tasksMax("a@b.service")).hasValue(template);
        tree().with("etc/systemd/system/a@.service.d/20.conf", "TasksMax=3\n")
                .with("run/systemd/system.control/a@b.service.d/50-TasksMax.conf", "TasksMax=4\n");
        assertThat(units.tasksMax("a@b.service"))
                .hasValue("/run/systemd/system.control/a@b.service.d/50-TasksMax.conf (TasksMax=4)");
        assertThat(units.tasksMax("a@c.service")).hasValue("/etc/systemd/system/a@.service.d/20.conf (TasksMax=3)");
        assertThat(units.tasksMax("user-7.slice")).isEmpty();
    }

    @Test
    void oneFileIsTheUnit() {
        tree().with("run/systemd/system/x", "").with("usr/lib/systemd/system/a.service", "TasksMax=1\n");
        SystemdUnits units = new SystemdUnits(root);
        assertThat(units.tasksMax("a.service")).hasValue("/usr/lib/systemd/system/a.service (TasksMax=1)");
        tree().with("etc/systemd/system/a.service", "TasksMax=2\nTasksMax=3\n");
        assertThat(units.tasksMax("a.service")).hasValue("/etc/systemd/system/a.service (TasksMax=3)");
        tree().with("etc/systemd/system/a.service", "[Service]\n");
        assertThat(units.tasksMax("a.service")).isEmpty();
    }

    @Test
    void onlySystemdsOwnCgroupsAreItsUnits() {
        SystemdUnits units = new SystemdUnits(root);
        assertThat(units.unit("/sys/fs/cgroup/system.slice")).isEmpty();
        tree().with("run/systemd/system/x", "");
        assertThat(units.unit("/sys/fs/cgroup/system.slice")).hasValue("system.slice");
        assertThat(units.unit("/sys/fs/cgroup/docker/4f2a")).isEmpty();
    }
}
