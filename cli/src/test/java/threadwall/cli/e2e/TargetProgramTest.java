package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.process.socket.PortOwner;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;

/**
 * A user's program as {@code --target 'NAME=COMMAND'}: {@code jwebserver}, which every JDK has and which knows nothing of
 * threadwall.
 */
class TargetProgramTest {

    private static final String WEB = "jwebserver -b {host} -p {port} -d ";

    @TempDir
    private Path temporary;

    private Path files;

    @BeforeEach
    void somethingToServe() throws IOException {
        files = Files.createDirectories(temporary.resolve("files/sub")).getParent();
        Files.writeString(files.resolve("up"), "yes");
        Files.writeString(files.resolve("price.json"), "{\"price\":12}");
    }

    @Test
    void isStartedLoadedAndStopped() throws Exception {
        var port = Ports.free();
        var result = sweep(
                port,
                "shop=" + WEB + files,
                "--route=/price.json",
                "--ready=/up",
                "--expect=contains=price,json-path=$.price");

        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        var step = step();
        assertThat(step.outcome()).isEqualTo(Outcome.OK);
        assertThat(step.load().requestsCompleted()).isEqualTo(100);
        assertThat(step.verified().wrong()).isZero();
        assertThat(step.asked().servers().target().program().ready()).isEqualTo("/up");
        assertThat(step.asked().servers().target().contains()).isEqualTo("price");
        assertThat(step.server().requests()).as("which only our servers count").isNull();
        assertThat(step.server().threadsPeak()).isPositive();
        assertThat(listening(port)).isEmpty();
    }

    @Test
    void isFoundBelowAShellThatWaitsForIt() throws Exception {
        var port = Ports.free();
        var result = sweep(port, "shop=" + WEB + files + "; echo ended", "--route=/price.json");
        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        assertThat(step().server().threadsPeak())
                .as("the JVM, and not its shell")
                .isGreaterThan(5);
        assertThat(listening(port)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "echo no config >&2; exit 3 # {port}   | /price.json | 60 | did not start: no config",
                "exit 0 # {port}                       | /price.json | 60 | has ended before it answered at",
                "sleep 60 # {port}                     | /price.json | 2  | was not ready within 2 s: nothing listens at",
                "jwebserver -b 127.0.0.1 -p 0 # {port} | /price.json | 8  | but it listens at 127.0.0.1:",
                "WEB &                                 | /price.json | 60 | its command has to stay in the foreground",
                "setsid WEB &                          | /price.json | 60 | its command has to stay in the foreground",
                "WEB                                   | /sub        | 60 | status 301 instead of 200 (Location: ",
                "WEB                                   | /none       | 60 | status 404 instead of 200: <!DOCTYPE html",
            })
    void aWrongOneIsOneClearLineAndNothingIsLeft(String command, String route, int seconds, String reason)
            throws Exception {
        var port = Ports.free();
        var result = sweep(
                port,
                "shop=" + command.replace("WEB", WEB + files),
                "--route=" + route,
                "--ready-timeout=" + seconds + "s");

        assertThat(result.exitCode()).as(result.err() + result.out()).isEqualTo(3);
        assertThat(step().outcome()).isIn(Outcome.FAILED, Outcome.WRONG_ANSWERS);
        assertThat(step().reason()).contains(reason).doesNotContain("\n");
        assertThat(listening(port)).isEmpty();
        assertThat(processes(files)).isEmpty();
    }

    @Test
    void isNotReadyBeforeItsOwnPathSaysSo() throws Exception {
        var result = sweep(
                Ports.free(), "shop=" + WEB + files, "--route=/price.json", "--ready=/none", "--ready-timeout=8s");
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(step().reason()).contains("was not ready within 8 s: ", "/none has status 404");
    }

    private Cli.Result sweep(int port, String target, String... more) {
        var arguments = new ArrayList<>(List.of(
                "sweep",
                "--target=" + target,
                "--connections=20",
                "--requests=100",
                "--port=" + port,
                "--out=" + temporary.resolve("run")));
        arguments.addAll(List.of(more));
        return Cli.run(arguments.toArray(String[]::new));
    }

    private StepRecord step() throws IOException {
        return Cli.steps(temporary.resolve("run")).getFirst();
    }

    private static List<Long> listening(int port) throws IOException {
        return PortOwner.listening(InetAddress.getLoopbackAddress(), port);
    }

    private static List<String> processes(Path folder) {
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains("jwebserver") && line.contains(folder.toString()))
                .toList();
    }
}
