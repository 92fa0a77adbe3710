package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.ResilienceTextTest.crash;
import static threadwall.report.ResilienceTextTest.shortage;
import static threadwall.report.ResilienceTextTest.soaked;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.record.ResilienceRecord.EventCount;
import threadwall.record.ResilienceRecord.FdExhaustion;
import threadwall.record.ResilienceRecord.FdExhaustionFailure;
import threadwall.record.ResilienceRecord.RssTrend;
import threadwall.record.ResilienceRecord.Soak;

class ResilienceTableTest {

    private static final List<EventCount> LOST = List.of(new EventCount("Connection reset", 240));

    private static FdExhaustion lost(String later, FdExhaustionFailure failure) {
        return new FdExhaustion(300, 1_000, 760, LOST, later, 0, 0, failure);
    }

    @Test
    void aRowSaysHowAServerFailsAndWhatItsClientsSaw() {
        var stands = shortage(new FdExhaustion(300, 1_000, 1_000, List.of(), null, 8, 0.4, null));
        var deaf =
                shortage(lost("Connection refused", FdExhaustionFailure.SERVES_NOBODY), "it serves nobody", "240 lost");
        var gone = shortage(lost("Connection refused", FdExhaustionFailure.ENDED), "kilim ended with exit code 1");
        var leaks = shortage(
                new FdExhaustion(300, 1_000, 1_000, List.of(), null, 0, 0, null), "9,000 bytes of live heap too many");
        assertThat(ResilienceTable.render(List.of(stands, deaf, gone, leaks)).replaceAll("\\s+", " "))
                .isEqualTo("server verdict what was seen"
                        + " kilim survives 1,000 of 1,000 answered; 8.0 s out of descriptors, with 0.05 processors in use"
                        + " kilim no longer answers 760 of 1,000 answered; Connection reset: 240;"
                        + " later clients: Connection refused; out of descriptors for less than a second"
                        + " kilim ends 760 of 1,000 answered; Connection reset: 240; later clients: Connection refused;"
                        + " out of descriptors for less than a second; kilim ended with exit code 1"
                        + " kilim fails 1,000 of 1,000 answered; out of descriptors for less than a second;"
                        + " 9,000 bytes of live heap too many ");
    }

    @Test
    void aRowSaysHowManyUsersCrashesHaveLost() {
        var table = ResilienceTable.render(List.of(crash("postgres", 0), crash("embedded", 0, 3)));
        assertThat(table.replaceAll("\\s+", " "))
                .isEqualTo("server verdict what was seen"
                        + " kilim survives 1,000 users acknowledged, 0 of them lost"
                        + " kilim loses users 2,000 users acknowledged, 3 of them lost; users are lost: id 7 ");
    }

    @Test
    void markdownHasTheSameColumnsAndCrashesHaveTheirOwn() {
        var tests = List.of(
                shortage(new FdExhaustion(300, 1_000, 1_000, List.of(), null, 8, 0.4, null)), crash("embedded", 0, 3));
        assertThat(ResilienceTable.markdown(tests)).isEqualTo("""
                | server | verdict | what was seen |
                | --- | --- | --- |
                | kilim | survives | 1,000 of 1,000 answered; 8.0 s out of descriptors, with 0.05 processors in use |
                | kilim | loses users | 2,000 users acknowledged, 3 of them lost; users are lost: id 7 |

                """);
        assertThat(CrashTable.markdown(tests))
                .as("two rounds: 10 without an answer, 2 with a 503 and 4 of them there in each")
                .isEqualTo("""
                | server | store | seed | kills | killed again | acknowledged | lost | no answer or 503 | of these stored |
                | --- | --- | --: | --: | --: | --: | --: | --: | --: |
                | kilim | embedded | 9 | 2 | 1 | 2,000 | 3 | 24 | 8 |

                """);
    }

    @Test
    void aSoakHasARowOfItsOwn() {
        var rss = new RssTrend(100_000_000, 103_000_000, 99_000_000, 104_000_000, 1_500_000, true);
        var soak = new Soak(7, 5_000, 1_200, 12_345, List.of(), List.of(), 2, List.of(), rss, "soak.csv");
        var tests = List.of(soaked(soak), crash("embedded", 0, 3));
        assertThat(ResilienceTable.render(tests)).contains("12,345 requests, 2 wrong");
        assertThat(SoakTable.markdown(tests)).isEqualTo("""
                | server | clients | minutes | requests | wrong | third quarter MB | last quarter MB | \
                growth % | heap MB before | heap MB after | descriptors before | descriptors after |
                | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
                | kilim | 5,000 | 20.0 | 12,345 | 2 | 100.0 | 103.0 | +3.0 | 7.0 | 7.0 | 28 | 28 |

                """);
    }

    @ParameterizedTest
    @CsvSource({
        "ENDED,         ends",
        "SERVES_NOBODY, no longer answers",
        "LOSES_CLIENTS, loses clients",
        "BUSY,          burns CPU"
    })
    void eachFailureHasItsWords(FdExhaustionFailure failure, String verdict) {
        assertThat(ResilienceTable.verdict(shortage(lost(null, failure), "a fault")))
                .isEqualTo(verdict);
    }
}
