package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static threadwall.limits.LimitRows.connections;
import static threadwall.limits.LimitRows.limit;
import static threadwall.limits.LimitRows.snapshot;
import static threadwall.limits.LimitRows.threads;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits of another user, and what this process cannot see. */
class SystemSnapshotTest {

    @Test
    void aUserWhoIsLoggedInMeetsTheSliceOfTheLogins() {
        SystemSnapshot alice = snapshot("v2-systemd", "alice");
        assertThat(alice.account()).isEqualTo(new UserAccount("alice", 1_000, 1_000, Set.of("alice", "dev")));
        assertThat(alice.kernel().pids())
                .extracting(CgroupPids::path)
                .containsExactly("/sys/fs/cgroup/user.slice/user-1000.slice", "/sys/fs/cgroup/user.slice");
        assertThat(alice.threads().userThreads()).isEqualTo(37);
        assertThat(alice.unread()).isEmpty();
        // lines for a group take precedence over those for everybody, in any order
        assertThat(alice.process().nofile()).hasToString("65536/1048576");
        assertThat(alice.process().nproc()).hasToString("20000/47321");
        assertThat(limit(connections(alice), "RLIMIT_NOFILE (soft)").setAt())
                .isEqualTo("/etc/security/limits.conf: @dev soft nofile 65536");
        assertThat(limit(threads(alice), "RLIMIT_NPROC").setAt())
                .isEqualTo("/etc/security/limits.d/java.conf: @dev soft nproc 20000");
    }

    @Test
    void aUserWhoIsNotLoggedInHasNoSliceYet() {
        SystemSnapshot bob = snapshot("v2-systemd", "bob");
        assertThat(bob.process().nofile()).hasToString("200000/200000");
        assertThat(bob.threads().userThreads()).isZero();
        assertThat(bob.unread())
                .containsExactly("pids.max of user-1001.slice: bob is not logged in, and systemd makes the slice at"
                        + " login; doctor reads this process's cgroup instead");
    }

    @Test
    void rootIsExemptAndTakesOnlyLinesOfItsOwn() {
        SystemSnapshot root = snapshot("v2-systemd", "root");
        assertThat(root.process().nofile()).hasToString("1024/300000");
        assertThat(root.process().nproc()).hasToString("40000/47321");
        assertThat(limit(threads(root), "RLIMIT_NPROC").allows()).isEmpty();
    }

    @Test
    void rootAskingForAnotherUserLendsItNoPrivilege() {
        SystemSnapshot postgres = snapshot("v1-hybrid", "postgres");
        assertThat(snapshot("v1-hybrid").privileges().nprocExempt()).isTrue();
        assertThat(postgres.privileges().nprocExempt()).isFalse();
        assertThat(postgres.privileges().fileMaxExempt()).isFalse();
        assertThat(limit(threads(postgres), "RLIMIT_NPROC").allows()).isPresent();
    }

