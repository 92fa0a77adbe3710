package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.loadgen.testbed.database.DataSizePlan;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;
import threadwall.record.StepPlan.DataSize;

class DataSizePlanTest {

    private static final long MEMORY = 256L << 20;
    private static final long BUFFERS = DataSize.USUAL_SHARED_BUFFERS;

    /** 7 million rows, by {@code pg_table_size} and {@code pg_indexes_size} of PostgreSQL 15 after a vacuum. */
    @Test
    void aRowHasTheSizeThatPostgresReports() {
        assertThat(DataSizePlan.BYTES_PER_ROW).isCloseTo((253_829_120 + 157_245_440) / 7e6, within(0.05));
    }

    @Test
    void eachSizeIsAStepThatReadsItsRows() throws Exception {
        var steps = SweepConfigBuilder.at(100)
                .servers("kilim", "spring-virtual")
                .data(new DataSizePlan(List.of(50, 110), MEMORY, BUFFERS, 200))
                .on(SweepConfigBuilder.CONTAINER);
        assertThat(steps)
                .extracting(StepPlan::server)
                .containsExactly("kilim", "spring-virtual", "kilim", "spring-virtual");
        int half = steps.getFirst().data().dataSize().rows();
        int more = steps.getLast().data().dataSize().rows();
        assertThat(half * DataSizePlan.BYTES_PER_ROW).isCloseTo(0.5 * MEMORY, within(DataSizePlan.BYTES_PER_ROW));
        assertThat(steps.getLast().data().dataSize()).isEqualTo(new DataSize(110, more, MEMORY, BUFFERS, 200));
        assertThat(steps)
                .extracting(plan -> plan.load().route())
                .containsExactly("/db2?max=" + half, "/db2?max=" + half, "/db2?max=" + more, "/db2?max=" + more);
    }

    @Test
    void everyServerUsesTheLimitedPostgresAndWarmsUpWithoutItsDisk() throws Exception {
        var step = SweepConfigBuilder.at(100)
                .servers("kilim")
                .data(new DataSizePlan(List.of(110), MEMORY, BUFFERS, null))
                .step();
        assertThat(step.shards().getFirst().command().words()).containsSequence("--store", "postgres");
        var client = step.clients().getFirst();
        assertThat(client.warmUp().command().words().getLast()).endsWith("/db2?max=1000");
        assertThat(client.measured().command().words().getLast())
                .endsWith(step.load().route());
    }

    /** The ports that a load leaves in TIME_WAIT would slow down the port search of the next load from that address. */
    @Test
    void theColdLoadIsTheMeasuredOneFromItsOwnAddress() throws Exception {
        var step = SweepConfigBuilder.at(100)
                .servers("kilim")
                .data(new DataSizePlan(List.of(110), MEMORY, BUFFERS, null))
                .step();
        var client = step.clients().getFirst();
        var measured = client.measured();
        var cold = client.cold();
        assertThat(measured.command().words()).containsSequence("-B", "127.1.0.1");
        assertThat(cold.load().source()).isEqualTo("127.3.0.1");
        assertThat(cold.command().words())
                .isEqualTo(measured.command().words().stream()
                        .map(word -> word.replace("127.1.0.1", "127.3.0.1"))
                        .toList());
        assertThat(SweepConfigBuilder.at(100).step().clients().getFirst().cold())
                .isNull();
    }

    @Test
    void dataSizesImplyPostgres() {
        assertThatThrownBy(() -> StoreConfig.validated(
                        StoreKind.EMBEDDED, 10, new DataSizePlan(List.of(110), MEMORY, BUFFERS, null)))
                .hasMessage("--data-size needs PostgreSQL, whose memory it limits: leave --store embedded out");
    }

    /** Otherwise the OOM killer would end PostgreSQL only after it has been loaded. */
    @ParameterizedTest
    @CsvSource({"1, 8, 10, 40", "39, 8, 10, 40", "79, 8, 30, 80", "79, 48, 10, 80"})
    void refusesTooLittleMemoryForPostgres(long megabytes, long buffers, int connections, long least) throws Exception {
        assertThatThrownBy(() -> StoreConfig.validated(null, connections, halfOf(megabytes, buffers)))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(2))
                .hasMessageStartingWith("--database-memory %dM: PostgreSQL with %d connections needs at least %dM"
                        .formatted(megabytes, connections, least));
        assertThat(StoreConfig.validated(null, connections, halfOf(least, buffers))
                        .store())
                .isEqualTo(StoreKind.POSTGRES);
    }

    /** A table below a megabyte cannot be dropped from the page cache. */
    @Test
    void refusesTooLittleData() throws Exception {
        assertThatThrownBy(
                        () -> StoreConfig.validated(null, 10, new DataSizePlan(List.of(1, 2), 64 << 20, BUFFERS, null)))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(2))
                .hasMessageStartingWith("--data-size 2% of 64M: a table of 22,8")
                .hasMessageEndingWith("; ask for at least 3%, or raise --database-memory");
        for (var enough : List.of(List.of(3), List.of(1, 50))) { // the table has the rows of the largest size
            assertThat(StoreConfig.validated(null, 10, new DataSizePlan(enough, 64 << 20, BUFFERS, null))
                            .store())
                    .isEqualTo(StoreKind.POSTGRES);
        }
    }

    @Test
    void refusesMoreMemoryThanTheMachineHas() throws Exception {
        assertThatThrownBy(() -> SweepConfigBuilder.at(100)
                        .data(halfOf(24 * 1_024 + 1, 8))
                        .step())
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(4))
                .hasMessage("--database-memory 24,577M is more than the machine's 24,576M; lower it");
        assertThat(SweepConfigBuilder.at(100)
                        .data(halfOf(24 * 1_024, 8))
                        .step()
                        .data()
                        .dataSize())
                .isNotNull();
    }

    private static DataSizePlan halfOf(long megabytes, long buffers) {
        return new DataSizePlan(List.of(50), megabytes << 20, buffers << 20, null);
    }

    @Test
    void refusesAServerWithoutAStore() {
        assertThatThrownBy(() -> SweepConfigBuilder.at(100)
                        .servers("go")
                        .data(new DataSizePlan(List.of(110), MEMORY, BUFFERS, null))
                        .step())
                .isInstanceOf(PreconditionException.class)
                .hasMessageStartingWith("go has no /db2?max=");
    }

    @Test
    void refusesMoreRowsThanIds() {
        assertThatThrownBy(() -> new DataSizePlan(List.of(150), 100L << 30, BUFFERS, null).checked())
                .hasMessageStartingWith(
                        "--data-size 150% of 107,374,182,400 bytes has more rows than a 32-bit id can number");
    }
}
