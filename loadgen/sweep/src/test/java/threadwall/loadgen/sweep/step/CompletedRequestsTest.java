package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CompletedRequestsTest {

    private final AtomicLong millis = new AtomicLong();
    private final CompletedRequests completed = new CompletedRequests(millis::get);

    private void report(long at, long requests) {
        millis.set(at);
        completed.update(requests);
    }

    @Test
    void theTimeBeforeTheFirstReportIsNoPartOfTheRate() {
        report(900, 1_000);
        for (int tenth = 2; tenth <= 10; tenth++) {
            report(900 + 50 * (tenth - 1), 1_000 * tenth);
        }
        assertThat(completed.perSecond()).isEqualTo(20_000);
    }

    @Test
    void fewReportsGiveNoRate() {
        assertThat(completed.perSecond()).isNull();
        for (int i = 1; i <= 4; i++) {
            report(100 * i, 1_000 * i);
            report(100 * i + 20, 1_000 * i);
        }
        assertThat(completed.perSecond()).isNull();
        report(500, 5_000);
        assertThat(completed.perSecond()).isEqualTo(10_000);
    }
}
