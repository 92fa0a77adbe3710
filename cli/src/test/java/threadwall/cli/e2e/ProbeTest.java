package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadCosts;
import threadwall.limits.ThreadLimits;
import threadwall.process.proc.ProcessStatus;
import threadwall.record.ProbeRecord;
import threadwall.record.ProbeRecord.Outcome;

/** Limits low enough to be reached in seconds; each is predicted, reached and named. */
@Tag("alone")
@Timeout(120)
class ProbeTest {

    private static final String NOBODY = "65534";

    @TempDir
    private Path folder;

    @Test
    void namesNofile() throws Exception {
        var probe = met(List.of("prlimit", "--nofile=500"), "connections");
        assertThat(probe.limit()).isEqualTo("RLIMIT_NOFILE");
        assertThat(probe.errno()).isEqualTo("EMFILE");
        assertThat(probe.measured()).isBetween(450L, 500L);
    }

    @Test
    void namesThePortRange() throws Exception {
        assumeTrue(
                runs(
                        "unshare",
                        "--net",
                        "bash",
                        "-c",
                        "ip link set lo up && echo 40000 41000 >/proc/sys/net/ipv4/ip_local_port_range"),
                "no network namespace of ours: not root, no ip(8), or /proc/sys is read-only");
        var probe = met(
                List.of(
                        "unshare",
                        "--net",
                        "bash",
                        "-c",
                        "ip link set lo up && echo 40000 41000 >/proc/sys/net/ipv4/ip_local_port_range && exec \"$@\"",
                        "bash"),
                "connections");
        assertThat(probe.limit()).isEqualTo("net.ipv4.ip_local_port_range");
        assertThat(probe.errno()).isIn("EADDRNOTAVAIL", "EADDRINUSE");
        assertThat(probe.measured()).isBetween(999L, 1_001L);
    }

    @Test
    void namesNprocOfAnOrdinaryUser() throws Exception {
        assumeTrue(runs("setpriv", "--reuid", NOBODY, "true"), "only root can start a process as another user");
        assumeTrue(
                runs(
                        "setpriv",
                        "--reuid",
                        NOBODY,
                        "test",
                        "-r",
                        Home.path().resolve("pom.xml").toString()),
                "the project's folder is closed to other users");
        var probe = met(List.of("prlimit", "--nproc=600"), "threads", "--user", NOBODY);
        assertThat(probe.limit()).isEqualTo("RLIMIT_NPROC");
        assertThat(probe.errno()).isEqualTo("EAGAIN");
        assertThat(probe.user()).isEqualTo("nobody");
    }

    @Test
    void namesPidsMaxOfTheAncestorThatHasIt() throws Exception {
        try (var cgroups = TestCgroups.create("pids")) {
            cgroups.outer("pids.max", "2000");
            var probe = met(cgroups.wrapper(), "threads");
            assertThat(probe.limit()).isEqualTo("pids.max of " + cgroups.outer());
            assertThat(probe.errno()).isEqualTo("EAGAIN");
            assertThat(probe.because().getFirst()).contains(": 2,000 of 2,000 used");
            assertThat(probe.because().getLast()).contains("pids.events counted");
        }
    }

    /** The count is not predicted to a percent: what a thread takes of memory depends on what it has run. */
    @Test
    void namesTheMemoryOfTheAncestorThatHasIt() throws Exception {
        try (var cgroups = TestCgroups.create("memory")) {
            var file = Files.exists(cgroups.outer().resolve("memory.max")) ? "memory.max" : "memory.limit_in_bytes";
            cgroups.outer(file, "" + (500L << 20));
            try (var probe = ProbeProcess.start(folder, cgroups.wrapper(), "threads")) {
                assertThat(probe.exitCode()).as(probe.said()).isIn(0, 3);
                var record = probe.record();
                assertThat(record.limit()).as(probe.said()).isEqualTo(file + " of " + cgroups.outer());
                assertThat(record.predictedLimit()).isEqualTo(record.limit());
                assertThat(record.failure()).contains("killed by signal 9");
            }
        }
    }

    /** In a PID namespace of its own. The kernel takes 8 ids a CPU at the least for it, 300 of them for itself. */
    @Test
    void namesPidMax() throws Exception {
        assumeTrue(kernel() >= 6.14, "before Linux 6.14 pid_max is the machine's: not ours to lower");
        assumeTrue(runs("unshare", "--pid", "--fork", "--mount-proc", "true"), "no PID namespace without root");
        var probe = met(
                List.of(
                        "unshare",
                        "--pid",
                        "--fork",
                        "--kill-child",
                        "--mount-proc",
                        "bash",
                        "-c",
                        "echo 3000 >/proc/sys/kernel/pid_max && \"$@\"",
                        "bash"),
                "threads");
        assertThat(probe.limit()).isEqualTo("kernel.pid_max");
        assertThat(probe.errno()).isEqualTo("EAGAIN");
        assertThat(probe.measured()).isBetween(2_000L, 3_000L);
    }

    /** What a stack and malloc's arenas take of it is predicted to one percent. */
    @Test
    void namesTheAddressSpace() throws Exception {
        var probe = met(List.of("prlimit", "--as=6000000000"), "threads");
        assertThat(probe.limit()).isEqualTo("RLIMIT_AS");
    }

