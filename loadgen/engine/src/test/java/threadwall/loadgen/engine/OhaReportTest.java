package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Output of oha 1.16.0 with {@code --worker-threads 1 -z 1s}: on kilim's {@code /json} with and without keep-alive, on
 * an unknown route, on a port without a listener, with {@code -t 1s} on a route that sleeps 2 s, the same for only a
 * second, and on a server that closes in the middle of a body.
 */
class OhaReportTest {

    @Test
    void readsEveryFigure() throws IOException {
        var report = report("kept.json");
        assertThat(report.seconds()).isEqualTo(1.002622035);
        assertThat(report.complete()).isEqualTo(43_943);
        assertThat(failures(report)).containsOnly(0);
        var latency = report.latency().orElseThrow();
        assertThat(latency.requests()).isEqualTo(43_943);
        assertThat(latency.minMillis()).isCloseTo(0.054031, within(1e-9));
        assertThat(latency.p50Millis()).isCloseTo(0.313698, within(1e-9));
        assertThat(latency.p90Millis()).isCloseTo(0.555418, within(1e-9));
        assertThat(latency.p99Millis()).isCloseTo(4.511756, within(1e-9));
        assertThat(latency.p999Millis()).isCloseTo(12.392189, within(1e-9));
        assertThat(latency.maxMillis()).isCloseTo(32.916649, within(1e-9));
    }

    @Test
    void requestsInProgressAtTheEndAreNotFailures() throws IOException {
        assertThat(text("closed.json")).contains("\"aborted due to deadline\": 19");
        var report = report("closed.json");
        assertThat(report.complete()).isEqualTo(10_243);
        assertThat(failures(report)).containsOnly(0);
    }

    @Test
    void distinguishesFailures() throws IOException {
        assertThat(report("notfound.json").complete()).isEqualTo(65_567);
        assertThat(failures(report("notfound.json"))).containsExactly(0, 0, 0, 65_567);
        assertThat(report("refused.json").complete()).isEqualTo(47_858);
        assertThat(failures(report("refused.json"))).containsExactly(47_858, 0, 0, 0);
        assertThat(report("broken.json").complete()).isEqualTo(12_748);
        assertThat(failures(report("broken.json"))).containsExactly(0, 12_748, 0, 0);
        assertThat(report("late.json").complete()).isEqualTo(10);
        assertThat(failures(report("late.json"))).containsExactly(0, 0, 10, 0);
        assertThat(report("late.json").latency()).isEmpty();
    }

    @Test
    void isEmptyForAnUnfinishedRunOrWithoutResults() throws IOException {
        var whole = text("kept.json");
        assertThat(OhaReport.parse(whole.substring(0, whole.length() / 2))).isEmpty();
        assertThat(OhaReport.parse("")).isEmpty();
        assertThat(OhaReport.parse("{}")).isEmpty();
        assertThat(OhaReport.parse(text("none.json"))).isEmpty();
    }

    /** Failures to connect, to receive, time-outs, responses that are not 2xx. */
    private static long[] failures(LoadReport report) {
        return new long[] {
            report.failedConnect(), report.failedReceive(), report.failedExceptions(), report.non2xx(),
        };
    }

    private static LoadReport report(String file) throws IOException {
        return Optional.of(text(file)).flatMap(OhaReport::parse).orElseThrow();
    }

    private static String text(String file) throws IOException {
        try (var in = OhaReportTest.class.getResourceAsStream("oha/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