    @Test
    void aUserThatIsNone() {
        assertThatThrownBy(() -> snapshot("v2-systemd", "carol"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no user 'carol' in /etc/passwd");
    }

    @Test
    void aUserWithoutANameIsCalledAsLimitsConfDoes() {
        SystemSnapshot nameless = snapshot("v1-container");
        assertThat(nameless.account().name()).isEqualTo(":0");
        assertThat(limit(threads(nameless), "RLIMIT_NPROC").remedy(4_000).keep())
                .containsExactly("echo ':0 soft nproc 4500' > /etc/security/limits.d/99-threadwall-nproc.conf");
    }

    @Test
    void aHiddenProcCountsAllThreadsOfTheMachine(@TempDir Path root) {
        MachineTree tree = new MachineTree(root)
                .with("proc/self/status", "Uid:\t1000\t1000\nCapEff:\t0000000000000000\n")
                .with("proc/self/mountinfo", "25 29 0:23 / /proc rw - proc proc rw,hidepid=invisible\n")
                .with("proc/9/status", "Uid:\t1000\t1000\nThreads:\t2\n")
                .with("proc/9/task/400", "")
                .with("proc/loadavg", "0.00 0.01 0.00 1/131 812\n")
                .with("proc/sys/kernel/pid_max", "32768\n");
        Diagnosis hidden = threads(SystemSnapshot.read(root, Optional.empty()));
        assertThat(limit(hidden, "kernel.pid_max").formula())
                .isEqualTo("32,768 − 300 reserved − 131 threads of the machine");
        assertThat(hidden.unread())
                .anyMatch(line -> line.startsWith("thread ids in use: /proc hides other users'"))
                .noneMatch(line -> line.contains("PID namespace"));
        tree.with("proc/self/mountinfo", "25 29 0:23 / /proc rw - proc proc rw\n");
        assertThat(limit(threads(SystemSnapshot.read(root, Optional.empty())), "kernel.pid_max")
                        .formula())
                .isEqualTo("32,768 − 300 reserved − 1 other ids in use");
    }

    @Test
    void aProcOfAnotherPidNamespaceIsSaid(@TempDir Path root) {
        MachineTree tree = new MachineTree(root)
                .with("proc/self/status", "Uid:\t0\t0\nNSpid:\t4711\t7\n")
                .with("proc/2/status", "Name:\tkthreadd\nUid:\t0\t0\n")
                .with("proc/2/task/2", "");
        assertThat(SystemSnapshot.read(root, Optional.empty()).unread())
                .anyMatch(line -> line.startsWith("thread ids of this PID namespace and its ancestors'"));
        tree.with("proc/self/status", "Uid:\t0\t0\nNSpid:\t4711\n");
        assertThat(SystemSnapshot.read(root, Optional.empty()).unread())
                .noneMatch(line -> line.contains("PID namespace"));
    }

    @Test
    void aYoungPidNamespaceHasLowIdsLeft(@TempDir Path root) {
        MachineTree tree = new MachineTree(root)
                .with("proc/self/status", "Uid:\t0\t0\n")
                .with("proc/1/status", "Uid:\t0\t0\nThreads:\t2\n")
                .with("proc/1/task/1", "")
                .with("proc/1/task/40", "")
                .with("proc/loadavg", "0.00 0.01 0.00 1/131 40\n")
                .with("proc/sys/kernel/pid_max", "1000\n");
        SystemSnapshot snapshot = SystemSnapshot.read(root, Optional.empty());
        LimitAssessment young = limit(threads(snapshot), "kernel.pid_max");
        assertThat(young.formula()).isEqualTo("1,000 − 41 passed by the counter − 0 other ids in use");
        assertThat(young.allows()).as("41 to 999").hasValue(959);
        assertThat(limit(threads(snapshot.afterThreads(100)), "kernel.pid_max").allows())
                .as("141 to 999")
                .hasValue(859);
        tree.with("proc/loadavg", "0.00 0.01 0.00 1/131 300\n");
        assertThat(limit(threads(SystemSnapshot.read(root, Optional.empty())), "kernel.pid_max")
                        .allows())
                .as("300 to 999, since none below is given again")
                .hasValue(700);
    }

    @Test
    void anEmptyMachineIsAllUnread(@TempDir Path empty) {
        SystemSnapshot nothing = SystemSnapshot.read(empty, Optional.empty());
        assertThat(threads(nothing).limits()).isEmpty();
        assertThat(connections(nothing).limits()).isEmpty();
        assertThat(threads(nothing).unread())
                .contains(
                        "resource limits: /proc/self/limits cannot be read",
                        "pids.max: /proc/self/cgroup and mountinfo name no cgroup hierarchy",
                        "kernel.threads-max: cannot be read from /proc/sys/kernel/threads-max, /proc/loadavg",
                        "vm.max_map_count: cannot be read from /proc/sys/vm/max_map_count");
    }

    private static boolean hidden(MachineTree tree, String mountRoot, String cgroup) {
        tree.with("proc/self/cgroup", "0::" + cgroup + "\n")
                .with("proc/self/mountinfo", "1 0 0:1 " + mountRoot + " /cg rw - cgroup2 cgroup rw\n");
        return KernelLimits.read(tree.root()).ancestorsHidden();
    }

    @Test
    void ancestorsHideBehindAMountOrANamespace(@TempDir Path root) {
        MachineTree tree = new MachineTree(root).with("cg/a/pids.max", "max\n").with("cg/a/pids.current", "1\n");
        assertThat(hidden(tree, "/", "/a")).isFalse();
        assertThat(hidden(tree, "/a", "/a/b")).isTrue();
        // the real root cgroup has no type and no limit
        assertThat(hidden(tree.with("cg/cgroup.type", "domain\n"), "/", "/a")).isTrue();
    }

    @Test
    void aCgroupOutsideOfWhatIsMountedIsTheMountPoint(@TempDir Path root) {
        MachineTree tree = new MachineTree(root).with("cg/pids.max", "7\n").with("cg/pids.current", "1\n");
        tree.with("cg/b/pids.max", "3\n").with("cg/b/pids.current", "1\n"); // another one of that name
        assertThat(hidden(tree, "/", "/../../b")).isTrue();
        assertThat(KernelLimits.read(root).pids()).containsExactly(new CgroupPids("/cg", OptionalLong.of(7), 1L));
    }

    @Test
    void aFullCgroupAllowsNoneRatherThanLess(@TempDir Path root) {
        new MachineTree(root)
                .with("proc/self/status", "Uid:\t0\t0\n")
                .with("proc/self/cgroup", "0::/\n")
                .with("proc/self/mountinfo", "1 0 0:1 / /c\\040g rw - cgroup2 cgroup rw\n")
                .with("c g/pids.max", "10\n")
                .with("c g/pids.current", "12\n");
        LimitAssessment full = limit(threads(SystemSnapshot.read(root, Optional.empty())), "pids.max of /c g");
        assertThat(full.allows()).hasValue(0);
        assertThat(full.remedy(8).now()).containsExactly("echo 22 > '/c g/pids.max'");
    }
}
