package threadwall.store.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import threadwall.store.StoreUnavailableException;
import threadwall.store.postgres.PostgresConnection;
import threadwall.store.postgres.TestPostgres;

@Tag("slow")
class PostgresWorldTableTest extends WorldTableTest {

    private static TestPostgres postgres;
    private String schema;
    private String url;

    @BeforeAll
    static void start() throws Exception {
        postgres = TestPostgres.start();
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.close();
    }

    @BeforeEach
    void schema() throws SQLException {
        schema = postgres.emptySchema();
        url = postgres.url(schema);
    }

    @Override
    WorldTable open() {
        return PostgresWorldTable.open(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delete from world where id = 5",
                "update world set randomnumber = randomnumber % 10000 + 1 where id = 5",
                "insert into world values (0, 1)"
            })
    void aRowThatSomebodyChangedIsSeen(String change) throws SQLException {
        try (var table = open()) {
            table.begin();
            table.append(1, 1_000);
            execute(change);
            assertThat(table.read().orElseThrow().isDrawn()).isFalse();
        }
    }

    @Test
    void aBatchThatFailsIsNotThere() throws SQLException {
        try (var table = open()) {
            table.begin();
            table.append(1, 1_000);
            execute("insert into world values (1500, 1)");
            assertThatThrownBy(() -> table.append(1_001, 2_000))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageStartingWith("the database reports: ERROR: duplicate key value")
                    .hasMessageContaining("(id)=(1500)");
            execute("delete from world where id = 1500");
            assertThat(table.read()).contains(TableContents.drawn(1_000));
            table.append(1_001, 2_000);
            assertThat(table.read()).contains(TableContents.drawn(2_000));
        }
    }

    /** As a user who may create tables in a schema, but may neither see the disk nor request a checkpoint. */
    @Test
    void anOrdinaryUserCanLoad() throws SQLException {
        execute("create role ordinary login");
        execute("grant all on schema " + schema + " to ordinary");
        try (var table = PostgresWorldTable.open(url.replace("user=postgres", "user=ordinary"))) {
            assertThat(table.room()).isEmpty();
            table.begin();
            table.append(1, 1_000);
            table.settle();
            assertThat(table.read()).contains(TableContents.drawn(1_000));
        }
    }

    @Test
    void aScanKnowsTheRowsThatItReads() throws SQLException {
        try (var table = open()) {
            table.begin();
            table.append(1, 1_000);
        }
        assertThat(scan(url, 1_000)).isZero();
        assertThat(scan(url, 500)).as("the first of them").isZero();
        assertThat(scan(url, 1_001)).as("more than there are").isEqualTo(3);
        execute("drop table world");
        assertThat(scan(url, 1_000)).as("without a table").isEqualTo(4);
    }

    @Test
    void evictingLeavesNoPageOfTheTableInPostgresqlsCache() throws SQLException {
        try (var table = open()) {
            table.begin();
            table.append(1, 10_000);
        }
        assertThat(evict(url)).isZero();
        assertThat(pagesInCache()).isZero();
        assertThat(scan(url, 10_000)).isZero();
        assertThat(pagesInCache()).isGreaterThan(40);
        execute("create role reader login");
        assertThat(evict(url.replace("user=postgres", "user=reader")))
                .as("it is for superusers")
                .isEqualTo(4);
        assertThat(evict(url)).isZero();
        assertThat(pagesInCache()).isZero();
    }

    private static int evict(String url) {
        return new CommandLine(new EvictMain()).execute("--postgres", url);
    }

    private long pagesInCache() throws SQLException {
        try (var connection = PostgresConnection.open(url);
                var result = connection
                        .createStatement()
                        .executeQuery("select count(*) from public.pg_buffercache"
                                + " where relfilenode = pg_relation_filenode('world')")) {
            result.next();
            return result.getLong(1);
        }
    }

    private static int scan(String url, int rows) {
        return new CommandLine(new ScanMain()).execute("--postgres", url, "--rows", Integer.toString(rows));
    }

    @Test
    void usersAreCounted() throws SQLException {
        execute("create table users (id integer)");
        execute("insert into users values (1), (2)");
        try (var table = open()) {
            assertThat(table.users()).hasValue(2);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = PostgresConnection.open(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
