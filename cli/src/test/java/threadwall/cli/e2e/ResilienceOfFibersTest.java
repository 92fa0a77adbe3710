package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Short versions of the tests that only a server with its own event loops passes. */
@Timeout(120)
class ResilienceOfFibersTest {

    @TempDir
    private Path temporary;

    @Test
    void resourcesOfAClientThatHangsUpAreFreedAtOnce() throws Exception {
        var result = Cli.run(("resilience hangup --clients 200 --rounds 2 --sleep 12s --out " + temporary).split(" "));
        var record = ResilienceCommandTest.record(temporary);
        assertThat(record.faults()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("at work", "verdict    kilim passed: hangup");
        assertThat(record.rounds()).hasSize(2).allSatisfy(round -> {
            assertThat(round.atWork()).isEqualTo(200);
            assertThat(round.peakDescriptors())
                    .isGreaterThanOrEqualTo(record.before().descriptors() + 200);
        });
    }

    @Test
    void noAnswerOfASoakIsWrong() throws Exception {
        var result = Cli.run(
                ("resilience soak --duration 6s --connections 300 --seed 5 --json - --out " + temporary).split(" "));
        var record = ResilienceCommandTest.record(temporary);
        assertThat(record.faults()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).startsWith("{\"kind\":\"resilience\"").containsOnlyOnce("\n");
        assertThat(record.soak().requests()).isPositive();
        assertThat(record.soak().wrong()).isZero();
        assertThat(record.soak().answers()).extracting("what").contains("200", "400", "404", "405");
        assertThat(Files.readAllLines(temporary.resolve("soak.csv"))).hasSizeGreaterThan(4);
    }
}
