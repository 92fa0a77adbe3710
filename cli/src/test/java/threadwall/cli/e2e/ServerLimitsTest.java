package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.PreconditionException;
import threadwall.process.cgroup.CgroupLimits;
import threadwall.process.cgroup.TemporaryCgroups;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepWarning;

/** {@code --server-memory} and {@code --server-cpus}: servers as in a container. */
class ServerLimitsTest {

    private static final CgroupLimits LIMITS = new CgroupLimits(1L << 30, null, 0.2);

    @TempDir
    private Path temporary;

    private List<Path> folders;

    @BeforeEach
    void needsCgroups() {
        try {
            folders = TemporaryCgroups.plannedFolders(LIMITS);
        } catch (PreconditionException e) {
            assumeTrue(false, e.getMessage());
        }
    }

    /** So few that the server uses them up beside other tests, too: a JVM would take minutes to start. */
    @Test
    void aServerIsHeldToItsCpus() throws Exception {
        var step = sweep(0, "--servers=c-epoll", "--server-memory=128m", "--server-cpus=0.05");
        assertThat(step.outcome()).isEqualTo(Outcome.OK);
        assertThat(step.warnings())
                .anySatisfy(warning -> assertThat(warning)
                        .isInstanceOfSatisfying(
                                StepWarning.CpuThrottled.class,
                                throttled -> assertThat(throttled.cpus()).isEqualTo(0.05)));
        assertThat(step.server().cpuSeconds() / step.load().windowSeconds()).isLessThan(0.1);
    }

    @Test
    void aHeapIsThreeQuartersOfTheMemory() throws Exception {
        var plan = Cli.run("sweep", "--servers=kilim", "--server-memory=512m", "--dry-run");
        assertThat(plan.out()).contains(" -Xmx384m ");
    }

    @Test
    void aServerThatUsesMoreMemoryIsNamed() throws Exception {
        var step = sweep(3, "--target=eater=tail </dev/zero # {port}", "--server-memory=128m", "--ready-timeout=60s");
        assertThat(step.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(step.reason()).contains("because it used more than its 128 MB of memory (--server-memory)");
    }

    @Test
    void whatTheUserRunsCannotBeLimited() throws Exception {
        try (var server = Liar.honest()) {
            Cli.run("sweep", "--target=mine=" + server.url(), "--server-memory=1g")
                    .refused(2, "--server-memory and --server-cpus cannot limit mine, which you run");
        }
        Cli.run("sweep", "--server-memory=64m").refused(2, "--server-memory 64M is too little");
        Cli.run("sweep", "--server-cpus=0").refused(2, "'0' is not a number of CPUs such as 0.5 or 2");
    }

    private StepRecord sweep(int exitCode, String... more) throws Exception {
        var arguments = new ArrayList<>(List.of(
                "sweep",
                "--route=/json",
                "--connections=20",
                "--requests=5k",
                "--port=" + Ports.free(),
                "--out=" + temporary.resolve("run")));
        arguments.addAll(List.of(more));
        var result = Cli.run(arguments.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err() + result.out()).isEqualTo(exitCode);
        for (var folder : folders) {
            assertThat(folder.resolveSibling(folder.getFileName() + "-server-1"))
                    .doesNotExist();
        }
        return Cli.steps(temporary.resolve("run")).getFirst();
    }
}
