package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import threadwall.cli.Threadwall;
import tools.jackson.databind.json.JsonMapper;

/** What goes to standard output, and what does not. */
class OutputTest {

    @TempDir
    private Path temporary;

    @Test
    void aDryRunPrintsThePlanAndStartsNothing() throws Exception {
        var folder = temporary.resolve("run");
        // not even a look at the port
        try (var held = new ServerSocket()) {
            held.bind(new InetSocketAddress("127.0.0.1", Ports.free()));
            var port = String.valueOf(held.getLocalPort());
            var result = Cli.run(
                    "sweep",
                    "--dry-run",
                    "--connections",
                    "5k,10k",
                    "--port",
                    port,
                    "--out",
                    folder.toString(),
                    "--csv",
                    temporary.resolve("table.csv").toString());
            assertThat(result.exitCode()).isZero();
            assertThat(result.err()).isEmpty();
            assertThat(result.out()
                            .lines()
                            .filter(line -> line.startsWith("java ") && line.contains(" --port " + port)))
                    .as("servers: four at two loads")
                    .hasSize(8);
            assertThat(result.out().lines().filter(line -> line.startsWith("ab ")))
                    .as("ab to warm up and to load")
                    .hasSize(16)
                    .allMatch(line -> line.endsWith("'http://127.0.0.1:%s/json2?time=100'".formatted(port)));
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void helpSaysWhatPinningMakesOfTheClientsThreads() {
        assertThat(Cli.run("sweep", "--help").out().replaceAll("\\s+", " "))
                .contains("half the number of CPUs, or one for each CPU of --pin client=CPUS; wrk uses fewer");
    }

    /** Picocli formats each line of a help, and warns of one that it cannot. */
    @Test
    void aPercentSignOfAHelpIsAFormatsOwn() {
        helps(Threadwall.commandLine())
                .forEach(line ->
                        assertThatCode(() -> String.format(line)).as(line).doesNotThrowAnyException());
    }

    private static Stream<String> helps(CommandLine command) {
        var usage = command.getCommandSpec().usageMessage();
        var own = Stream.of(usage.header(), usage.description(), usage.footer()).flatMap(Stream::of);
        return Stream.concat(own, command.getSubcommands().values().stream().flatMap(OutputTest::helps));
    }

    @Test
    void jsonOnStandardOutputIsAlone() throws Exception {
        try (var server = Liar.honest()) {
            var csv = Files.writeString(temporary.resolve("table.csv"), "an earlier table");
            var result = Cli.run(
                    "sweep",
                    "--target",
                    server.as("mine"),
                    "--connections",
                    "20",
                    "--requests",
                    "500",
                    "--route",
                    "/json2?time=5",
                    "--json",
                    "-",
                    "--csv",
                    csv.toString(),
                    "--out",
                    temporary.resolve("run").toString());
            assertThat(result.exitCode()).as(result.err()).isZero();
            var table = new JsonMapper().readTree(result.out());
            assertThat(table.path("rows")).hasSize(1);
            assertThat(table.path("rows").path(0).path("server").asString()).isEqualTo("mine");
            assertThat(Files.readAllLines(csv)).hasSize(2).first().asString().startsWith("server,");
            var report = temporary.resolve("run").resolve("report.html");
            assertThat(result.err()).contains("report: " + report);
            assertThat(report).content().contains("At 20 connections mine answered ");
        }
    }

    @Test
    void aRefusedSweepLeavesAnEarlierTableAlone() throws Exception {
        var csv = Files.writeString(temporary.resolve("table.csv"), "an earlier table");
        try (var held = new ServerSocket()) {
            held.bind(new InetSocketAddress("127.0.0.1", Ports.free()));
            var port = String.valueOf(held.getLocalPort());
            var json = temporary.resolve("table.json");
            var result = Cli.run(
                    "sweep", "--servers", "kilim", "--port", port, "--csv", csv.toString(), "--json", json.toString());
            assertThat(result.exitCode()).isEqualTo(4);
            assertThat(json).doesNotExist();
        }
        assertThat(csv).hasContent("an earlier table");
    }
}
