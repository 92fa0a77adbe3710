package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.RecordLine;
import threadwall.record.ThreadRecord;
import threadwall.record.ThreadRecord.Moment;
import threadwall.record.ThreadRecord.ThreadReading;

class ThreadTableTest {

    private static final ThreadReading OWN =
            new ThreadReading(Moment.OWN, 0, 40, 100_000, 200L, 1_000L, 600_000L, 9_000_000L, true);

    @Test
    void eachThreadCostsTheGrowthOfAllOverTheThreadsThatWereAdded() {
        var all = new ThreadReading(Moment.ALL, 2.5, 140, 2_700_000, 400L, 301_000L, 2_238_400L, 9_500_000L, true);
        var row = table("spring-blocking", null, OWN, all).rows().getFirst();
        assertThat(row.threads()).isEqualTo(140);
        assertThat(row.startSeconds()).isEqualTo(2.5);
        assertThat(row.rssBytesEach()).isCloseTo(26_000, within(1e-9));
        assertThat(row.kernelStackBytesEach()).isCloseTo(16_384, within(1e-9));
        assertThat(row.pageTableBytesEach()).isCloseTo(3_000, within(1e-9));
        assertThat(row.slabBytesEach()).isCloseTo(5_000, within(1e-9));
        assertThat(row.mapsEach()).isCloseTo(2, within(1e-9));
    }

    @Test
    void showsAllReadingsBelowTheTable() {
        var half = new ThreadReading(Moment.STARTING, 1.2, 90, 1_400_000, 300L, 2_000L, 1_419_200L, 9_200_000L, false);
        var text = table(null, null, OWN, half).text();
        assertThat(text)
                .containsPattern("(?m)^jvm +100 +starting +90 +1\\.2 ")
                .containsPattern("(?m)^jvm +100 +own +40 ");
        assertThat(text).doesNotContain("still changing");
    }

    @Test
    void whatWasNotMeasuredIsBlankAndSaysWhy() {
        var table = table(null, "no more than 90 of 100 threads: none was started for 30 s", OWN);
        assertThat(table.markdown()).contains("| jvm | 100 |  |  |  |  |  |  |  |  |  |");
        assertThat(table.text()).contains("jvm 100: no more than 90 of 100 threads");
    }

    @Test
    void aReadingThatWasStillChangingIsTold() {
        var restless = new ThreadReading(Moment.ALL, 2.5, 140, 2_700_000, null, null, null, null, false);
        assertThat(table("spring-blocking", null, OWN, restless).text())
                .contains("spring-blocking 100: memory was still changing when it was read");
        assertThat(table("spring-blocking", null, OWN, restless)
                        .rows()
                        .getFirst()
                        .mapsEach())
                .isNull();
    }

    private static ThreadTable table(String server, String failure, ThreadReading... readings) {
        return ThreadTable.of(
                null,
                List.of(new ThreadRecord(
                        RecordLine.SCHEMA,
                        Instant.EPOCH,
                        9,
                        server,
                        List.of("java"),
                        List.of(),
                        100,
                        List.of(readings),
                        null,
                        null,
                        failure)));
    }
}
