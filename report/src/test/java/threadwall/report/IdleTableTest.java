package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.IdleRecord;
import threadwall.record.IdleRecord.Memory;
import threadwall.record.RecordLine;

class IdleTableTest {

    @Test
    void bothAreComparedWithTheServersOwnMemoryBefore() {
        var row = row(record("serial", memory(50_000), memory(70_000), memory(60_000), null));
        assertThat(row.ownRssBytes()).isEqualTo(50_000);
        assertThat(row.bytesPerConnection()).isEqualTo(200);
        assertThat(row.bytesPerConnectionCollected()).isEqualTo(100);
    }

    @Test
    void memoryGivenBackMeanwhileIsBelowZero() {
        assertThat(row(record("g1", memory(50_000), memory(40_000), null, null)).bytesPerConnection())
                .isEqualTo(-100);
    }

    @Test
    void whatWasNotMeasuredIsBlankAndSaysWhy() {
        var table = IdleTable.of(null, List.of(record("g1", null, null, null, "it did not start")));
        assertThat(table.rows().getFirst().bytesPerConnection()).isNull();
        assertThat(table.markdown()).contains("| mine | g1 | 100 |  |  |  |", "mine g1: it did not start");
    }

    @Test
    void aReadingThatWasStillChangingIsTold() {
        var restless = new Memory(100, 60_000, null, false);
        var table = IdleTable.of(null, List.of(record("g1", memory(50_000), restless, null, null)));
        assertThat(table.text()).contains("mine g1: RSS was still changing when it was read");
    }

    private static IdleTable.IdleRow row(IdleRecord record) {
        return IdleTable.of(null, List.of(record)).rows().getFirst();
    }

    private static Memory memory(long rss) {
        return new Memory(100, rss, null, true);
    }

    private static IdleRecord record(String collector, Memory own, Memory held, Memory collected, String failure) {
        return new IdleRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                1,
                "mine",
                collector,
                List.of("java"),
                List.of(),
                List.of(),
                100,
                own,
                held,
                collected,
                failure);
    }
}
