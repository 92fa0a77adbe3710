package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.ResilienceRecord;
import threadwall.record.RunFile;

/** Short resilience tests. */
@Timeout(120)
class ResilienceCommandTest {

    @TempDir
    private Path temporary;

    static ResilienceRecord record(Path folder) throws IOException {
        var lines = RunFile.in(folder).read().lines();
        assertThat(lines).hasSize(1);
        return (ResilienceRecord) lines.getFirst();
    }

    @Test
    void slowClientsDelayNoOther() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/slowhttptest")), "slowhttptest is not installed");
        var result = Cli.run(("resilience slow --connections 100 --half-open 200 --duration 1 --json "
                        + temporary.resolve("slow.json") + " --out " + temporary)
                .split(" "));
        var record = record(temporary);
        // on a busy machine a percentile over one second means nothing
        assertThat(record.faults()).allMatch(fault -> fault.contains("times that without an attack"));
        assertThat(result.exitCode()).isEqualTo(record.passed() ? 0 : 3);
        assertThat(result.out()).contains("slow headers", "slow body", "slow read", "half-open", "verdict    kilim");
        assertThat(Files.readString(temporary.resolve("slow.json"))).startsWith("{\"kind\":\"resilience\"");
        assertThat(record.attacks()).hasSize(4).allSatisfy(attack -> {
            assertThat(attack.healthy().requests()).isPositive();
            assertThat(attack.peakConnections()).isPositive();
        });
        assertThat(record.attacks().getLast().peakConnections()).isGreaterThanOrEqualTo(200);
    }

    /** The server's threads finish their sleep before they notice that the clients are gone. */
    @Test
    void aServerThatKeepsConnectionsOfClientsThatHungUpIsDetected() throws Exception {
        var result = Cli.run(
                ("resilience hangup --servers virtual-threads --clients 50 --rounds 2 --sleep 12s --out " + temporary)
                        .split(" "));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(3);
        var record = record(temporary);
        assertThat(record.faults())
                .singleElement()
                .asString()
                .matches(
                        "round 1: 3.0 s after the hang-up the server has (4[6-9]|5\\d) descriptors more than before, .*");
        assertThat(record.rounds()).singleElement().satisfies(round -> {
            assertThat(round.atWork()).isEqualTo(50);
            assertThat(round.secondsToReturn()).isNull();
        });
    }

    @Test
    void theFormerNameIsAHiddenAlias() {
        assertThat(Cli.run("abuse", "hangup", "--help").out()).contains("--clients");
        assertThat(Cli.run("--help").out()).contains("  resilience ").doesNotContain("abuse");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "resilience                            | resilience needs a subcommand: slow, hangup, descriptors, soak or crash",
                "resilience soak --duration 5s          | '5s' is not a time such as 90s, 30m or 2h",
                "resilience hangup --servers tomcat     | no server 'tomcat'",
                "resilience hangup --servers all,kilim  | --servers: 'all' already means every server;",
                "resilience descriptors --clients 300  | --clients 300 cannot exhaust 300 descriptors; raise --clients",
                "resilience hangup --servers kilim,node | checks the heap of a JVM, and node has none",
                "resilience hangup --clients many      | 'many' is not a count",
                "resilience crash --servers go          | go has no store, so it has no users to lose",
                "resilience crash --store disk         | --store must be postgres, embedded or db4j, not disk",
                "resilience crash --servers node --store db4j | node has no db4j store; leave --store out, or use postgres",
                "resilience crash --servers spring-virtual --store embedded | spring-virtual has no embedded store",
                "resilience soak --json /nowhere/a.json | cannot write /nowhere/a.json",
            })
    void badUsageIs2(String arguments, String words) {
        Cli.run(arguments.strip().split(" ")).refused(2, words);
    }

    @Test
    void allNamesTheServersThatCannotBeTested() {
        var result = Cli.run(
                "resilience", "hangup", "--servers", "all", "--clients", "2000M", "--out", temporary.toString());
        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(result.err())
                .contains("kilim skipped: these clients need 2,000,000,500 descriptors")
                .contains("node skipped: resilience hangup checks the heap of a JVM");
    }

    /** The first attempt leaves its logs in the folder. */
    @Test
    void aFailedStartCanBeRetriedInItsFolder() {
        for (int time = 0; time < 2; time++) {
            Cli.run("resilience", "hangup", "--server-option", "--workers 0", "--out", temporary.toString())
                    .refused(4, "kilim did not start: kilim: --workers must be");
            assertThat(temporary.resolve("server.err")).isNotEmptyFile();
        }
    }

    @Test
    void moreClientsThanDescriptorsIs4BeforeAnythingStarts() {
        Cli.run("resilience", "hangup", "--clients", "2000M", "--out", temporary.toString())
                .refused(4, "these clients need 2,000,000,500 descriptors");
    }
}
