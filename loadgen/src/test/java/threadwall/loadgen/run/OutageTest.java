package threadwall.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a database was away, out of what became of each question. */
class OutageTest {

    private static final Instant START = Instant.parse("2026-11-22T11:58:03Z");

    @Test
    void aDatabaseThatAlwaysAnsweredWasNotAway() {
        var outage = outage(true, true, true);
        assertThat(outage.happened()).isFalse();
        assertThat(outage.seconds()).isZero();
    }

    @Test
    void isFromTheFirstQuestionWithoutAnAnswerToTheNextThatHadOne() {
        var outage = outage(true, false, false, true, true);
        assertThat(outage.happened()).isTrue();
        assertThat(outage.words())
                .isEqualTo("PostgreSQL was away for 2.0 s of the load, from 11:58:04 to 11:58:06 UTC");
    }

    @Test
    void endsWithTheLoadAtLatestAndMayComeAgain() {
        assertThat(outage(false, true, false, false).words())
                .isEqualTo("PostgreSQL was away for 3.0 s of the load, from 11:58:03 to 11:58:04, from 11:58:05 to"
                        + " 11:58:07 UTC");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jdbc:postgresql://127.0.0.1:5433/postgres?user=postgres | postgresql://127.0.0.1:5433
            jdbc:postgresql://[::1]:5433/x                          | postgresql://[::1]:5433
            jdbc:postgresql:///x                                    | postgresql://localhost
            jdbc:postgresql://db?user=me                            | postgresql://db
            """)
    void theDatabaseIsWhereItsUrlSays(String url, URI host) {
        assertThat(DatabaseWatch.hosts(url)).containsExactly(host);
    }

    @Test
    void oneOfSeveralHostsIsEnough() {
        assertThat(DatabaseWatch.hosts("jdbc:postgresql://one:1,two/x"))
                .isEqualTo(List.of(URI.create("postgresql://one:1"), URI.create("postgresql://two")));
    }

    /** A question each second; the load ends a second after the last. */
    private static Outage outage(boolean... answered) {
        var log = new Outage.Log();
        for (int i = 0; i < answered.length; i++) {
            log.add(START.plusSeconds(i), answered[i]);
        }
        return log.until(START.plusSeconds(answered.length));
    }
}
