package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.process.NoProgress;
import threadwall.record.TaskRecord;
import threadwall.record.TaskRecord.Outcome;
import threadwall.tasks.TaskProgram.Kind;

/** Programs of one line each, run and sampled like real ones. */
@Tag("slow")
@Timeout(60)
class TaskRunTest {

    private static final Path HOME = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent();

    private static final String LINE =
            "echo '{\"tasks\":1,\"started\":1,\"mostAlive\":1,\"startMillis\":0.5,\"latestWakeUpMillis\":0.25}'";

    @TempDir
    private Path folder;

    private TaskRecord run(String script, Duration limit) throws Exception {
        var program = new TaskProgram(
                "one-line",
                "bash",
                Kind.THREAD,
                (workload, files) -> List.of("bash", "-c", script, files),
                false,
                null);
        var workload = TaskWorkload.sleep(1, Duration.ofSeconds(3));
        var plan = TaskPlan.of(List.of(program), List.of(workload), 1, folder.toString(), 2)
                .getFirst();
        return new TaskRun(HOME, folder, plan, limit, new NoProgress()).run("bash 5");
    }

    private TaskRecord run(String script) throws Exception {
        return run(script, Duration.ofSeconds(30));
    }

    @Test
    void readsMemoryTimeAndWhatItSays() throws Exception {
        // with a child process, as some runtimes have
        var record = run("sleep 3 & sleep 3; " + LINE);
        assertThat(record.result().outcome()).as(record.result().reason()).isEqualTo(Outcome.OK);
        assertThat(record.said().started()).isEqualTo(1);
        assertThat(record.plan().runtime()).isEqualTo("bash 5");
        // a busy machine may start the clock a little after the program
        assertThat(record.times().seconds()).isBetween(2.5, 25.0);
        assertThat(record.times().cpuSeconds()).isBetween(0.0, 1.0);
        assertThat(record.memory().peakRssBytes()).isPositive();
        assertThat(record.memory().pssBytes())
                .isPositive()
                .isLessThanOrEqualTo(record.memory().peakRssBytes());
        assertThat(record.curve()).isNotEmpty().anyMatch(point -> point.threads() == 3);
        assertThat(Files.readString(folder.resolve("program.out"))).contains("mostAlive");
    }

    @Test
    void theKernelIsToEndItBeforeTheTool() throws Exception {
        var record = run("sleep 0.5; cat /proc/self/oom_score_adj >&2; exit 1");
        assertThat(record.result().reason()).contains("exit code 1: 1000;");
    }

    @Test
    void whatIsOverItsTimeIsEndedWithAllItStarted() throws Exception {
        var record = run("sleep 300 & echo $! >&2; sleep 300", Duration.ofSeconds(2));
        assertThat(record.result().outcome()).isEqualTo(Outcome.TIME);
        assertThat(record.times().seconds()).isBetween(2.0, 20.0);
        var child =
                Long.parseLong(Files.readAllLines(folder.resolve("program.err")).getFirst());
        var left = ProcessHandle.of(child).map(ProcessHandle::onExit);
        assertThat(left.orElse(CompletableFuture.completedFuture(null)))
                .as("its child, which nobody waits for but init")
                .succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void aWallIsReadWhileItStandsAndNotWaitedFor() throws Exception {
        var record = run("echo '{\"tasks\":1,\"started\":0,\"mostAlive\":0,\"startMillis\":1,\"failure\":\"EAGAIN\"}';"
                + " exec sleep 300");
        assertThat(record.result().outcome()).isEqualTo(Outcome.WALL);
        assertThat(record.times().seconds()).isLessThan(30);
        assertThat(record.result().reason()).isEqualTo("refused after 0 of 1: EAGAIN");
        assertThat(record.result().limit()).as("nothing here is full").isNull();
        assertThat(record.result().because().getFirst()).startsWith("unknown: no limit");
    }

    @Test
    void aWallThatIsGoneBeforeItIsSeenIsStillARefusal() throws Exception {
        var record = run("echo '{\"tasks\":1,\"started\":0,\"mostAlive\":0,\"startMillis\":1,\"failure\":\"EAGAIN\"}';"
                + " exit 1");
        assertThat(record.result().outcome()).isEqualTo(Outcome.WALL);
        assertThat(record.result().reason()).isEqualTo("refused after 0 of 1: EAGAIN");
        assertThat(record.result().because())
                .as("limits that refuse were looked at, not those that kill alone")
                .anyMatch(line -> line.contains("pid_max"));
    }

    @Test
    void aLineWithoutAnEndIsCutOffAndWhatComesBehindItHeard() throws Exception {
        var record = run("head -c 3000000 /dev/zero | tr '\\0' x; echo; sleep 1; " + LINE
                + "; head -c 3000000 /dev/zero | tr '\\0' y >&2; echo last >&2");
        assertThat(record.result().outcome()).as(record.result().reason()).isEqualTo(Outcome.OK);
        assertThat(Files.size(folder.resolve("program.out"))).isLessThan(100_000);
        assertThat(StderrFile.lines(folder.resolve("program.err")))
                .last()
                .asString()
                .hasSizeLessThan(200_000)
                .endsWith("ylast");
    }

    @Test
    void aProgramThatIsNotThereFails() throws Exception {
        var record = run("exec no-such-program");
        assertThat(record.result().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record.result().reason()).contains("exit code 127", "no-such-program");
    }

    @Test
    void signal9OfSomebodyElseIsNoWantOfMemory() throws Exception {
        var record = run("kill -9 $$");
        assertThat(record.result().outcome()).isEqualTo(Outcome.FAILED);
        assertThat(record.result().reason()).contains("signal 9").doesNotContain("supervise.sh");
    }
}
