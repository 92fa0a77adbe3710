package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import threadwall.record.DataRecord;
import threadwall.record.DataRecord.Loading;
import threadwall.record.DataRecord.World;
import threadwall.record.RecordLine;

class DataTextTest {

    private static String text(World world, Long users, Loading loading, String failure) {
        return DataText.render(
                "/data",
                new DataRecord(
                        RecordLine.SCHEMA,
                        Instant.EPOCH,
                        "postgres",
                        "PostgreSQL 18.6",
                        world,
                        users,
                        loading,
                        failure));
    }

    @Test
    void aLoadIsShownWithThePredictionOfItsTrial() {
        var world = new World(1_000_000, 1, 1_000_000, 4_999_258_998L, true, 36_700_160, 22_487_040L);
        assertThat(text(world, 12L, new Loading(1_000_000, 400_000, 1.25, 59.9, 501_405), null))
                .isEqualTo("""
                        where   /data
                        store   PostgreSQL 18.6
                        world   1,000,000 rows, ids 1 to 1,000,000, sum of numbers 4,999,258,998, as loaded; 36.7 MB of
                                table and 22.5 MB of index, 59.2 bytes a row
                        users   12 rows
                        load    600,000 rows in 1.3 s, 480,000 rows/s; predicted from a trial: 501,405 rows/s and 59.9
                                bytes a row
                        """);
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThat(text(null, null, null, null))
                .isEqualTo("where   /data\nstore   PostgreSQL 18.6\nworld   no such table\nusers   no such table\n");
        assertThat(text(new World(0, null, null, 0, true, 8_192, null), 0L, null, null))
                .contains("world   no row, 0.0 MB of file\n", "users   0 rows\n");
    }

    @Test
    void rowsThatNoLoadHasMadeAreTold() {
        var world = new World(2, -1, 7, 9, false, 1_000_000, null);
        assertThat(text(world, null, null, "read back 2 rows"))
                .contains("2 rows, ids -1 to 7, sum of numbers 9, NOT as loaded; 1.0 MB of file")
                .endsWith("fault   read back 2 rows\n");
    }
}
