package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.Steps.good;

import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord;

/** A server that had one load with several numbers of workers has a row for each. */
class TableOfWorkersTest {

    private static final List<StepRecord> STEPS = List.of(
            Steps.workers(1, good("kilim", 1, 1_000, 3_000.0)),
            Steps.workers(2, good("kilim", 1, 1_000, 4_000.0)),
            Steps.workers(null, good("kilim", 1, 1_000, 5_000.0)),
            good("mine", 1, 1_000, 2_000.0),
            Steps.workers(2, good("kilim", 2, 1_000, 6_000.0)));

    @Test
    void nameTheNumber() {
        assertThat(SweepTable.of(STEPS).rows())
                .extracting(SweepRow::server)
                .containsExactly("kilim, 1 worker", "kilim, 2 workers", "kilim, default workers", "mine");
        assertThat(SweepTable.of(STEPS).rows())
                .extracting(row -> row.workload().workers())
                .containsExactly("1", "2", "default", null);
        assertThat(SweepTable.of(STEPS).rows()).extracting(SweepRow::repeats).containsExactly(1, 2, 1, 1);
        assertThat(SweepTable.of(STEPS).baseline()).isEqualTo("kilim, 1 worker");
    }

    @Test
    void sayNothingOfOneNumber() {
        assertThat(SweepTable.of(STEPS.subList(1, 2)).rows())
                .extracting(SweepRow::server)
                .containsExactly("kilim");
        // by its connections it has another number at each concurrency, as thread-per-request does
        var blocking = List.of(
                Steps.workers(1_228, good("spring-blocking", 1, 1_000, 3_000.0)),
                Steps.workers(5_228, good("spring-blocking", 1, 5_000, 3_000.0)));
        assertThat(SweepTable.of(blocking).rows()).extracting(SweepRow::server).containsOnly("spring-blocking");
    }

    @Test
    void tellWhatWasSwitchedOff() {
        var quiet = Steps.spinningOff(good("dotnet", 1, 1_000, 3_000.0));
        var steps = List.of(
                good("dotnet", 1, 1_000, 2_000.0),
                quiet,
                Steps.workers(1, Steps.spinningOff(good("dotnet", 1, 5_000, 1.0))));
        assertThat(SweepTable.of(steps).rows())
                .extracting(SweepRow::server)
                .containsExactly("dotnet", "dotnet, spinning off", "dotnet, spinning off");
        assertThat(SweepTable.of(List.of(quiet, Steps.workers(1, quiet))).rows())
                .extracting(SweepRow::server)
                .containsExactly("dotnet, spinning off, default workers", "dotnet, spinning off, 1 worker");
    }

    @Test
    void bringWhatHandingOverCosts() {
        assertThat(TableFormat.TEXT.render(SweepTable.of(STEPS)))
                .contains("switches/req", "wake-ups/req", "client cores");
        assertThat(TableFormat.TEXT.render(SweepTable.of(STEPS.subList(3, 4)))).doesNotContain("/req ");
        // 2 of 3 switches are waits, and half a wait for each request
        assertThat(SweepTable.of(STEPS)
                        .rows()
                        .getFirst()
                        .resources()
                        .switchesPerRequest()
                        .median())
                .isEqualTo(0.75);
        assertThat(SweepTable.of(STEPS)
                        .rows()
                        .getFirst()
                        .resources()
                        .wakeUpsPerRequest()
                        .median())
                .isEqualTo(0.5);
        // 0.5 s of a client's CPU in a load of 2 s
        assertThat(SweepTable.of(STEPS)
                        .rows()
                        .getFirst()
                        .resources()
                        .clientCores()
                        .median())
                .isEqualTo(0.25);
    }
}
