package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord.Latency;

/** Output of wrk 4.1.0 with loadgen/wrk.lua. */
class WrkReportTest {

    private static final String GOOD = """
            Running 2s test @ http://127.0.0.1:23110/json
              2 threads and 50 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency     6.67ms   10.53ms  75.35ms   89.32%
                Req/Sec     6.09k     3.18k   11.67k    60.53%
              23824 requests in 2.03s, 3.07MB read
            Requests/sec:  11714.53
            Transfer/sec:      1.51MB
            threadwall requests=23824 micros=2033714 connect=0 read=0 write=0 status=0 timeout=0 \
            min=18 p50=3054 p90=17729 p99=52799 p999=74499 max=75346
            """;

    @Test
    void readsEveryFigureInFull() {
        assertThat(WrkReport.parse(GOOD))
                .contains(new LoadReport(
                        2.033714,
                        23_824,
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        Optional.of(new Latency(23_824, 0.018, 3.054, 17.729, 52.799, 74.499, 75.346)),
                        Optional.empty(),
                        List.of()));
    }

    @Test
    void distinguishesErrors() {
        var report = WrkReport.parse(GOOD.replace("connect=0 read=0", "connect=1 read=2")
                        .replace("write=0 status=0 timeout=0", "write=3 status=4 timeout=5"))
                .orElseThrow();
        assertThat(report.failedConnect()).isEqualTo(1);
        assertThat(report.failedReceive()).isEqualTo(2);
        assertThat(report.writeErrors()).isEqualTo(3);
        assertThat(report.non2xx()).isEqualTo(4);
        assertThat(report.failedExceptions()).isEqualTo(5);
        assertThat(report.complete()).as("wrk counts broken requests apart").isEqualTo(23_824 + 1 + 2 + 3);
        assertThat(report.latency().orElseThrow().requests()).isEqualTo(23_824);
    }

    @Test
    void isEmptyForAnUnfinishedRunOrWithoutResponses() {
        assertThat(WrkReport.parse(GOOD.substring(0, GOOD.indexOf("threadwall"))))
                .isEmpty();
        assertThat(WrkReport.parse(GOOD.replace("requests=23824", "requests=0")))
                .isEmpty();
        assertThat(WrkReport.parse("")).isEmpty();
    }
}
