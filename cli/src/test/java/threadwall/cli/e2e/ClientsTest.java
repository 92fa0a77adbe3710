package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.ClientHost;
import threadwall.record.RunFile;
import threadwall.record.StepRecord.Outcome;

/** Loads by Tsung, on this machine: without ssh, so that no host is needed. */
class ClientsTest {

    private static final int CONNECTIONS = 40;

    private static final long REQUESTS_OF_EACH = 50;

    @TempDir
    private Path temporary;

    @BeforeEach
    void needsTsung() {
        Engines.assumeInstalled("tsung");
    }

    private static Cli.Result sweep(Path folder, String... more) {
        return Cli.run(Stream.concat(
                        Stream.of("sweep", "--servers=kilim", "--route=/json2?time=20", "--out=" + folder),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void tsungsUsersAreKeptConnections() throws Exception {
        var folder = temporary.resolve("run");

        var result = sweep(
                folder,
                "--clients=localhost",
                "--connections=" + CONNECTIONS,
                "--requests=" + REQUESTS_OF_EACH + "x",
                "--keep-alive",
                "--port=" + Ports.free());

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.err()).as("it stays on this machine").doesNotContain("the load goes from");
        var engines = RunFile.in(folder).read().run().orElseThrow().machine().engines();
        assertThat(engines).anySatisfy(engine -> assertThat(engine).contains("Tsung"));
        assertThat(Cli.steps(folder)).singleElement().satisfies(step -> {
            assertThat(step.outcome()).as(step.reason()).isEqualTo(Outcome.OK);
            assertThat(step.asked().load().engine()).isEqualTo("tsung");
            assertThat(step.load().requestsCompleted()).isEqualTo(CONNECTIONS * REQUESTS_OF_EACH);
            assertThat(step.load().failed()).isZero();
            assertThat(step.verified().wrong()).isZero();
            assertThat(step.latency().requests()).isEqualTo(CONNECTIONS * REQUESTS_OF_EACH);
            assertThat(step.latency().minMillis()).isGreaterThanOrEqualTo(20);
            assertThat(step.connections().peakOpen()).isBetween(CONNECTIONS * 19L / 20, CONNECTIONS + 10L);
            assertThat(step.client().cpuSeconds()).isPositive();
            assertThat(step.client().hosts()).singleElement().satisfies(host -> {
                assertThat(host.name()).isEqualTo(ClientHost.THIS_MACHINE);
                assertThat(host.busyShare()).isPositive();
                assertThat(host.rssPeakBytes()).isGreaterThan(1_000_000);
            });
            var hosts = step.asked().clients().getFirst().measured().load().hosts();
            assertThat(hosts).singleElement().satisfies(host -> {
                assertThat(host.name()).isEqualTo(ClientHost.THIS_MACHINE);
                assertThat(host.readings().kernel()).isNotBlank();
                assertThat(host.readings().nofile()).isPositive();
                assertThat(host.readings().erlang()).isNotBlank();
            });
        });
        assertThat(result.out()).contains("hosts busy", "localhost ");
        assertThat(folder.resolve("report.html")).content().contains("<dt>client host localhost</dt>");
    }

    @Test
    void tsungsUsersArriveAtARateEachOnAConnectionOfItsOwn() throws Exception {
        var folder = temporary.resolve("run");

        var result = sweep(folder, "--clients=localhost", "--rate=40", "--duration=5s", "--port=" + Ports.free());

        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(Cli.steps(folder)).singleElement().satisfies(step -> {
            assertThat(step.outcome()).as(step.reason()).isEqualTo(Outcome.OK);
            assertThat(step.asked().load().rate()).isEqualTo(40);
            assertThat(step.asked().load().keepAlive()).isFalse();
            // random in time, 200 planned; a busy machine starts fewer, and the row then says so
            assertThat(step.load().requestsCompleted()).isBetween(100L, 200L);
            assertThat(step.latency().requests()).isEqualTo(step.load().requestsCompleted());
            assertThat(step.load().failed()).isZero();
            assertThat(step.arrivals()).as("no request has a planned time").isNull();
        });
    }

    @Test
    void aHostThatIsNotReachedIsRefusedBeforeAnythingStarts() {
        Engines.assumeInstalled("ssh");
        var folder = temporary.resolve("run");

        var result = sweep(folder, "--clients=host.invalid", "--connections=40");

        assertThat(result.exitCode()).isEqualTo(4);
        assertThat(result.err())
                .startsWith("threadwall: host.invalid is not reached")
                .hasLineCount(1);
        assertThat(Files.exists(folder)).isFalse();
    }
}
