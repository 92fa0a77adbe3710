package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.limits.LimitRows.limit;
import static threadwall.limits.LimitRows.snapshot;
import static threadwall.limits.LimitRows.threads;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Every limit on threads, on each recorded machine: limit | scope | effect | in force | allows. */
class ThreadLimitsTest {

    @Test
    void rootOfAHybridHost() {
        assertThat(LimitRows.of(threads(snapshot("v1-hybrid"))))
                .containsExactly(
                        "pids.max of /sys/fs/cgroup/pids/tw-rec | CGROUP | REFUSES | 500 | 497",
                        "kernel.pid_max | PID_NAMESPACE | REFUSES | 32768 | 32465",
                        "vm.max_map_count | PROCESS | KILLS | 65530 | 32685",
                        "kernel.threads-max | MACHINE | REFUSES | 192731 | 192606",
                        "memory of the machine | MACHINE | KILLS | 24694050816 | 587021",
                        "pids.max of /sys/fs/cgroup/pids/tw-rec/inner | CGROUP | REFUSES | - | -",
                        "RLIMIT_NPROC | USER | REFUSES | - | -",
                        "memory.limit_in_bytes of /sys/fs/cgroup/memory/job/1 | CGROUP | KILLS | - | -",
                        "memory.limit_in_bytes of /sys/fs/cgroup/memory/job | CGROUP | KILLS | - | -",
                        "memory.limit_in_bytes of /sys/fs/cgroup/memory | CGROUP | KILLS | - | -",
                        "CommitLimit | MACHINE | REFUSES | - | -",
                        "RLIMIT_AS | PROCESS | REFUSES | - | -");
        assertThat(threads(snapshot("v1-hybrid")).unread()).isEmpty();
    }

    @Test
    void anOrdinaryUserThereHasALimitOfItsOwn() {
        Diagnosis user = threads(snapshot("v1-hybrid-user"));
        assertThat(LimitRows.of(user)).contains("RLIMIT_NPROC | USER | REFUSES | 96365 | 96363");
        assertThat(limit(user, "RLIMIT_NPROC").formula()).isEqualTo("96,365 − 2 threads of postgres");
        assertThat(user.unread()).isEmpty();
    }

    @Test
    void aUserUnderSystemd() {
        assertThat(LimitRows.of(threads(snapshot("v2-systemd"))))
                .containsExactly(
                        "pids.max of /sys/fs/cgroup/user.slice/user-1000.slice | CGROUP | REFUSES | 15616 | 15576",
                        "vm.max_map_count | PROCESS | KILLS | 65530 | 32685",
                        "RLIMIT_NPROC | USER | REFUSES | 40000 | 39963",
                        "kernel.threads-max | MACHINE | REFUSES | 47321 | 47190",
                        // 400 MB of the memory in use is page cache
                        "memory.max of /sys/fs/cgroup/user.slice/user-1000.slice | CGROUP | KILLS | 2147483648 | 47817",
                        "memory of the machine | MACHINE | KILLS | 5734400000 | 135600",
                        "kernel.pid_max | PID_NAMESPACE | REFUSES | 4194304 | 4193967",
                        "pids.max of /sys/fs/cgroup/user.slice/user-1000.slice/session-3.scope | CGROUP | REFUSES | - | -",
                        "pids.max of /sys/fs/cgroup/user.slice | CGROUP | REFUSES | - | -",
                        "memory.max of /sys/fs/cgroup/user.slice | CGROUP | KILLS | - | -",
                        "CommitLimit | MACHINE | REFUSES | - | -");
        assertThat(threads(snapshot("v2-systemd")).unread())
                .containsExactly("RLIMIT_AS: cannot be read from /proc/self/limits");
    }

    @Test
    void aUserOfDebianAsItComes() {
        Diagnosis session = threads(snapshot("v2-session"));
        assertThat(LimitRows.of(session))
                .containsExactly(
                        "pids.max of /sys/fs/cgroup/user.slice/user-1000.slice | CGROUP | REFUSES | 15619 | 15604",
                        "RLIMIT_NPROC | USER | REFUSES | 23666 | 23653",
                        "vm.max_map_count | PROCESS | KILLS | 65530 | 32685",
                        "kernel.threads-max | MACHINE | REFUSES | 47333 | 47255",
                        "memory of the machine | MACHINE | KILLS | 5933252608 | 140335",
                        // soon after boot most ids are below 300
                        "kernel.pid_max | PID_NAMESPACE | REFUSES | 4194304 | 4194002",
                        "pids.max of /sys/fs/cgroup/user.slice/user-1000.slice/session-1.scope | CGROUP | REFUSES | - | -",
                        "pids.max of /sys/fs/cgroup/user.slice | CGROUP | REFUSES | - | -",
                        "memory.max of /sys/fs/cgroup/user.slice/user-1000.slice/session-1.scope | CGROUP | KILLS | - | -",
                        "memory.max of /sys/fs/cgroup/user.slice/user-1000.slice | CGROUP | KILLS | - | -",
                        "memory.max of /sys/fs/cgroup/user.slice | CGROUP | KILLS | - | -",
                        "CommitLimit | MACHINE | REFUSES | - | -",
                        "RLIMIT_AS | PROCESS | REFUSES | - | -");
        assertThat(limit(session, "pids.max of /sys/fs/cgroup/user.slice/user-1000.slice/session-1.scope")
                        .setAt())
                .isEqualTo("/run/systemd/transient/session-1.scope (TasksMax=infinity)");
        assertThat(session.unread()).isEmpty();
    }

