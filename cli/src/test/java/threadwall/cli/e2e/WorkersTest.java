package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.StepRecord.Outcome;

/** A small sweep over numbers of workers, both sides on processors of their own. */
class WorkersTest {

    @TempDir
    private Path temporary;

    @Test
    void eachNumberIsARowWithItsHandOvers() throws Exception {
        assumeTrue(allowed().matches("0[-,]1.*"), "needs processors 0 and 1, may run on " + allowed());
        var folder = temporary.resolve("run");
        var result = Cli.run(
                "sweep",
                "--servers=virtual-threads",
                "--workers=2,default",
                "--pin=server=0,client=1",
                "--connections=20",
                "--requests=2000",
                "--route=/json2?time=1",
                "--port=" + Ports.free(),
                "--out=" + folder);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .contains(
                        "switches/req",
                        "wake-ups/req",
                        "virtual-threads, 2 workers ",
                        "virtual-threads, default workers ");
        assertThat(result.err())
                .contains(
                        "[1/2] virtual-threads, 2 workers, 20 connections",
                        "[2/2] virtual-threads, default workers, 20 connections");
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("virtual-threads, 2 workers", "virtual-threads, default workers")
                .contains("<h4>Step 1: virtual-threads, 2 workers, 20 connections</h4>")
                .contains("<h2>Step 1: virtual-threads, 2 workers, 20 connections</h2>");
        var steps = Cli.steps(folder);
        assertThat(steps).hasSize(2).allSatisfy(step -> {
            assertThat(step.outcome()).isEqualTo(Outcome.OK);
            assertThat(step.asked().shards().getFirst().command().words()).startsWith("taskset", "-c", "0", "java");
            assertThat(step.asked().clients().getFirst().measured().command().words())
                    .startsWith("taskset", "-c", "1", "ab");
            // a thread that sleeps waits, and so does a carrier that has nothing to do
            assertThat(step.server().voluntarySwitches()).isPositive();
            assertThat(step.server().involuntarySwitches()).isNotNegative();
            assertThat(step.server().wakeUpsPerRequest()).isPositive();
        });
        assertThat(steps).extracting(step -> step.asked().servers().workers()).isEqualTo(Arrays.asList(2, null));
    }

    private static String allowed() throws Exception {
        return Files.readString(Path.of("/proc/self/status"))
                .replaceFirst("(?s).*Cpus_allowed_list:\\s*([\\d,-]+).*", "$1");
    }
}
