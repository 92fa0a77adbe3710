package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.record.IdleRecord.Moment.COLLECTED;
import static threadwall.record.IdleRecord.Moment.HELD;
import static threadwall.record.IdleRecord.Moment.OWN;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.IdleRecord;
import threadwall.record.IdleRecord.Answers;
import threadwall.record.IdleRecord.Asked;
import threadwall.record.IdleRecord.KernelMemory;
import threadwall.record.IdleRecord.Live;
import threadwall.record.IdleRecord.Moment;
import threadwall.record.IdleRecord.ObjectCache;
import threadwall.record.IdleRecord.Reading;
import threadwall.record.RecordLine;

class IdleTableTest {

    @Test
    void bothAreComparedWithTheServersOwnMemoryBefore() {
        var row = row(record(null, reading(OWN, 50_000), reading(HELD, 70_000), reading(COLLECTED, 60_000)));
        assertThat(row.ownRssBytes()).isEqualTo(50_000);
        assertThat(row.bytesPerConnection()).isEqualTo(200);
        assertThat(row.bytesPerConnectionCollected()).isEqualTo(100);
    }

    @Test
    void memoryGivenBackMeanwhileIsBelowZero() {
        assertThat(row(record(null, reading(OWN, 50_000), reading(HELD, 40_000)))
                        .bytesPerConnection())
                .isEqualTo(-100);
    }

    @Test
    void whatWasNotMeasuredIsBlankAndSaysWhy() {
        var table = IdleTable.of(null, List.of(record("it did not start")));
        assertThat(table.rows().getFirst().bytesPerConnection()).isNull();
        assertThat(table.markdown())
                .contains(
                        "| mine | g1 | 100 | 1 |  |  |  |  | 2 |",
                        "mine g1: it did not start",
                        "mine: lost 127.3.1.1:4 to")
                .doesNotContain("###");
    }

    @Test
    void aReadingThatWasStillChangingIsTold() {
        var restless = new Reading(HELD, 100, 60_000, null, false, null, null, null);
        var table = IdleTable.of(null, List.of(record(null, reading(OWN, 50_000), restless)));
        assertThat(table.text()).contains("mine g1: RSS was still changing when it was read");
    }

    @Test
    void memoryOfTheKernelIsThatOfBothEndsByCache() {
        var own = kernel(OWN, 1_000_000, new ObjectCache("TCP", 10, 2_368, 40_000));
        var held = kernel(
                HELD,
                1_800_000,
                new ObjectCache("TCP", 210, 2_368, 540_000),
                new ObjectCache("filp", 200, 192, 50_000),
                new ObjectCache("tiny", 1, 8, 4_096));
        var table = IdleTable.of(null, List.of(record(null, own, held)));
        assertThat(table.rows().getFirst().slabBytesPerConnection()).isEqualTo(8_000);
        assertThat(table.markdown())
                .contains(
                        "### Readings", "| mine | g1 | 100 | held | 100 | 0.1 | 154 | 5,000 | 0.4 | 1.8 | 6.0 | 0.0 |")
                .contains("### Kernel objects", "| mine | g1 | 100 | TCP | 2,368 | 2.00 | 5,000 | 62.5 |")
                .contains("| mine | g1 | 100 | filp | 192 | 2.00 | 500 | 6.3 |")
                .contains("share: of kernel bytes each")
                .doesNotContain("tiny");
    }

    private static IdleTable.IdleRow row(IdleRecord record) {
        return IdleTable.of(null, List.of(record)).rows().getFirst();
    }

    private static Reading reading(Moment moment, long rss) {
        return new Reading(moment, 100, rss, null, true, null, null, null);
    }

    private static Reading kernel(Moment moment, long slab, ObjectCache... caches) {
        return new Reading(
                moment,
                100,
                100_000,
                null,
                true,
                154L,
                new Live(5_000, 400_000),
                new KernelMemory(slab, List.of(caches), 6_000_000L, 4_096L));
    }

    private static IdleRecord record(String failure, Reading... readings) {
        return new IdleRecord(
                RecordLine.SCHEMA,
                Instant.EPOCH,
                1,
                "mine",
                "g1",
                List.of("java"),
                List.of(),
                List.of(),
                1,
                1,
                100,
                List.of(readings),
                List.of(new Answers(Asked.OPENED, 100, 98, 0.5)),
                List.of("127.3.1.1:4 to 127.0.0.1:8080: Connection reset"),
                failure);
    }
}
