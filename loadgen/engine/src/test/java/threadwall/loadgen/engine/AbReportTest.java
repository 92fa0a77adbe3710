package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord.Latency;

/**
 * Output of ab 2.3 (2.4.71), run as {@code ab -q -r -c5 -n100} against small servers that respond with 31 bytes but
 * break every n-th response.
 */
class AbReportTest {

    @Test
    void countsCompletedRequests() {
        assertThat(AbReport.completed("")).isZero();
        assertThat(AbReport.completed("Completed 100 requests\nCompleted 200 requests\nComple"))
                .isEqualTo(200);
        assertThat(AbReport.completed("Completed 900 requests\nFinished 1000 requests\n"))
                .isEqualTo(1_000);
    }

    @Test
    void readsARunWithoutFailures() throws IOException {
        assertThat(report("ok.txt")).isEqualTo(load(0.111, 100, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void countsResponsesThatAreNot2xx() throws IOException {
        assertThat(report("non2xx.txt")).isEqualTo(load(0.065, 100, 0, 0, 0, 0, 0, 10));
        assertThat(report("non2xx-of-another-length.txt")).isEqualTo(load(0.068, 100, 0, 0, 10, 0, 0, 10));
    }

    @Test
    void countsResponsesOfAnotherLength() throws IOException {
        assertThat(report("length.txt").failedLength()).isEqualTo(14);
        assertThat(report("length.txt").non2xx()).isZero();
    }

    @Test
    void countsAResetUnderSeveralKinds() throws IOException {
        // the first response was a reset: ab expected 0 bytes from then on and counted 79 responses as wrong
        assertThat(report("reset.txt")).isEqualTo(load(0.022, 100, 0, 20, 79, 20, 0, 0));
    }

    @Test
    void countsRefusedConnections() throws IOException {
        assertThat(report("refused.txt")).isEqualTo(load(0, 20, 0, 20, 0, 10, 0, 0));
    }

    @Test
    void readsARunInWhichAnyLengthIsAllowed() throws IOException {
        assertThat(report("any-length.txt")).isEqualTo(load(0.159, 100, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void readsThePercentilesOfItsTable() throws IOException {
        assertThat(AbReport.latency(text("ok.txt"))).contains(new Latency(100, 0, 1, 15, 45, null, 45));
        assertThat(AbReport.latency(text("cut-off.txt"))).isEmpty();
    }

    @Test
    void countsTheRunsThatHaveEnded() throws IOException {
        assertThat(AbReport.runs(text("ok.txt") + text("ok.txt") + text("cut-off.txt")))
                .isEqualTo(2);
    }

    @Test
    void isEmptyForAnUnfinishedRun() throws IOException {
        assertThat(AbReport.parse(text("refused-without-r.txt"))).isEmpty();
        assertThat(AbReport.parse(text("cut-off.txt"))).isEmpty();
        assertThat(AbReport.parse("")).isEmpty();
    }

    private static LoadReport load(
            double seconds,
            long complete,
            long connect,
            long receive,
            long length,
            long exceptions,
            long writeErrors,
            long non2xx) {
        return new LoadReport(
                seconds,
                complete,
                connect,
                receive,
                length,
                exceptions,
                writeErrors,
                non2xx,
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private static LoadReport report(String file) throws IOException {
        return AbReport.parse(text(file)).orElseThrow();
    }

    private static String text(String file) throws IOException {
        try (var in = AbReportTest.class.getResourceAsStream("ab/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
