package threadwall.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import threadwall.limits.KernelLimits;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadCosts;
import threadwall.limits.ThreadLimits;
import threadwall.process.NoProgress;
import threadwall.process.PreconditionException;
import threadwall.process.proc.ProcessStatus;
import threadwall.record.ProbeRecord.Outcome;

/** Real child JVMs. */
@Tag("slow")
@Timeout(60)
class ProbeChildTest {

    private static final Path HOME = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Test
    void startsThreadsThatCanBeCountedFromOutside() throws Exception {
        try (var child = ProbeChild.start(HOME, ProbeUser.currentUser(), ThreadStarterMain.class)) {
            long idle = ProcessStatus.read(child.pid()).orElseThrow().threads();
            child.send("START 50");
            assertThat(child.receive(TIMEOUT)).contains("STARTED 50");
            assertThat(ProcessStatus.read(child.pid()).orElseThrow().threads()).isBetween(idle + 50, idle + 60);
            child.send("START 70");
            assertThat(child.receive(TIMEOUT)).contains("STARTED 70");
            assertThat(child.receive(Duration.ofMillis(1))).isEmpty();
        }
    }

    @Test
    void haltsWhenTheLineBreaks() throws Exception {
        var child = ProbeChild.start(HOME, ProbeUser.currentUser(), ThreadStarterMain.class);
        var process = ProcessHandle.of(child.pid()).orElseThrow();
        child.close();
        assertThat(process.isAlive()).isFalse();
        assertThat(child.isAlive()).isFalse();
        assertThat(child.exitCode()).isZero();
    }

    private static final class NoMain {}

    @Test
    void saysWhyOneDoesNotStart() {
        assertThatThrownBy(() -> ProbeChild.start(HOME, ProbeUser.currentUser(), NoMain.class))
                .isInstanceOf(PreconditionException.class)
                .hasMessageContaining("cannot start a JVM as ")
                .hasMessageContaining("Main method not found in class");
    }

    @Test
    void measuresWhatAThreadCosts() throws Exception {
        var costs = ThreadCostCalibration.measure(HOME, ProbeUser.currentUser(), OptionalLong.empty());
        assertThat(costs.idleThreads()).isBetween(8, 60);
        assertThat(costs.maps()).as("2 or 3").isBetween(1.5, 3.5);
        assertThat(costs.residentBytes()).isBetween(8_000.0, 400_000.0);
        assertThat(costs.firstResidentBytes()).isBetween(8_000.0, 400_000.0);
        assertThat(costs.addressBytes()).as("a stack of 1 MB").isBetween(1_000_000.0, 3_000_000.0);
    }

    /** The JVM aborts, or is refused a stack; in both cases because of its maps, as counted from outside or by itself. */
    @Test
    void namesTheMemoryMaps() throws Exception {
        var kernel = KernelLimits.read();
        assumeTrue(
                kernel.maxMapCount() != null && kernel.maxMapCount() <= 300_000, "too many maps to take up in a test");
        var costs = ThreadCostCalibration.measure(HOME, ProbeUser.currentUser(), OptionalLong.empty());
        var crowded = new ThreadCosts(
                costs.idleThreads(),
                Math.toIntExact(kernel.maxMapCount() - 1_501),
                costs.idleResidentBytes(),
                costs.idleAddressBytes(),
                costs.idleDataBytes(),
                costs.maps(),
                costs.residentBytes(),
                costs.firstResidentBytes(),
                costs.kernelStackBytes(),
                costs.kernelObjectBytes(),
                costs.pageTableBytes(),
                costs.addressBytes(),
                costs.dataBytes());
        var findings = ThreadProbe.run(
                HOME,
                ProbeUser.currentUser(),
                Crowded.class,
                crowded,
                ThreadLimits.diagnose(SystemSnapshot.read(), crowded, OptionalLong.empty()),
                each -> ThreadLimits.diagnose(SystemSnapshot.read(), each, OptionalLong.empty()),
                TIMEOUT,
                new NoProgress());
        var verdict = ProbeVerdict.of(findings);
        assertThat(verdict.limit()).as(findings + " " + verdict).isEqualTo("vm.max_map_count");
        assertThat(findings.failure().kind()).isIn(ProbeFailure.Kind.ABORTED, ProbeFailure.Kind.REFUSED);
        assertThat(verdict.outcome()).as(findings + " " + verdict).isEqualTo(Outcome.AS_PREDICTED);
    }
}
