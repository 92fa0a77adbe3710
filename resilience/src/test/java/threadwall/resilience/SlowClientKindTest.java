package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlowClientKindTest {

    private static final SlowClientKind.Target TARGET =
            new SlowClientKind.Target("http://127.0.0.1:1/json", "http://127.0.0.1:1/fortunes", 2_000, 20);

    @Test
    void allConnectionsOpenInAFifthOfTheTime() {
        assertThat(String.join(" ", SlowClientKind.HEADERS.command(TARGET)))
                .isEqualTo("slowhttptest -v 1 -c 2000 -r 500 -l 20 -i 2 -p 5 -H -t GET -x 24"
                        + " -u http://127.0.0.1:1/json");
    }

    @Test
    void readersRequestTheLongAnswer() {
        assertThat(SlowClientKind.READ.command(TARGET)).contains("-X").endsWith("-u", "http://127.0.0.1:1/fortunes");
        assertThat(SlowClientKind.BODY.command(TARGET)).contains("-B", "POST");
    }

    @Test
    void halfOpenIsOurOwnAndNeverARequest() {
        assertThat(SlowClientKind.HALF_OPEN.command(TARGET)).isEmpty();
        assertThat(SlowClientKind.HALF_A_HEAD).doesNotContain("\r\n\r\n");
    }

    @Test
    void percentilesAreByNearestRank() {
        var waits = new double[200];
        for (int i = 0; i < waits.length; i++) {
            waits[i] = 200 - i;
        }
        var stats = HealthyClient.stats(203, 1, waits);
        assertThat(stats.p50Millis()).isEqualTo(100);
        assertThat(stats.p99Millis()).isEqualTo(198);
        assertThat(stats.longestMillis()).isEqualTo(200);
        assertThat(stats.failed()).isEqualTo(3);
        assertThat(HealthyClient.stats(2, 0, new double[0]).failed()).isEqualTo(2);
    }

    /** A stall until the end of an attack would otherwise be one late request of a few hundred. */
    @Test
    void requestsThatWereDueDuringAStallCount() {
        assertThat(HealthyClient.waits(2_000_000, 13_000_000)).containsExactly(11.0, 6.0, 1.0);
        assertThat(HealthyClient.waits(2_000_000, 2_000_000)).isEmpty();
    }
}
