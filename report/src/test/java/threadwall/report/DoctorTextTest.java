package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Costs;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.DoctorRecord.LimitRead;
import threadwall.record.DoctorRecord.Raise;
import threadwall.record.DoctorRecord.Source;
import threadwall.record.RecordLine;
import threadwall.record.RunRecord;

class DoctorTextTest {

    private static final Raise PID_MAX = new Raise(
            40_000,
            null,
            List.of("sysctl -w kernel.pid_max=40461"),
            List.of("echo 'kernel.pid_max = 40461' > /etc/sysctl.d/99-x.conf"),
            List.of("rm -f /etc/sysctl.d/99-x.conf", "sysctl -w kernel.pid_max=32768"));
    private static final Raise FIXED = new Raise(40_000, "split it", List.of(), List.of(), List.of());

    private static final Raise SLOW = new Raise(
            40_000, null, List.of("sysctl -w net.slow=44000"), List.of("echo"), List.of("sysctl -w net.slow=900"));

    private static LimitRead limit(String name, Effect effect, Long allows, Raise raise) {
        var inForce = allows == null ? null : Long.valueOf(allows + 461);
        var formula = allows == null ? "unlimited" : "in force − 461";
        return new LimitRead(
                name,
                "MACHINE",
                effect,
                inForce,
                461,
                1,
                allows,
                formula,
                new Source("fork.c", "EAGAIN"),
                "default",
                raise);
    }

    private static String text(Diagnosed... diagnosed) {
        return text("6.18", null, diagnosed);
    }

