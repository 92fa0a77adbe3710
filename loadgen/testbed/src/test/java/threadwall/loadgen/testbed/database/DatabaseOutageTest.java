package threadwall.loadgen.testbed.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When a database was down, from the results of the probes. */
class DatabaseOutageTest {

    private static final Instant START = Instant.parse("2026-11-22T11:58:03Z");

    @Test
    void aDatabaseThatAlwaysAnsweredHadNoOutage() {
        var outage = outage(true, true, true);
        assertThat(outage.happened()).isFalse();
        assertThat(outage.seconds()).isZero();
    }

    @Test
    void lastsFromTheFirstFailedProbeToTheNextAnswer() {
        var outage = outage(true, false, false, true, true);
        assertThat(outage.happened()).isTrue();
        assertThat(outage.words())
                .isEqualTo("PostgreSQL was unreachable for 2.0 s of the load, from 11:58:04 to 11:58:06 UTC");
    }

    @Test
    void endsWithTheLoadAtTheLatestAndMayRecur() {
        assertThat(outage(false, true, false, false).words())
                .isEqualTo(
                        "PostgreSQL was unreachable for 3.0 s of the load, from 11:58:03 to 11:58:04, from 11:58:05 to"
                                + " 11:58:07 UTC");
    }

    /** A probe each second; the load ends a second after the last. */
    private static DatabaseOutage outage(boolean... answered) {
        var log = new DatabaseOutage.Log();
        for (int i = 0; i < answered.length; i++) {
            log.add(START.plusSeconds(i), answered[i]);
        }
        return log.until(START.plusSeconds(answered.length));
    }
}