    /** As in a container on a host whose pid_max is low: nothing that can be read there stands at its value. */
    @Test
    void aPidMaxOutsideTheNamespaceIsUnknownAndSuspected() throws Exception {
        assumeTrue(kernel() >= 6.14, "before Linux 6.14 pid_max is the machine's: not ours to lower");
        assumeTrue(runs("unshare", "--pid", "--fork", "--mount-proc", "true"), "no PID namespace without root");
        var wrapper = List.of(
                "unshare",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "bash",
                "-c",
                "echo 1500 >/proc/sys/kernel/pid_max && unshare --pid --fork --kill-child --mount-proc \"$@\"",
                "bash");
        try (var probe = ProbeProcess.start(folder, wrapper, "threads")) {
            assertThat(probe.exitCode()).as(probe.said()).isEqualTo(3);
            var record = probe.record();
            assertThat(record.outcome()).isEqualTo(Outcome.UNKNOWN);
            assertThat(record.limit()).isNull();
            assertThat(record.because())
                    .anyMatch(line -> line.startsWith("it may be a limit that is not visible here: ")
                            && line.contains("sysctl kernel.pid_max"));
        }
    }

    /** Major and minor version, the minor one in hundredths: 6.14. */
    private static double kernel() {
        var version = System.getProperty("os.version").split("[^0-9]+");
        return Integer.parseInt(version[0]) + Integer.parseInt(version[1]) / 100.0;
    }

    @Test
    void withoutALoopbackItIs4() throws Exception {
        assumeTrue(runs("unshare", "--net", "true"), "no network namespace without root");
        try (var probe = ProbeProcess.start(folder, List.of("unshare", "--net"), "connections")) {
            assertThat(probe.exitCode()).as(probe.said()).isEqualTo(4);
            assertThat(probe.said())
                    .contains("cannot connect to 127.0.0.1 (Network is unreachable)", "ip link set lo up")
                    .doesNotContain("\tat ", "measured");
            assertThat(probe.temporaryFiles()).isEmpty();
        }
    }

    @Test
    void aProbeOutOfTimeIs3AndConfirmsNothing() throws Exception {
        requireRoomFor(10_000, "met before its time is over");
        try (var probe = ProbeProcess.start(folder, List.of(), "threads", "--time-limit", "1")) {
            assertThat(probe.exitCode()).as(probe.said()).isEqualTo(3);
            var record = probe.record();
            assertThat(record.outcome()).isEqualTo(Outcome.OUT_OF_TIME);
            assertThat(record.limit()).isNull();
            assertThat(record.measured()).isPositive();
            assertThat(probe.said())
                    .contains(
                            "stopped by --time-limit after 1 s", "predicted: ", "no limit reached within --time-limit");
            assertThat(probe.temporaryFiles()).isEmpty();
        }
    }

    @Test
    void kill9LeavesNoProcessAndNoFile() throws Exception {
        try (var probe = running()) {
            var started = probe.descendants();
            assertThat(started).hasSizeGreaterThanOrEqualTo(2);
            probe.process().destroyForcibly().waitFor();
            SweepProcess.awaitEnd(started);
            Await.until(
                    "the end of the temporary folder",
                    () -> probe.temporaryFiles().isEmpty());
        }
    }

    @Test
    void ctrlCLeavesNoProcessAndNoFile() throws Exception {
        try (var probe = running()) {
            var started = probe.descendants();
            assertThat(runs("kill", "-INT", String.valueOf(probe.process().pid())))
                    .isTrue();
            assertThat(probe.exitCode()).isEqualTo(130);
            SweepProcess.awaitEnd(started);
            Await.until(
                    "the end of the temporary folder",
                    () -> probe.temporaryFiles().isEmpty());
            assertThat(probe.said()).doesNotContain("\tat ", "measured", "threadwall:");
            assertThat(folder.resolve("run"))
                    .as("no record of what was cut short")
                    .doesNotExist();
        }
    }

    /** The test is skipped where a wall lies nearer than that. */
    private static void requireRoomFor(long threads, String otherwise) {
        var here = ThreadLimits.diagnose(SystemSnapshot.read(), ThreadCosts.estimate(null), OptionalLong.of(threads));
        assumeTrue(here.fits(), () -> here.binding().orElseThrow().name() + " may be " + otherwise);
    }

    /** A probe whose child counts up. */
    private ProbeProcess running() throws Exception {
        requireRoomFor(10_000, "met before the probe is ended");
        var probe = ProbeProcess.start(folder, List.of(), "threads", "--time-limit", "60");
        Await.until("a child with hundreds of threads", () -> {
            assertThat(probe.process().isAlive()).as(probe.said()).isTrue();
            return probe.descendants().stream().anyMatch(ProbeTest::hasHundredsOfThreads);
        });
        return probe;
    }

    private static boolean hasHundredsOfThreads(ProcessHandle process) {
        return ProcessStatus.read(process.pid())
                .filter(footprint -> footprint.threads() > 300)
                .isPresent();
    }

    /** Runs a probe that has to confirm its prediction within one percent, and leave nothing behind. */
    private ProbeRecord met(List<String> wrapper, String... options) throws Exception {
        try (var probe = ProbeProcess.start(folder, wrapper, options)) {
            assertThat(probe.exitCode()).as(probe.said()).isZero();
            var record = probe.record();
            assertThat(record.outcome()).isEqualTo(Outcome.AS_PREDICTED);
            assertThat(record.predictedLimit()).isEqualTo(record.limit());
            assertThat(record.deviationPercent()).isCloseTo(0, within(1.0));
            assertThat(probe.said()).contains("predicted: " + record.limit(), "as predicted, after");
            assertThat(probe.temporaryFiles()).isEmpty();
            return record;
        }
    }

    /** Whether a command is there and succeeds. */
    private static boolean runs(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException missing) {
            return false;
        }
    }
}
