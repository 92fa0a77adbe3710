package threadwall.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The line of a program, wherever it stands in what it prints. */
class ProgramReportTest {

    @Test
    void isFoundBetweenWarnings() {
        var answer = ProgramReport.in(List.of(
                        "[0.1s][warning][os,thread] Failed to start thread",
                        "{\"tasks\":10,\"started\":9,\"mostAlive\":8,\"startMillis\":1.5,\"failure\":\"EAGAIN\"}",
                        "{ this is no JSON",
                        "{\"other\":1}",
                        "# an error report"))
                .orElseThrow();
        assertThat(answer.tasks()).isEqualTo(10);
        assertThat(answer.failure()).isEqualTo("EAGAIN");
        assertThat(answer.said().started()).isEqualTo(9);
        assertThat(answer.said().mostAlive()).isEqualTo(8);
        assertThat(answer.said().startMillis()).isEqualTo(1.5);
        assertThat(answer.said().latestWakeUpMillis()).isNull();
        assertThat(answer.said().checksum()).isNull();
    }

    @Test
    void whatIsOfAnotherKindIsMissing() {
        var answer = ProgramReport.in(
                        List.of(
                                "{\"tasks\":\"many\",\"latestWakeUpMillis\":-0.25,\"checksum\":18446744073709551615,\"p99Millis\":3}"))
                .orElseThrow();
        assertThat(answer.tasks()).isNull();
        assertThat(answer.said().latestWakeUpMillis())
                .as("the grain of a clock")
                .isZero();
        assertThat(answer.said().checksum()).as("a number of 64 bits is text").isNull();
        assertThat(answer.said().p99Millis()).isEqualTo(3);
    }

    @Test
    void aLineThatIsCutOffIsNone() {
        assertThat(ProgramReport.in(List.of("{\"tasks\":10,\"sta"))).isEmpty();
        assertThat(ProgramReport.in(List.of())).isEmpty();
    }
}
