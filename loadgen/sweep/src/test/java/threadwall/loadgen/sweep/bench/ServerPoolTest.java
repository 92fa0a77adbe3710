package threadwall.loadgen.sweep.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.loadgen.sweep.step.Plans;
import threadwall.process.NoProgress;
import threadwall.record.StepRecord.Outcome;

class ServerPoolTest {

    private static final Path HOME = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .resolve("../..")
            .normalize();

    @TempDir
    private Path folder;

    /** The plan's command is {@code java} without a class, which prints its usage and exits. */
    @Test
    void aServerThatDoesNotStartFailsItsSteps() throws Exception {
        var step = Plans.step(10, 40, 1, null, true);
        try (var servers = new ServerPool(HOME, folder, new NoProgress())) {
            var failure = servers.start(step, Optional.empty());
            assertThat(failure).get().asString().startsWith("kilim ended with exit code 1: ");
            assertThat(servers.rehearse(step)).isEqualTo(failure);
            var record = servers.measure(step);
            assertThat(record.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(record.reason()).isEqualTo(failure.get());
            assertThat(record.load()).isNull();
        }
    }
}
