package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

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
        assertThat(report("ok.txt")).isEqualTo(new AbReport(0.111, 100, 0, 0, 0, 0, 0, 0, 31, 3_100));
    }

    @Test
    void countsResponsesThatAreNot2xx() throws IOException {
        assertThat(report("non2xx.txt")).isEqualTo(new AbReport(0.065, 100, 0, 0, 0, 0, 0, 10, 31, 3_100));
        assertThat(report("non2xx-of-another-length.txt"))
                .isEqualTo(new AbReport(0.068, 100, 0, 0, 10, 0, 0, 10, 31, 2_830));
    }

    @Test
    void countsResponsesOfAnotherLength() throws IOException {
        assertThat(report("length.txt").failedLength()).isEqualTo(14);
        assertThat(report("length.txt").non2xx()).isZero();
    }

    @Test
    void countsAResetUnderSeveralKinds() throws IOException {
        // the first response was a reset: ab expected 0 bytes from then on and counted 79 responses as wrong
        assertThat(report("reset.txt")).isEqualTo(new AbReport(0.022, 100, 0, 20, 79, 20, 0, 0, 0, 2_480));
    }

    @Test
    void countsRefusedConnections() throws IOException {
        assertThat(report("refused.txt")).isEqualTo(new AbReport(0, 20, 0, 20, 0, 10, 0, 0, 0, 0));
    }

    @Test
    void hasNoDocumentLengthIfAnyLengthIsAllowed() throws IOException {
        assertThat(report("any-length.txt")).isEqualTo(new AbReport(0.159, 100, 0, 0, 0, 0, 0, 0, 0, 3_100));
    }

    @Test
    void isEmptyForAnUnfinishedRun() throws IOException {
        assertThat(AbReport.parse(text("refused-without-r.txt"))).isEmpty();
        assertThat(AbReport.parse(text("cut-off.txt"))).isEmpty();
        assertThat(AbReport.parse("")).isEmpty();
    }

    private static AbReport report(String file) throws IOException {
        return AbReport.parse(text(file)).orElseThrow();
    }

    private static String text(String file) throws IOException {
        try (var in = AbReportTest.class.getResourceAsStream("ab/" + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