    private static String text(String kernel, String container, Diagnosed... diagnosed) {
        var machine = new RunRecord.Machine(kernel, null, 2, null, null, List.of());
        var costs = new Costs(true, 13, 2, 26_624, 98_304, 16_384, 7_168, 2_048, 1_048_576);
        return DoctorText.render(new DoctorRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                List.of(),
                machine,
                null,
                container,
                "me",
                null,
                costs,
                List.of(diagnosed)));
    }

    @Test
    void inAContainerSomeLimitsAreTheHosts() {
        var walls = List.of(
                limit("pids.max of /sys/fs/cgroup", Effect.REFUSES, 900L, null),
                limit("kernel.pid_max", Effect.REFUSES, 32_307L, null),
                limit("vm.max_map_count", Effect.KILLS, 62_670L, null));
        var diagnosed = new Diagnosed("threads", null, true, 900L, walls, List.of());
        assertThat(text("6.1.0-50", "docker", diagnosed)).contains("""
                        In a container (docker). Its own limits: pids.max of /sys/fs/cgroup. Those of the host, for all
                        its containers: kernel.pid_max, vm.max_map_count.
                        """);
        assertThat(text("6.14", "docker", diagnosed))
                .contains("/sys/fs/cgroup, kernel.pid_max. Those of the")
                .contains("containers: vm.max_map_count.");
        assertThat(text(diagnosed)).doesNotContain("container");
    }

    @Test
    void aTargetThatDoesNotFit() {
        var walls = List.of(
                limit("net.slow", Effect.SLOWS, 900L, SLOW),
                limit("kernel.pid_max", Effect.REFUSES, 32_307L, PID_MAX),
                limit("vm.max_map_count", Effect.KILLS, 62_670L, null),
                limit("RLIMIT_AS", Effect.REFUSES, null, null));
        assertThat(text(new Diagnosed("threads", 40_000L, false, 32_307L, walls, List.of("pids.max: no cgroup"))))
                .isEqualTo("""
                        Threads of one JVM, for user me: 40,000 do not fit, kernel.pid_max stops them at 32,307, as far as
                        can be read here
                        limit             in force  allows  then     set
                        kernel.pid_max      32,768  32,307  refused  default
                        vm.max_map_count    63,131  62,670  dies     default
                        net.slow             1,361     900  slow     default
                        no limit: RLIMIT_AS (unlimited)

                        kernel.pid_max binds first, at 32,307 = in force − 461; once it is raised, vm.max_map_count binds
                        next, at 62,670. (EAGAIN)
                        One thread takes 2.00 memory maps, 26 kB (96 kB while its code is interpreted), and in the kernel
                        16 kB of stack, 7 kB of objects, 2 kB of page tables (measured in a child JVM).
                        To get 40,000 threads, as root:
                          now    sysctl -w kernel.pid_max=40461
                          keep   echo 'kernel.pid_max = 40461' > /etc/sysctl.d/99-x.conf
                          undo   rm -f /etc/sysctl.d/99-x.conf
                                 sysctl -w kernel.pid_max=32768
                          or     sudo ops/limits.sh apply --threads 40000   (undo: sudo ops/limits.sh revert)
                        These do not stop a JVM:
                          net.slow (slow past 900): sysctl -w net.slow=44000
                        Not readable: pids.max: no cgroup
                        """);
    }

    @Test
    void whatNoCommandRaisesHasNoCommands() {
        var walls = List.of(
                limit("kernel.pid_max", Effect.REFUSES, 32_307L, PID_MAX),
                limit("memory of the machine", Effect.KILLS, 38_000L, FIXED));
        assertThat(text(new Diagnosed("threads", 40_000L, false, 32_307L, walls, List.of())))
                .endsWith("""
                        memory of the machine: split it
                        No command here gives one JVM 40,000 threads.
                        """)
                .doesNotContain("To get", "apply");
        assertThat(text(new Diagnosed("connections", 40_000L, false, 38_000L, walls.subList(1, 2), List.of())))
                .endsWith("No command here gives one server process 40,000 connections.\n");
    }

    @Test
    void theVerdictsOnBothComeFirst() {
        var threads = new Diagnosed(
                "threads",
                null,
                true,
                32_307L,
                List.of(limit("kernel.pid_max", Effect.REFUSES, 32_307L, null)),
                List.of());
        var connections = new Diagnosed("connections", null, true, null, List.of(), List.of());
        assertThat(text(threads, connections)).startsWith("""
                        Threads of one JVM, for user me: at most 32,307, limited by kernel.pid_max
                        Connections of one server process, for user me: no limit found

                        limit on threads  in force  allows  then     set
                        """).contains("\nlimit on connections  in force");
    }

    @Test
    void oneAdviceForSeveralLimitsIsSaidOnce() {
        var walls = List.of(
                limit("memory.max of /a", Effect.KILLS, 32_307L, FIXED),
                limit("memory.max of /b", Effect.KILLS, 32_400L, FIXED));
        assertThat(text(new Diagnosed("threads", 40_000L, false, 32_307L, walls, List.of())))
                .contains("\nmemory.max of /a, memory.max of /b: split it\n");
    }

    @Test
    void theScriptIsNamedOnlyWhereItRaisesAll() {
        var walls = List.of(
                limit("kernel.pid_max", Effect.REFUSES, 32_307L, PID_MAX),
                limit("memory.max of /b", Effect.KILLS, 32_400L, PID_MAX));
        assertThat(text(new Diagnosed("threads", 40_000L, false, 32_307L, walls, List.of())))
                .contains("To get 40,000 threads, as root:")
                .doesNotContain("limits.sh");
    }

    @Test
    void aLimitOfTheShellNeedsNoRoot() {
        var soft =
                new Raise(40_000, "in the shell", List.of("ulimit -Su 44000"), List.of(), List.of("ulimit -Su 32768"));
        assertThat(text(new Diagnosed(
                        "threads",
                        40_000L,
                        false,
                        32_307L,
                        List.of(limit("RLIMIT_NPROC", Effect.REFUSES, 32_307L, soft)),
                        List.of())))
                .contains("To get 40,000 threads:\n  now    ulimit -Su 44000\n")
                .doesNotContain("as root", "limits.sh");
    }

    @Test
    void aTargetThatFitsNeedsNothing() {
        var told = text(new Diagnosed(
                "threads",
                100L,
                true,
                32_307L,
                List.of(limit("kernel.pid_max", Effect.REFUSES, 32_307L, null)),
                List.of()));
        assertThat(told)
                .contains("100 fit; at most 32,307, limited by kernel.pid_max", "once it is raised, no other readable");
        assertThat(told).doesNotContain("To get", "apply", "Not readable", "no limit");
    }

    @Test
    void withoutALimitItSaysSo() {
        var told = text(new Diagnosed(
                "connections", null, true, null, List.of(limit("x", Effect.SLOWS, 900L, null)), List.of()));
        assertThat(told)
                .contains("no limit found", "Nothing that could be read limits them.")
                .doesNotContain("memory maps");
    }

    @Test
    void aProcessThatRuns() {
        var machine = new RunRecord.Machine("6.18", null, 2, null, null, List.of());
        var process = new DoctorRecord.ProcessRead(42, "java", 120, 1_000L, null);
        var raise = new Raise(5_000, null, List.of("prlimit --pid 42 --nofile=5600:5600"), List.of(), List.of());
        var wall = limit("RLIMIT_NOFILE", Effect.REFUSES, 2_993L, raise);
        var diagnosed = new Diagnosed("connections", 5_000L, false, 2_993L, List.of(wall), List.of());
        assertThat(DoctorText.render(new DoctorRecord(
                        RecordLine.SCHEMA,
                        Instant.EPOCH,
                        List.of(),
                        machine,
                        null,
                        null,
                        "me",
                        process,
                        null,
                        List.of(diagnosed))))
                .startsWith("""
                        More connections of java (42), for user me: 5,000 do not fit, RLIMIT_NOFILE stops them at 2,993
                        It has 120 threads, 1,000 memory maps and an unknown number of open files now.
                        limit          in force   more  then     set
                        """)
                .contains("""
                        To get 5,000 more connections, as root:
                          now    prlimit --pid 42 --nofile=5600:5600
                        """);
    }
}
