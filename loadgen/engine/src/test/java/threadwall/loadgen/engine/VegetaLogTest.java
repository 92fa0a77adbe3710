package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.ClientLoad;

/**
 * Logs of Vegeta 12.12.0: {@code mixed.gob} is of 40 requests at 40/s to a server that answered some with 503 and let
 * others wait for longer than the time-out of 1 s; {@code refused.gob} is of five requests to a port that nothing
 * listened at.
 */
class VegetaLogTest {

    @TempDir
    private Path folder;

    private static ClientLoad load(int rate) {
        return new ClientLoad("", 10, null, 1, rate, null, "127.1.0.1", true, true, 1, "a.gob");
    }

    private static Path recorded(String name) throws URISyntaxException {
        return Path.of(VegetaLogTest.class.getResource("vegeta/" + name).toURI());
    }

    @Test
    void countsRequestsByOutcome() throws Exception {
        var report = VegetaLog.read(recorded("mixed.gob")).report(load(40)).orElseThrow();
        assertThat(report.complete()).isEqualTo(40);
        assertThat(report.failedReceive()).isZero();
        assertThat(report.non2xx()).isEqualTo(5);
        assertThat(report.failedExceptions()).isEqualTo(4);
        assertThat(report.failedConnect()).isZero();
        assertThat(report.failed()).isEqualTo(9);
        assertThat(report.arrivals().orElseThrow().record().due()).isEqualTo(40);
    }

    /** The same figures as those of {@code vegeta report -type=json} on this file. */
    @Test
    void measuresAsVegetaDoes() throws Exception {
        var report = VegetaLog.read(recorded("mixed.gob")).report(load(40)).orElseThrow();
        var latency = report.latency().orElseThrow();
        assertThat(latency.requests()).isEqualTo(40);
        assertThat(latency.minMillis()).isEqualTo(20.611, within(0.1));
        assertThat(latency.maxMillis()).isEqualTo(1_001.189, within(1.0));
        // Vegeta counts from the first send, 25 ms after the start
        assertThat(report.seconds()).isEqualTo(1.798 + 0.025, within(0.005));
    }

    @Test
    void aRefusedConnectionIsAFailedConnect() throws Exception {
        var report = VegetaLog.read(recorded("refused.gob")).report(load(5)).orElseThrow();
        assertThat(report.complete()).isEqualTo(5);
        assertThat(report.failedConnect()).isEqualTo(5);
        assertThat(report.failed()).isEqualTo(5);
    }

    @Test
    void aLogThatWasCutOffIsNoReport() throws Exception {
        var bytes = Files.readAllBytes(recorded("mixed.gob"));
        var cut = Files.write(folder.resolve("cut.gob"), Arrays.copyOf(bytes, bytes.length / 2));
        // requests are logged when they end, so those in progress are gaps
        assertThat(VegetaLog.read(cut).report(load(40))).isEmpty();
        assertThat(VegetaLog.read(Files.createFile(folder.resolve("empty.gob"))).report(load(40)))
                .isEmpty();
    }

    @Test
    void aDamagedLogIsRefused() throws Exception {
        var bytes = new byte[] {-4, 127, 127, 127, 127, 1};
        var file = Files.write(folder.resolve("a.gob"), bytes);
        assertThatThrownBy(() -> VegetaLog.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("a.gob: not a log of Vegeta, or damaged: a message of 2,139,062,143 bytes");
    }
}