    @Test
    void rootOfAContainer() {
        Diagnosis container = threads(snapshot("v2-container"));
        assertThat(LimitRows.of(container))
                .containsExactly(
                        "pids.max of /sys/fs/cgroup | CGROUP | REFUSES | 1000 | 988",
                        "memory.max of /sys/fs/cgroup | CGROUP | KILLS | 1073741824 | 22251",
                        "vm.max_map_count | PROCESS | KILLS | 65530 | 32685",
                        "kernel.threads-max | MACHINE | REFUSES | 126000 | 125100",
                        "memory of the machine | MACHINE | KILLS | 10240000000 | 242877",
                        // seven of its nine threads have ids from 300 on
                        "kernel.pid_max | PID_NAMESPACE | REFUSES | 4194304 | 4193997",
                        // root is exempt without any capability
                        "RLIMIT_NPROC | USER | REFUSES | - | -",
                        "CommitLimit | MACHINE | REFUSES | - | -",
                        "RLIMIT_AS | PROCESS | REFUSES | - | -");
        assertThat(container.unread())
                .anyMatch(line -> line.startsWith("pids.max and memory limits of this cgroup's ancestors: "))
                .anyMatch(line -> line.startsWith("threads outside this PID namespace"))
                .hasSize(2);
    }

    @Test
    void rootOfAUserNamespaceIsNoRoot() {
        assertThat(LimitRows.of(threads(snapshot("v1-container"))))
                .containsExactly(
                        "pids.max of /sys/fs/cgroup/pids | CGROUP | REFUSES | 2000 | 1993",
                        "CommitLimit | MACHINE | REFUSES | 4096000000 | 2449",
                        "RLIMIT_NPROC | USER | REFUSES | 3000 | 2994",
                        "kernel.pid_max | PID_NAMESPACE | REFUSES | 32768 | 32468",
                        "vm.max_map_count | PROCESS | KILLS | 65530 | 32685",
                        "RLIMIT_AS | PROCESS | REFUSES | 68719476736 | 60739",
                        "kernel.threads-max | MACHINE | REFUSES | 62000 | 61300",
                        "memory of the machine | MACHINE | KILLS | 4096000000 | 96591");
    }

    @Test
    void theFormulaHasTheNumbers() {
        Diagnosis session = threads(snapshot("v2-systemd"));
        assertThat(limit(session, "vm.max_map_count").formula())
                .isEqualTo("(65,530 − 200 of an idle JVM) / 2.00 maps per thread + the JVM's own 20 threads");
        assertThat(limit(session, "kernel.pid_max").formula())
                .isEqualTo("4,194,304 − 300 reserved − 37 other ids in use");
        assertThat(limit(session, "memory.max of /sys/fs/cgroup/user.slice/user-1000.slice")
                        .formula())
                .isEqualTo(
                        "(2,147,483,648 − 100,000,000 in use − 40,000,000 of an idle JVM) / 42,000.00 bytes per thread"
                                + " + the JVM's own 20 threads");
        assertThat(limit(session, "CommitLimit").formula()).isEqualTo("vm.overcommit_memory is 0: not counted");
    }

    @Test
    void namesSourceAndResponseOfEach() {
        assertThat(threads(snapshot("v1-container")).limits()).allSatisfy(limit -> {
            assertThat(limit.source()).containsPattern("(kernel|mm)/\\w+");
            assertThat(limit.response()).isIn("EAGAIN", "ENOMEM", "SIGKILL", "abort");
            assertThat(limit.setAt()).isNotBlank();
        });
    }

    @Test
    void assessesTheRequestedNumber() {
        SystemSnapshot session = snapshot("v2-systemd");
        Diagnosis most = threads(session);
        assertThat(most.most()).hasValue(15_576);
        assertThat(most.fits()).isTrue();
        assertThat(ThreadLimits.diagnose(session, LimitRows.COSTS, OptionalLong.of(15_576))
                        .fits())
                .isTrue();
        assertThat(ThreadLimits.diagnose(session, LimitRows.COSTS, OptionalLong.of(15_577))
                        .fits())
                .isFalse();
    }

    @Test
    void withoutMeasurementTheHugePagesTellTheMaps() {
        assertThat(ThreadCosts.estimate("never").maps()).isEqualTo(2);
        assertThat(ThreadCosts.estimate("madvise").maps()).isEqualTo(2);
        assertThat(ThreadCosts.estimate("always").maps()).isEqualTo(3);
        assertThat(ThreadCosts.estimate(null).maps()).isEqualTo(3);
    }

    @Test
    void thisMachineHasALimit() {
        Diagnosis here = ThreadLimits.diagnose(SystemSnapshot.read(), ThreadCosts.estimate(null), OptionalLong.empty());
        assertThat(here.most().orElseThrow()).isPositive();
        assertThat(LimitRows.of(here)).anyMatch(row -> row.startsWith("kernel.threads-max | MACHINE"));
    }
}
